import type { PdfDocument } from './document.ts';
import { narrow, type PdfDict, type PdfObject } from './objects.ts';

/**
 * Returns the numbers of all objects, including missing ones, that a revision references other than through
 * its validation data or as its catalog, its form or the form's list of fields. Adding or replacing one of
 * these changes what the revision shows.
 */
export async function collectUsedNumbers(document: PdfDocument): Promise<ReadonlySet<number>> {
  const catalog = await document.catalog();
  const form = await document.dictIn(catalog, 'AcroForm');
  const roots = [document.trailer.entries.get('Root'), catalog.entries.get('AcroForm')];
  const walked = new Set(roots.flatMap((object) => narrow(object, 'ref')?.number ?? []));
  const used = new Set<number>();
  const open: PdfObject[] = [
    ...listEntriesExcept(document.trailer, ['Root']),
    ...listEntriesExcept(catalog, ['DSS', 'AcroForm']),
    ...(form === null ? [] : listEntriesExcept(form, ['Fields'])),
    ...(await document.arrayIn(form, 'Fields')),
  ];
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    const number = narrow(object, 'ref')?.number;
    if (number === undefined) {
      for (const child of listChildren(object)) open.push(child);
    } else if (!walked.has(number)) {
      walked.add(number);
      used.add(number);
      const found = await document.locate(number);
      if (found !== null) open.push(found.object);
    }
  }
  return used;
}

function listEntriesExcept(dict: PdfDict, except: readonly string[]): PdfObject[] {
  return [...dict.entries].flatMap(([key, value]) => (except.includes(key) ? [] : [value]));
}

function listChildren(object: PdfObject): Iterable<PdfObject> {
  const dict = narrow(object, 'stream')?.dict ?? narrow(object, 'dict');
  return dict?.entries.values() ?? narrow(object, 'array')?.items ?? [];
}
