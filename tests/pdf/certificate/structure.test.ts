import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { seal } from '../support/seal-in-place.ts';
import { createCodeSquare } from '#server/pdf/certificate/code-square.ts';
import { qpdfCheck, taggedText } from '../support/pdf-tools.ts';
import { exampleAuthority, exampleRequest, exampleSigner } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { structureTree } from '../support/structure-tree.ts';
import { taggedDocument } from '../support/tagged-document.ts';

let signer: SigningKey;
beforeAll(async () => {
  ({ signer } = await exampleAuthority());
});

describe('the structure of a sealed document', () => {
  test('reads the certificate in its order, with descriptions of what can’t be read', async () => {
    const document = await sealableDocument([{}, {}]);
    const signers = [exampleSigner({ mark: { kind: 'typed', text: 'G. Hopper' } })];
    const { bytes } = await seal(exampleRequest(document, signer, [], { signers }));
    const text = taggedText(bytes);
    const elements = await structureTree(bytes);
    const count = (tag: string): number => elements.filter((element) => element.tag === tag).length;
    const order = [
      'Certificate of completion',
      'Documents',
      'Signatures and approvals',
      'Consent',
      'Intent',
      'Audit log',
      'Check this file',
    ];
    const places = order.map((heading) => text.indexOf(`"${heading}"`));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(text).toMatch(/H1[^"]*"Certificate of completion"/);
    expect(text).toMatch(/H2[^"]*"Check this file"/);
    expect(elements.flatMap(({ alt }) => alt ?? [])).toEqual([
      'Signature of Grace Hopper',
      'QR code: https://sign.example.org/verify',
    ]);
    expect([count('TH'), count('TR'), count('L'), count('LI')]).toEqual([0, 0, 1, 3]);
    // Footers and repeated table headers are left out.
    expect(text).not.toContain('Page 1 of');
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  test('lists many people in a table before their signatures', async () => {
    const document = await sealableDocument([{}]);
    const signers = Array.from({ length: 6 }, (_, index) => exampleSigner({ name: `Signer ${index + 1}` }));
    const { bytes } = await seal(exampleRequest(document, signer, [], { signers }));
    const elements = await structureTree(bytes);
    const count = (tag: string): number => elements.filter((element) => element.tag === tag).length;
    expect([count('TH'), count('TR'), count('TD')]).toEqual([4, 7, 24]);
  });

  test('covers the pages of a document without tags, which readers would skip', async () => {
    const document = await sealableDocument([{}, {}]);
    const { bytes } = await seal(exampleRequest(document, signer, []));
    const text = taggedText(bytes);
    expect(text).toMatch(/P \(block\)\n\s+"Original-1"/);
    expect(text).toMatch(/P \(block\)\n\s+"Original-2"/);
    expect(isMarked(await PDF.load(bytes))).toBe(true);
  });

  test('keeps the tags that a document has', async () => {
    const document = await taggedDocument();
    const before = taggedText(document);
    expect(before).toContain('"A tagged heading"');
    const { bytes } = await seal(exampleRequest(document, signer, []));
    const text = taggedText(bytes);
    expect(text).toMatch(/H1 \(block\)\n\s+"A tagged heading"/);
    expect(text).toContain('"Certificate of completion"');
    expect(text.match(/^Document/gm)).toHaveLength(1);
    expect(isMarked(await PDF.load(bytes))).toBe(true);
  });
});

function isMarked(pdf: PDF): boolean {
  const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref);
  return String(pdf.getCatalog().getDict('MarkInfo', resolve)?.getBool('Marked', resolve)?.value) === 'true';
}

test('the QR code fills its place, and has a pattern in three corners', () => {
  const shape = createCodeSquare('https://sign.example.org/verify', { x: 10, y: 20, width: 93, height: 93 });
  const bars = shape.split('\n').map((bar) => bar.split(' ').slice(0, 4).map(Number));
  const right = Math.max(...bars.map(([x = 0, , width = 0]) => x + width));
  const bottom = Math.max(...bars.map(([, y = 0, , height = 0]) => y + height));
  expect([right, bottom].map(Math.round)).toEqual([103, 113]);
  const top = bars.filter(([, y]) => y === 20);
  const module = (top[0]?.[2] ?? 0) / 7;
  expect(top[0]?.[0]).toBe(10);
  expect((top.at(-1)?.[2] ?? 0) / module).toBeCloseTo(7);
});
