import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter/server';
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

/** Fonts for scripts that the package doesn't cover. */
const FACES = [
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
];

const converter = new LibreOfficeConverter({
  wasmPath: join(dirname(require.resolve('@matbee/libreoffice-converter/package.json')), 'wasm'),
  wasmLoader: require('@matbee/libreoffice-converter/wasm/loader'),
  fonts: FACES.map((face) => ({
    filename: face.slice(face.lastIndexOf('/') + 1),
    data: readFileSync(require.resolve(`@expo-google-fonts/${face}`)),
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
