import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter/server';
import PizZip from 'pizzip';
import { FACE_NAMES, type FaceName, getFontPath } from '#server/fonts.ts';
import { FONT_DIRECTORIES, installFontIndex, writeFontTimes, type EngineFiles } from './font-index.ts';

const require = createRequire(import.meta.url);
const [FONTS] = FONT_DIRECTORIES;

/**
 * Compiles a function when it is first called, and optimizes only functions that run for long. Optimizing
 * everything that a short document uses would take as much time as the rest of the start.
 */
const COMPILATION = ['--wasm-lazy-validation', '--wasm-tiering-budget=200000000'];

const PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const FILES = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${PART}"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Agreement</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Signature</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/></w:body></w:document>`,
} as const;

/** Faces that only certificates and signatures use. Documents are converted with the others. */
const OWN_FACES = new Set<FaceName>([
  ...(['serif', 'boldSerif', 'clearArabic', 'boldArabic', 'clearHebrew', 'boldHebrew'] as const),
]);

interface Loader {
  createModule(config: object): Promise<{ readonly FS: EngineFiles }>;
}

/**
 * Starts LibreOffice with the bundled fonts. `memory` and `isIndexed: false` are for building the font index.
 */
export async function startEngine(
  options: { readonly memory?: WebAssembly.Memory; readonly isIndexed?: boolean } = {},
): Promise<LibreOfficeConverter> {
  for (const flag of COMPILATION) setFlagsFromString(flag);
  const loader = require('@matbee/libreoffice-converter/wasm/loader') as Loader;
  const createModule = async (config: object) => {
    const { memory } = options;
    const module = await loader.createModule(memory ? { ...config, wasmMemory: memory } : config);
    for (const name of FACE_NAMES.filter((each) => !OWN_FACES.has(each)))
      module.FS.writeFile(`${FONTS}/${basename(getFontPath(name))}`, readFileSync(getFontPath(name)));
    if (options.isIndexed ?? true) installFontIndex(module.FS);
    writeFontTimes(module.FS);
    return module;
  };
  const engine = new LibreOfficeConverter({
    wasmPath: join(dirname(require.resolve('@matbee/libreoffice-converter/package.json')), 'wasm'),
    wasmLoader: { ...loader, createModule } as never,
  });
  await engine.initialize();
  return engine;
}

/** Makes a Word document with a paragraph and a table. */
export function sampleDocument(): Uint8Array {
  const zip = new PizZip();
  for (const [path, xml] of Object.entries(FILES))
    zip.file(path, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`);
  return zip.generate({ type: 'uint8array' });
}
