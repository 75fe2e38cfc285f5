import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * What fontconfig knows of the fonts in the engine, written by scripts/index-fonts.ts. Without it, each start reads all fonts in
 * 74,000 steps. If the wrong one of two threads comes to that first, each step waits for a millisecond.
 */
const INDEX = new URL('./font-index/', import.meta.url);
const ENGINE_INDEX = '/instdir/share/fontconfig/cache';

/** The directories with the engine's fonts. Ours go into the first one. */
export const FONT_DIRECTORIES = [
  '/instdir/share/fonts/truetype',
  '/instdir/program/resource/common/fonts',
] as const;
/** The index is valid for directories that were last changed at this time. */
const CHANGED_AT = Date.UTC(2000, 0, 1);

/** The files of the engine. */
export interface EngineFiles {
  mkdir(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  utime(path: string, accessed: number, modified: number): void;
}

/** Gives the engine the index of its fonts. */
export function installFontIndex(files: EngineFiles): void {
  files.mkdir(ENGINE_INDEX);
  for (const name of readdirSync(INDEX))
    files.writeFile(
      `${ENGINE_INDEX}/${name.replace(/\.gz$/, '')}`,
      gunzipSync(readFileSync(new URL(name, INDEX))),
    );
}

/** Sets the times that the index is valid for, after all fonts are in their directories. */
export function writeFontTimes(files: EngineFiles): void {
  for (const directory of FONT_DIRECTORIES) files.utime(directory, CHANGED_AT, CHANGED_AT);
}

/** Returns the name that fontconfig gives to the index of a directory. */
export function indexName(directory: string): string {
  return `${createHash('md5').update(directory).digest('hex')}-le32d8.cache-9`;
}
