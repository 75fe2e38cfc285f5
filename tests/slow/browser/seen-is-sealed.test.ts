import type { Page } from '@playwright/test';
import { degrees, PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { openSignerHarness, type SignerHarness } from '../../e2e/signer-harness.ts';
import { examplePicture } from '../../pdf/support/seal-request-example.ts';
import { findChromium } from '../../support/chromium.ts';
import { boundInk, type Box, pictureOf } from '../../support/ink.ts';
import { patience } from '../../support/patience.ts';
import { renderedPages, scratchDirectory, writtenTo } from '../../support/pdf.ts';

/** Scripts for which a computer may have no font, so that its browser shows boxes of another width. */
const RARE: ReadonlySet<string> = new Set(['Devanagari', 'Thai', 'Han']);
/** Inputs that have a button at their end. */
const WITH_BUTTON: ReadonlySet<string> = new Set(['Date', 'Choice']);

/** What is asked, in rows from the top. The signer finds everything filled in. */
const ROWS: readonly (Readonly<Record<string, unknown>> & { readonly label: string })[] = [
  { label: 'Latin', prefillValue: 'José Ñandú Łukasz' },
  { label: 'Cyrillic', prefillValue: 'Дмитрий Шостакович' },
  { label: 'Arabic', prefillValue: 'محمد عبد الله الشريف' },
  { label: 'Hebrew', prefillValue: 'שרה בת־אל כהן' },
  { label: 'Mixed', prefillValue: 'שרה 12 Street' },
  { label: 'Devanagari', prefillValue: 'श्रीमती प्रियंका' },
  { label: 'Thai', prefillValue: 'สมชาย ใจดีวงศ์' },
  { label: 'Han', prefillValue: '李小龍 鈴木一郎' },
  { label: 'Right', prefillValue: 'To the right', align: 'right' },
  { label: 'Center', prefillValue: 'In the middle', align: 'center' },
  { label: 'Hebrew left', prefillValue: 'שרה בת־אל', align: 'left' },
  { label: 'Cells', prefillValue: '304117', comb: 8 },
  { label: 'Cells in Hebrew', prefillValue: 'שרהבת', comb: 8 },
  {
    ...{ label: 'Number', type: 'number', prefillValue: '1234.5' },
    format: { pattern: '1.234,56', decimals: 2, currency: null },
  },
  {
    ...{ label: 'Date', type: 'date', prefillValue: '2026-11-28' },
    format: { pattern: 'MMMM D, YYYY', decimals: null, currency: null },
  },
  { label: 'Choice', type: 'dropdown', options: ['One', 'Two'], prefillValue: 'Two' },
  { label: 'Box', type: 'checkbox', prefillValue: 'true', width: 0.03 },
  { label: 'Button', type: 'radio', group: 'Buttons', prefillValue: 'true', width: 0.03 },
];

/** The other types, at the right of the page. */
const BESIDE: typeof ROWS = [
  { label: 'Name', type: 'name' },
  { label: 'Mail', type: 'email' },
  { label: 'Company', type: 'company', prefillValue: 'Harbour Works Ltd.' },
  { label: 'Role', type: 'title', prefillValue: 'Managing director' },
  { label: 'Telephone', type: 'phone', prefillValue: '+49 30 901820' },
  {
    ...{ label: 'Long', height: 0.035 },
    prefillValue: 'Maximiliane Alexandra von Hohenzollern-Sigmaringen',
  },
];

/** Ways to sign, by the rotation of the page. */
const WAYS = { 0: adoptTyped, 90: adoptDrawn, 180: adoptUploaded, 270: adoptBold } as const;

async function adoptTyped(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Type' }).click();
}

async function adoptBold(page: Page): Promise<void> {
  await adoptTyped(page);
  await page.getByRole('radio', { name: 'Bold' }).click();
}

async function adoptDrawn(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Draw' }).click();
  const pad = await page.getByLabel('Draw your signature').boundingBox();
  if (pad === null) throw new Error('there is no pad to draw on');
  await page.mouse.move(pad.x + 30, pad.y + 90);
  await page.mouse.down();
  for (let step = 1; step <= 30; step += 1)
    await page.mouse.move(pad.x + 30 + step * 8, pad.y + 90 + Math.sin(step) * 30);
  await page.mouse.up();
}

async function adoptUploaded(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Upload' }).click();
  const buffer = Buffer.from(examplePicture('jpeg'));
  const file = { name: 'Signature.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

/** How much of the width of two inks together both have, from 0 to 1. */
function getSharedWidth(one: Box, other: Box): number {
  const shared = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const all = Math.max(one.x + one.width, other.x + other.width) - Math.min(one.x, other.x);
  return Math.max(0, shared) / all;
}

async function makeDocument(turn: number): Promise<string> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(turn % 180 === 0 ? [595, 842] : [842, 595]);
  page.setRotation(degrees(turn));
  return Buffer.from(await pdf.save()).toString('base64');
}

describe.skipIf(findChromium() === null)('what the signer saw (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  const scratch = scratchDirectory();
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(async () => {
    scratch.remove();
    await harness?.close();
  });

  it.each([0, 90, 180, 270] as const)(
    'is where it is in the sealed document, on a page that is turned by %i degrees',
    async (turn) => {
      const email = `ada.turned.${turn}@example.com`;
      const { envelope } = await harness.call<WireGraph>('POST', '/envelopes', {
        originalFilename: 'Turned.pdf',
        document: { contentBase64: await makeDocument(turn), contentType: 'application/pdf' },
        participants: [{ name: 'Ada Lovelace', email }],
        detect: false,
      });
      const { id } = envelope;
      const place = { page: 1, x: 0.2, width: 0.4, height: 0.028, participantIndex: 0 };
      await harness.call('PUT', `/envelopes/${id}/draft`, {
        fields: [
          ...ROWS.map((row, index) => ({ ...place, type: 'text', y: 0.03 + index * 0.048, ...row })),
          ...BESIDE.map((row, index) => ({
            ...{ ...place, type: 'text', x: 0.65, width: 0.3, y: 0.03 + index * 0.06 },
            ...row,
          })),
          { ...place, type: 'signature', label: 'Signature', y: 0.91, height: 0.06 },
        ],
      });
      const { version } = (await harness.graph(id)).envelope;
      await harness.call('POST', `/envelopes/${id}/send`, { expectedVersion: version });

      const { page, faults } = await harness.visit({
        deviceScaleFactor: 2,
        // High enough for the whole page, because bars at the edges would cover some of it.
        viewport: { width: 1280, height: 1600 },
      });
      page.setDefaultTimeout(patience(20_000));
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto(await harness.linkFor(email));
      await button('Review document').click();
      await page.locator('canvas').first().waitFor();
      await page
        .getByRole('button', { name: /^Signature, page 1/ })
        .first()
        .press('Enter');
      await WAYS[turn](page);
      await button('Adopt and sign').click();
      await button('Review').waitFor();
      const { fields } = await harness.graph(id);
      const seen = new Map<string, Box | null>();
      for (const field of fields) {
        const picture = await pictureOf(page.locator(`label[for="page-${field.id}"]`));
        const width = WITH_BUTTON.has(field.label ?? '') ? 0.85 : 1;
        seen.set(field.label ?? '', boundInk(picture, { x: 0, y: 0, width, height: 1 }));
      }
      await button('Review').click();
      await button('Sign and finish').click();
      await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
      expect(faults).toEqual([]);
      await page.context().close();

      await expect
        .poll(async () => (await harness.graph(id)).envelope.sealedAt, { timeout: patience(30_000) })
        .not.toBeNull();
      const sealed = await harness.download(`/envelopes/${id}/document?variant=sealed`);
      const [sheet] = renderedPages(writtenTo(scratch.path, `${turn}.pdf`, sealed), 1, 144);
      if (sheet === undefined) throw new Error('the sealed file has no page');
      const differing = fields.flatMap((field) => {
        const label = field.label ?? '';
        const one = seen.get(label) ?? null;
        const ink = boundInk(sheet, field);
        if (one === null || ink === null) return [`${label}: ${one === null ? 'not seen' : 'not sealed'}`];
        const other = { ...ink, x: (ink.x - field.x) / field.width, width: ink.width / field.width };
        const shared = getSharedWidth(one, other);
        // Fonts of the same kind differ a little in width.
        return shared < (RARE.has(label) ? 0.4 : 0.7) ? [`${label}: ${shared.toFixed(2)}`] : [];
      });
      expect(differing).toEqual([]);
    },
    patience(180_000),
  );
});
