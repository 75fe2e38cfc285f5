import { PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { seal } from '../support/seal-in-place.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { pdftotext, wordBoxes } from '../support/pdf-tools.ts';
import { exampleAuthority, exampleRequest } from '../support/seal-request-example.ts';
import { type PageShape, sealableDocument } from '../support/sealable-document.ts';

let signer: SigningKey;

beforeAll(async () => {
  ({ signer } = await exampleAuthority());
});

const SHAPES: PageShape[] = [0, 90, 180, 270].flatMap((rotate) =>
  [
    { x: 0, y: 0, width: 595, height: 842 },
    { x: 100, y: 200, width: 500, height: 700 },
    { x: -300, y: -50, width: 800, height: 400 },
  ].flatMap((media) =>
    [
      media,
      { x: media.x + 20, y: media.y + 30, width: media.width - 60, height: media.height - 90 },
      // Extends beyond the media box on two sides; only the intersection is visible.
      { x: media.x - 40, y: media.y + 50, width: media.width, height: media.height },
    ].flatMap((crop) => [1, 2, 0.5].map((userUnit) => ({ media, crop, rotate, userUnit }))),
  ),
);

describe('a value lies in its box', () => {
  test('on every rotation, media box, crop box and user unit', async () => {
    expect(SHAPES).toHaveLength(108);
    const document = await sealableDocument(SHAPES);
    const fields = SHAPES.map((_, index): SealField => {
      const [x, y] = [0.1 + (index % 7) * 0.07, 0.1 + (index % 11) * 0.06];
      return { page: index + 1, x, y, width: 0.3, height: 0.05, type: 'number', value: `Value${index + 1}` };
    });
    const { bytes } = await seal(exampleRequest(document, signer, fields));
    const words = wordBoxes(bytes, (page) => (SHAPES[page - 1]?.rotate ?? 0) % 180 === 90);

    for (const field of fields) {
      const word = words.find(({ page, text }) => page === field.page && text === field.value);
      const shape = JSON.stringify(SHAPES[field.page - 1]);
      expect(word, shape).toBeDefined();
      if (!word) continue;
      const slack = 0.004;
      expect(word.x, shape).toBeGreaterThan(field.x - slack);
      expect(word.right, shape).toBeLessThan(field.x + field.width + slack);
      expect(word.y, shape).toBeGreaterThan(field.y - slack);
      expect(word.bottom, shape).toBeLessThan(field.y + field.height + slack);
      // Starts at the left edge and is vertically centered.
      expect(word.x, shape).toBeLessThan(field.x + 0.03);
      expect(Math.abs((word.y + word.bottom) / 2 - field.y - field.height / 2), shape).toBeLessThan(0.02);
    }
    expect(pdftotext(bytes)).toContain('Original-1\n');
  });

  test('when rotation, boxes and resources are inherited from the page tree', async () => {
    const source = await PDFDocument.load(await sealableDocument([{ rotate: 90 }]));
    const [first] = source.getPages();
    const resources = first?.node.get(PDFName.of('Resources'));
    const pages = source.catalog.Pages();
    pages.set(PDFName.of('MediaBox'), source.context.obj([20, 10, 650, 860]));
    pages.set(PDFName.of('Rotate'), PDFNumber.of(90));
    if (resources) pages.set(PDFName.of('Resources'), resources);
    for (const { node } of source.getPages()) {
      for (const key of ['MediaBox', 'CropBox', 'Rotate', 'Resources']) node.delete(PDFName.of(key));
    }
    const fields: SealField[] = [
      { page: 1, x: 0.5, y: 0.5, width: 0.3, height: 0.05, type: 'name', value: 'Inherited' },
    ];
    const { bytes, certificateFirstPage } = await seal(exampleRequest(await source.save(), signer, fields));
    const words = wordBoxes(bytes, (page) => page < certificateFirstPage);
    const word = words.find(({ text }) => text === 'Inherited');
    expect(word?.page).toBe(1);
    expect(word?.x).toBeGreaterThan(0.5);
    expect(word?.right).toBeLessThan(0.8);
    expect(word?.y).toBeGreaterThan(0.5);
    expect(word?.bottom).toBeLessThan(0.55);
    expect(words.map(({ text }) => text)).toContain('Original-1');
    // The certificate doesn't inherit the page tree's boxes and rotation.
    const title = words.find(({ page, text }) => page === certificateFirstPage && text === 'Certificate');
    expect(title?.x).toBeLessThan(0.1);
    expect(title?.y).toBeLessThan(0.1);
  });
});

describe('a value that is larger than its box', () => {
  const long = 'A rather long answer that nobody expected in so small a box';

  test.each([
    [
      'one line shrinks',
      'name' as const,
      'Wolfeschlegelsteinhausenbergerdorff',
      { width: 0.2, height: 0.02 },
    ],
    ['words wrap', 'text' as const, long, { width: 0.2, height: 0.03 }],
    [
      'a word without spaces breaks',
      'email' as const,
      `${'abcdefghij'.repeat(12)}@example.org`,
      { width: 0.1, height: 0.02 },
    ],
    [
      'a paragraph in a tall box wraps',
      'text' as const,
      `${long}. `.repeat(20).trim(),
      { width: 0.4, height: 0.2 },
    ],
    [
      'much text in a small box',
      'text' as const,
      `${long}. `.repeat(40).trim(),
      { width: 0.2, height: 0.03 },
    ],
  ])('%s and is complete inside', async (_, type, value, size) => {
    const place = { page: 1, x: 0.3, y: 0.4, ...size };
    const document = await sealableDocument([{}]);
    const { bytes } = await seal(exampleRequest(document, signer, [{ ...place, type, value }]));
    const words = wordBoxes(bytes).filter(({ page, text }) => page === 1 && text !== 'Original-1');
    expect(words.map(({ text }) => text).join('')).toBe(value.replaceAll(' ', ''));
    for (const word of words) {
      expect(word.x).toBeGreaterThan(place.x - 0.004);
      expect(word.right).toBeLessThan(place.x + place.width + 0.004);
      expect(word.y).toBeGreaterThan(place.y - 0.004);
      expect(word.bottom).toBeLessThan(place.y + place.height + 0.004);
    }
  });

  test('lines of the value stay lines', async () => {
    const field: SealField = {
      page: 1,
      x: 0.1,
      y: 0.1,
      width: 0.4,
      height: 0.1,
      type: 'text',
      value: 'Upper\r\nLower',
    };
    const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, [field]));
    const words = wordBoxes(bytes);
    const upper = words.find(({ text }) => text === 'Upper');
    const lower = words.find(({ text }) => text === 'Lower');
    expect(upper?.bottom).toBeLessThan((lower?.y ?? 0) + 0.01);
    expect(upper?.x).toBeCloseTo(lower?.x ?? 0, 3);
  });
});

test('empty and unchecked fields draw nothing', async () => {
  const box = { page: 1, x: 0.1, y: 0.1, width: 0.1, height: 0.03 };
  const fields: SealField[] = [
    { ...box, type: 'checkbox', value: 'false' },
    { ...box, type: 'radio', value: '' },
    { ...box, type: 'text', value: ' ' },
    { ...box, type: 'signature', value: '' },
  ];
  const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, fields));
  expect(
    wordBoxes(bytes)
      .filter(({ page }) => page === 1)
      .map(({ text }) => text),
  ).toEqual(['Original-1']);
});
