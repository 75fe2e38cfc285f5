import { copyFile, writeFile } from 'node:fs/promises';
import { serveDocuments } from '#server/process/serve-documents.ts';
import type { WasmOutcome, WasmRequest } from '#server/conversion/wasm.ts';

/**
 * Replaces LibreOffice: documents with certain names have the effect that a hostile one would have. Others
 * are copied as if they had been converted.
 */
serveDocuments(async ({ sourcePath, targetPath }: WasmRequest): Promise<WasmOutcome> => {
  await writeFile(`${sourcePath}.pid`, String(process.pid));
  if (sourcePath.endsWith('hang.docx')) for (;;);
  if (sourcePath.endsWith('hog.docx')) hog();
  if (sourcePath.endsWith('crash.docx')) process.exit(3);
  if (sourcePath.endsWith('bad.docx')) return { ok: false, fault: 'cannot load' };
  await copyFile(sourcePath, targetPath);
  return { ok: true };
}, Infinity);

function hog(): never {
  const held: Buffer[] = [];
  for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1));
}
