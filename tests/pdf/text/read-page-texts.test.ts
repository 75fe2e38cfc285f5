import { PDFDocument, StandardFonts, degrees } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { AnchorOutcome } from '#domain/field/anchor.ts';
import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import { readPageTexts } from '#server/pdf/text/read-page-texts.ts';
import { listVisualOrders } from '#server/pdf/text/visual-orders.ts';
import { onePage } from '../../support/pdf.ts';
import { drawValues } from '../support/drawn-fields.ts';

async function find(bytes: Uint8Array, ...texts: string[]): Promise<AnchorOutcome[]> {
  return resolveAnchors(
    await readPageTexts(bytes),
    texts.map((text) => ({ anchor: { text, place: 'over' }, size: { width: 20, height: 10 } })),
    listVisualOrders,
  );
}

/** A font whose X is drawn as an fi ligature, declared the way such fonts do. */
const LIGATURE = `<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R>>`;
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfchar <58> <00660069> endbfchar
endcmap end end`;

describe('text as it is drawn', () => {
  it('is found over spans, kerning and separate text objects, in any drawing order', async () => {
    const content = `BT /F1 10 Tf 60 100 Td (ture of) Tj ET BT /F1 10 Tf 200 150 Td [(N) 60 (ame) -20 (:)] TJ ET
      BT /F1 10 Tf 38.3 100 Td (Signa) Tj ET BT /F1 10 Tf 100 100 Td (Buyer) Tj ET`;
    const outcomes = await find(onePage({ content }), 'Signature of Buyer', 'name:');
    expect(outcomes).toMatchObject([
      { kind: 'found', spots: [{ x: expect.closeTo(38 / 300, 1) }] },
      { kind: 'found', spots: [{ x: expect.closeTo(200 / 300, 1) }] },
    ]);
  });

  it('is found through ligatures', async () => {
    const bytes = onePage({
      content: 'BT /F2 18 Tf 20 150 Td (OfXcer) Tj ET',
      objects: [LIGATURE, { dict: '', stream: TO_UNICODE }],
    });
    const withFont = Buffer.from(bytes).toString('latin1').replace('/F1 5 0 R', '/F2 6 0 R');
    const outcomes = await find(Buffer.from(withFont, 'latin1'), 'Of\uFB01cer', 'officer', 'oficer');
    expect(outcomes.map(({ kind }) => kind)).toEqual(['found', 'found', 'absent']);
  });

  it.each([0, 90, 180, 270])(
    'is found on a page turned by %i degrees, where it is displayed',
    async (angle) => {
      const document = await PDFDocument.create();
      const page = document.addPage([600, 800]);
      const font = await document.embedFont(StandardFonts.Helvetica);
      page.drawText('Signed by:', { x: 120, y: 660, size: 12, font });
      page.setCropBox(20, 60, 550, 700);
      page.setRotation(degrees(angle));
      const [outcome] = await find(await document.save(), 'signed by:');
      const [spot] = outcome?.kind === 'found' ? outcome.spots : [];
      // The text starts 100 from the left and 600 from the bottom of the visible part of 550 by 700.
      const [left, top] = [100 / 550, 100 / 700];
      const seen = { 0: [left, top], 90: [1 - top, left], 180: [1 - left, 1 - top], 270: [top, 1 - left] }[
        angle
      ];
      expect(Math.hypot((spot?.x ?? 0) - (seen?.[0] ?? 0), (spot?.y ?? 0) - (seen?.[1] ?? 0))).toBeLessThan(
        0.15,
      );
      expect(spot?.width).toBeCloseTo(20 / (angle % 180 === 90 ? 700 : 550), 5);
    },
  );

  it.each([
    ['Hebrew', 'חתימת הקונה:'],
    ['Hebrew with a name in Latin letters', 'חתימה של Acme Ltd כאן'],
    ['Arabic', 'توقيع المشتري'],
    ['Arabic with a ligature', 'الاسم الكامل'],
    ['Latin with Hebrew in it', 'Signature (חתימה) here'],
    ['numbers in Arabic', 'المادة 12 من العقد'],
  ])('is found in %s', async (_, value) => {
    const { bytes } = await drawValues([
      { type: 'text', value: 'Other text' },
      { type: 'text', value },
    ]);
    expect(await find(bytes, value, `${value}x`)).toMatchObject([
      { kind: 'found', spots: [{ page: 1 }] },
      { kind: 'absent' },
    ]);
    const [first = ''] = value.split(' ');
    expect(await find(bytes, first)).toMatchObject([{ kind: 'found' }]);
  });

  it('is not what a page only stores', async () => {
    const content = 'BT /F1 10 Tf 900 100 Td (Outside) Tj ET BT /F1 10 Tf 20 100 Td (Inside) Tj ET';
    expect(await find(onePage({ content }), 'Outside', 'Inside')).toMatchObject([
      { kind: 'absent' },
      { kind: 'found' },
    ]);
  });
});
