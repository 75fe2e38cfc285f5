import { narrow, type PdfDict, type PdfObject } from './objects.ts';
import { decodeStream } from './inflate.ts';
import type { PdfDocument } from './document.ts';

const NAME = 'evidence.json';
const MAX_EVIDENCE = 16 * 2 ** 20;
const MAX_NODES = 1024;

/** Returns the attached evidence; null if the file has no such attachment. */
export async function readAttachedEvidence(document: PdfDocument): Promise<Uint8Array | null> {
  const names = await document.dictIn(await document.catalog(), 'Names');
  const root = await document.dictIn(names, 'EmbeddedFiles');
  const specification = root === null ? null : await findNameTreeEntry(document, root, { left: MAX_NODES });
  const files = await document.dictIn(narrow(specification, 'dict'), 'EF');
  const stream = narrow(await document.resolve(files?.entries.get('F')), 'stream');
  return stream === null ? null : await decodeStream(stream, MAX_EVIDENCE, document.effort);
}

/** Looks a name up in a name tree (ISO 32000-2, 7.9.6). */
async function findNameTreeEntry(
  document: PdfDocument,
  node: PdfDict,
  budget: { left: number },
): Promise<PdfObject | null> {
  if (budget.left-- <= 0) return null;
  const names = await document.arrayIn(node, 'Names');
  for (let at = 0; at + 1 < names.length; at += 2)
    if (narrow(names[at], 'string')?.text === NAME) return await document.resolve(names[at + 1]);
  for (const item of await document.arrayIn(node, 'Kids')) {
    const kid = narrow(await document.resolve(item), 'dict');
    const found = kid === null ? null : await findNameTreeEntry(document, kid, budget);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the number of pages according to the catalog's page tree. */
export async function readPageCount(document: PdfDocument): Promise<number | null> {
  const pages = await document.dictIn(await document.catalog(), 'Pages');
  const count = pages?.entries.get('Count');
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
