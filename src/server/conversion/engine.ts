import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter/server';
import { FACE_NAMES, getFontPath } from '#server/fonts.ts';
import { FONT_DIRECTORIES, installFontIndex, writeFontTimes, type EngineFiles } from './font-index.ts';

const require = createRequire(import.meta.url);
const [FONTS] = FONT_DIRECTORIES;

/**
 * Compiles a function when it is first called, and optimizes only functions that run for long. Optimizing
 * everything that a short document uses would take as much time as the rest of the start.
 */
const COMPILATION = ['--wasm-lazy-validation', '--wasm-tiering-budget=200000000'];

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
    for (const name of FACE_NAMES)
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
