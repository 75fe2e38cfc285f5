import { readFile, writeFile } from 'node:fs/promises';
import { serveDocuments } from '#server/process/serve-documents.ts';
import { sampleDocument, startEngine } from './engine.ts';
import type { WasmOutcome, WasmRequest } from './wasm.ts';

/**
 * Runs LibreOffice as WebAssembly in its own process, without network access and with only the files that it
 * is given.
 */
const MEBIBYTE = 1024 * 1024;

/** Memory after a document at which the process asks to be replaced. It starts at about 1,000 MiB. */
const WORN_BYTES = 1_700 * MEBIBYTE;

const engine = await startEngine();
// The first document makes the engine compile the code that it uses. Doing that here makes it part of the
// start, so that no user's document has to wait for it.
await engine.convert(sampleDocument(), { outputFormat: 'pdf' }, 'document.docx');
serveDocuments(convert, WORN_BYTES);

async function convert({ sourcePath, targetPath }: WasmRequest): Promise<WasmOutcome> {
  const source = await readFile(sourcePath);
  try {
    const { data } = await engine.convert(source, { outputFormat: 'pdf' }, 'document.docx');
    await writeFile(targetPath, data);
    return { ok: true };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) };
  }
}
