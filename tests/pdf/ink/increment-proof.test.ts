import { PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { paintOver } from '#server/pdf/drawing/overlay.ts';
import { createRectangleShape } from '#server/pdf/drawing/shapes.ts';
import { Sheets } from '#server/pdf/drawing/sheets.ts';
import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { RenderedDocument, withFile } from '#server/pdf/engine/rendered-document.ts';
import { compareDrawnInk } from '#server/pdf/ink/drawn-ink.ts';
import { createIncrementProof } from '#server/pdf/ink/increment-proof.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { onePage, rawPdf } from '../../support/pdf.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { seal } from '../support/seal-in-place.ts';
import { exampleAuthority, examplePicture, exampleRequest } from '../support/seal-request-example.ts';

let signer: SigningKey;
beforeAll(async () => {
  ({ signer } = await exampleAuthority());
});

const BOX = { page: 1, x: 0.3, y: 0.4, width: 0.3, height: 0.2 };
const NAME: SealField = { ...BOX, type: 'name', value: 'Grace Hopper' };
const FIELDS: SealField[] = [
  NAME,
  { ...BOX, y: 0.7, type: 'signature', value: '', mark: { kind: 'drawn', image: examplePicture() } },
  { ...BOX, y: 0.1, type: 'text', value: '' },
];

/** Paints a dark rectangle over the only page, changes more, and saves that as an increment. */
async function paint(
  presented: Uint8Array,
  change: (pdf: PDF, page: PDFPage) => void = () => undefined,
  at = { x: 95, y: 85 },
): Promise<Uint8Array> {
  const pdf = await PDF.load(presented);
  const page = pdf.getPage(0);
  if (!page) throw new Error('there is no page');
  const sheets = new Sheets(pdf);
  const size = { width: 300, height: 200 };
  const sheet = sheets.draw(size, (drawing) =>
    drawing.fill(createRectangleShape(at.x, at.y, 20, 10), '#101828'),
  );
  sheets.finish();
  paintOver(pdf, page, sheet.form);
  change(pdf, page);
  return await pdf.save({ incremental: true });
}

async function isPaintedOver(bytes: Uint8Array, presented: Uint8Array): Promise<boolean> {
  const library = await loadPdfium();
  return withFile(library, bytes, (file) => {
    const document = RenderedDocument.open(library, file, bytes.length);
    const number = document?.objectNumber(0) ?? 0;
    document?.close();
    return createIncrementProof(bytes, presented.length)?.isPaintedOver(number) ?? false;
  });
}

/** The verdicts with and without relying on the objects. */
async function compareBoth(bytes: Uint8Array, presented: Uint8Array, boxes: readonly SealField[]) {
  const compare = (rendersAll: boolean) => compareDrawnInk(bytes, presented.length, boxes, { rendersAll });
  return { quick: await compare(false), whole: await compare(true) };
}

const PRESENTED = onePage({ text: 'Original' });

describe('a page that only had a form painted over it', () => {
  it('is recognized in a sealed file, and gets the same verdicts as by rendering whole pages', async () => {
    for (const presented of [
      PRESENTED,
      onePage({ content: '0.063 0.094 0.157 rg 0 0 300 200 re f', page: '/Rotate 90' }),
      onePage({ text: 'payable on demand', page: '/UserUnit 2 /CropBox [10 10 290 190]' }),
    ]) {
      const { bytes } = await seal(exampleRequest(presented, signer, FIELDS));
      expect(await isPaintedOver(bytes, presented)).toBe(true);
      const { quick, whole } = await compareBoth(bytes, presented, FIELDS);
      expect(quick).toEqual(whole);
      expect(quick.empty).toEqual([FIELDS[2]]);
    }
  });

  it('may inherit its resources', async () => {
    const presented = rawPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1 /Resources 6 0 R /MediaBox [0 0 300 200]>>',
      '<</Type /Page /Parent 2 0 R /Contents [4 0 R]>>',
      { dict: '', stream: 'BT /F1 18 Tf 20 150 Td (Hello) Tj ET' },
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      '<</Font <</F1 5 0 R>>>>',
    ]);
    expect(await isPaintedOver(await paint(presented), presented)).toBe(true);
  });

  it('has its drawing found outside the boxes', async () => {
    const bytes = await paint(PRESENTED, undefined, { x: 20, y: 20 });
    expect(await isPaintedOver(bytes, PRESENTED)).toBe(true);
    const { quick, whole } = await compareBoth(bytes, PRESENTED, [NAME]);
    expect(quick).toEqual(whole);
    expect(quick.spilled).toEqual([1]);
  });

  it('has its drawing found where an open state of the page moved it', async () => {
    const presented = onePage({ content: 'q 1 0 0 1 -80 60 cm BT /F1 18 Tf 100 50 Td (Hello) Tj ET q' });
    const bytes = await paint(presented);
    const { quick, whole } = await compareBoth(bytes, presented, [NAME]);
    expect(quick).toEqual(whole);
    expect(quick.spilled).toEqual([1]);
  });

  it('has ink found that the drawing covers', async () => {
    const presented = onePage({ content: '0 g 90 80 40 40 re f 1 g 95 85 5 30 re f' });
    const bytes = await paint(presented, (pdf, page) => {
      const white = new Sheets(pdf);
      const form = pdf.context.resolve(
        white.draw({ width: 300, height: 200 }, (drawing) =>
          drawing.fill(createRectangleShape(90, 80, 90, 40), '#ffffff'),
        ).form,
      );
      const own = page.dict.getDict('Resources', (ref) => pdf.context.resolve(ref))?.getDict('XObject');
      const name = [...(own?.keys() ?? [])].find(({ value }) => value.startsWith('Countersign'));
      if (!own || !name || !(form instanceof PdfStream)) throw new Error('there is no form');
      own.set(name.value, pdf.register(form));
    });
    expect(await isPaintedOver(bytes, presented)).toBe(true);
    const { quick, whole } = await compareBoth(bytes, presented, [NAME]);
    expect(quick).toEqual(whole);
    expect(quick.covered).toEqual([NAME]);
  });
});

describe('is not relied on', () => {
  const getDict = (pdf: PDF, from: PdfDict, key: string): PdfDict => {
    const found = from.getDict(key, (ref) => pdf.context.resolve(ref));
    if (!found) throw new Error(`${key} is missing`);
    return found;
  };
  const content = (text: string) => new PdfStream([], Buffer.from(text, 'latin1'));
  /** Makes an increment replace an object. */
  const changeObject = (pdf: PDF, number: number, change: (dict: PdfDict) => void) => {
    const object = pdf.context.resolve(PdfRef.of(number, 0));
    if (!(object instanceof PdfDict)) throw new Error(`object ${number} is missing`);
    change(object);
  };
  const CHANGES: readonly (readonly [string, (pdf: PDF, page: PDFPage) => void])[] = [
    [
      'if content was replaced',
      (pdf) => changeObject(pdf, 4, (stream) => stream.set('Own', PdfName.of('Yes'))),
    ],
    [
      'if a font was replaced',
      (pdf) => changeObject(pdf, 5, (font) => font.set('BaseFont', PdfName.of('Courier'))),
    ],
    ['if a font is gone', (pdf, page) => getDict(pdf, page.dict, 'Resources').set('Font', new PdfDict())],
    [
      'if a resource was added',
      (pdf, page) => getDict(pdf, page.dict, 'Resources').set('ExtGState', PdfDict.of({ G: PdfDict.of({}) })),
    ],
    [
      'if content is gone',
      (_, page) => {
        const [save, , restore] = page.dict.getArray('Contents')?.toArray() ?? [];
        if (save && restore) page.dict.set('Contents', new PdfArray([save, restore]));
      },
    ],
    [
      'if there is more content',
      (pdf, page) => {
        const parts = page.dict.getArray('Contents')?.toArray() ?? [];
        page.dict.set('Contents', new PdfArray([...parts, pdf.register(content('0 0 300 200 re f'))]));
      },
    ],
    [
      'if other content encloses the page',
      (pdf, page) => {
        const [, ...rest] = page.dict.getArray('Contents')?.toArray() ?? [];
        page.dict.set('Contents', new PdfArray([pdf.register(content('q 0 0 9 9 re W n')), ...rest]));
      },
    ],
    [
      'if the page has another size',
      (_, page) => page.dict.set('MediaBox', page.dict.getArray('Contents') ?? new PdfArray([])),
    ],
    [
      'if the page tree has other attributes',
      (pdf) => changeObject(pdf, 2, (node) => node.set('Rotate', PdfName.of('Odd'))),
    ],
    [
      'if layers were added',
      (pdf) => pdf.getCatalog().set('OCProperties', PdfDict.of({ D: PdfDict.of({}) })),
    ],
  ];

  it.each(CHANGES)('%s', async (_, change) => {
    expect(await isPaintedOver(await paint(PRESENTED), PRESENTED)).toBe(true);
    expect(await isPaintedOver(await paint(PRESENTED, change), PRESENTED)).toBe(false);
  });

  it('if a reference to nothing has got a meaning', async () => {
    const presented = onePage({ content: 'q /X Do Q', resources: '/XObject <</X 9 0 R>>' });
    expect(await isPaintedOver(await paint(presented), presented)).toBe(false);
  });

  it('if the page has annotations', async () => {
    const presented = onePage({ page: '/Annots [<</Type /Annot /Subtype /Square /Rect [0 0 9 9]>>]' });
    expect(await isPaintedOver(await paint(presented), presented)).toBe(false);
  });

  it('in files with packed objects, and in files that have increments before', async () => {
    const earlier = await paint(PRESENTED);
    expect(createIncrementProof(await paint(earlier), earlier.length)).toBeNull();
    const packed = await sealableDocument([{}], { objectStreams: true });
    expect(createIncrementProof(await paint(packed), packed.length)).toBeNull();
  });

  it('if the file is damaged', async () => {
    const bytes = await paint(PRESENTED);
    for (let at = PRESENTED.length; at < bytes.length; at += 7) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      expect(() => createIncrementProof(damaged, PRESENTED.length)?.isPaintedOver(3)).not.toThrow();
    }
  });
});
