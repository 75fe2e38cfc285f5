import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PDFDocument, PDFDict, PDFName } from 'pdf-lib';

it('the sample brings its fonts along, so that it looks the same everywhere', async () => {
  const file = new URL('../../../../static/sample-nda.pdf', import.meta.url);
  const pdf = await PDFDocument.load(await readFile(file));
  const descriptors = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor')
        ? [object]
        : [],
    );
  expect(descriptors.length).toBeGreaterThan(0);
  for (const descriptor of descriptors) expect(descriptor.has(PDFName.of('FontFile2'))).toBe(true);
  expect(pdf.getPageCount()).toBe(1);
});
