import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * fontconfig's index of the engine's fonts, written by scripts/index-fonts.ts. Without it, each start reads
 * all fonts in 74,000 steps, and if the wrong one of two threads gets there first, each step waits for a
 * millisecond.
 */
const INDEX = new URL('./font-index/', import.meta.url);
const ENGINE_INDEX = '/instdir/share/fontconfig/cache';

/** The directories with the engine's fonts. The bundled fonts go into the first one. */
export const FONT_DIRECTORIES = [
  '/instdir/share/fonts/truetype',
  '/instdir/program/resource/common/fonts',
] as const;
/** The modification time that the font directories must have for the index to be valid. */
const CHANGED_AT = Date.UTC(2000, 0, 1);

/** The engine's file system. */
export interface EngineFiles {
  mkdir(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  utime(path: string, accessed: number, modified: number): void;
}

/** Copies the font index into the engine. */
export function installFontIndex(files: EngineFiles): void {
  files.mkdir(ENGINE_INDEX);
  for (const name of readdirSync(INDEX))
    files.writeFile(
      `${ENGINE_INDEX}/${name.replace(/\.gz$/, '')}`,
      gunzipSync(readFileSync(new URL(name, INDEX))),
    );
}

/** Sets the directories' times to the one that the index requires. Call this once all fonts are in place. */
export function writeFontTimes(files: EngineFiles): void {
  for (const directory of FONT_DIRECTORIES) files.utime(directory, CHANGED_AT, CHANGED_AT);
}

/** Returns the name that fontconfig gives a directory's index. */
export function indexName(directory: string): string {
  return `${createHash('md5').update(directory).digest('hex')}-le32d8.cache-9`;
}
