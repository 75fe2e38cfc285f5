import { readFile, writeFile } from 'node:fs/promises';
import { serveDocuments } from '#server/process/serve-documents.ts';
import { startEngine } from './engine.ts';
import type { WasmOutcome, WasmRequest } from './wasm.ts';
import PizZip from 'pizzip';

const PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const FILES = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${PART}"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Agreement</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Signature</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/></w:body></w:document>`,
} as const;

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

/** Makes a Word document with a paragraph and a table. */
export function sampleDocument(): Uint8Array {
  const zip = new PizZip();
  for (const [path, xml] of Object.entries(FILES))
    zip.file(path, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`);
  return zip.generate({ type: 'uint8array' });
}
