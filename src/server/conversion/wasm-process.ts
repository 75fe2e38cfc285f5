import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter/server';
import { FACE_NAMES, fontPath } from '#server/fonts/font-files.ts';
import { serveDocuments } from '#server/process/serve-documents.ts';
import type { WasmOutcome, WasmRequest } from './wasm.ts';

/**
 * Runs LibreOffice as WebAssembly in a process of its own, without network and with only the files it is
 * given.
 */
const require = createRequire(import.meta.url);
const MEBIBYTE = 1024 * 1024;

/** Asks to be replaced after a document leaves it this large; it starts at about 1,000 MiB. */
const WORN_BYTES = 1_700 * MEBIBYTE;

const converter = new LibreOfficeConverter({
  wasmPath: join(dirname(require.resolve('@matbee/libreoffice-converter/package.json')), 'wasm'),
  wasmLoader: require('@matbee/libreoffice-converter/wasm/loader'),
  fonts: FACE_NAMES.map((name) => ({
    filename: basename(fontPath(name)),
    data: readFileSync(fontPath(name)),
  })),
});
await converter.initialize();
serveDocuments(convert, WORN_BYTES);

async function convert({ sourcePath, targetPath }: WasmRequest): Promise<WasmOutcome> {
  const source = await readFile(sourcePath);
  try {
    const { data } = await converter.convert(source, { outputFormat: 'pdf' }, 'document.docx');
    await writeFile(targetPath, data);
    return { ok: true };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) };
  }
}
