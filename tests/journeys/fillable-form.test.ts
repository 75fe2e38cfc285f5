import type { Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import { findChromium } from '../support/chromium.ts';
import { boundInk, pictureOf, type Box } from '../support/ink.ts';
import { patience } from '../support/patience.ts';
import { type RenderedPage, renderedPages, scratchDirectory, writtenTo } from '../support/pdf.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada.fills@example.com' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * A form as offices make them: a text field, a number in cells, three radio buttons in one group, and a
 * checkbox.
 */
async function fillableForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const form = pdf.getForm();
  page.drawText('Membership form', { x: 72, y: 760, size: 18 });
  page.drawText('Full name', { x: 72, y: 704, size: 11 });
  form.createTextField('Full name').addToPage(page, { x: 200, y: 695, width: 250, height: 24 });
  page.drawText('Member number', { x: 72, y: 654, size: 11 });
  const number = form.createTextField('Member number');
  number.setMaxLength(6);
  number.enableCombing();
  number.addToPage(page, { x: 200, y: 645, width: 150, height: 24 });
  page.drawText('Plan', { x: 72, y: 604, size: 11 });
  const plan = form.createRadioGroup('Plan');
  for (const [index, name] of ['Basic', 'Plus', 'Pro'].entries()) {
    // Offices number their choices. Signers see what the page says.
    plan.addOptionToPage(String(index), page, { x: 200 + index * 90, y: 600, width: 16, height: 16 });
    page.drawText(name, { x: 222 + index * 90, y: 604, size: 11 });
  }
  form.createCheckBox('Terms').addToPage(page, { x: 72, y: 550, width: 16, height: 16 });
  page.drawText('I accept the terms', { x: 96, y: 554, size: 11 });
  return await pdf.save();
}

/** Whether a field's box on the signer's screen contains ink, apart from its frame. */
async function hasInkOnScreen(page: Page, fieldId: string): Promise<boolean> {
  const picture = await pictureOf(page.locator(`label[for="page-${fieldId}"]`));
  const inset = { x: (0.25 * picture.height) / picture.width, y: 0.25 };
  return boundInk(picture, { ...inset, width: 1 - 2 * inset.x, height: 1 - 2 * inset.y }) !== null;
}

/** Whether a rendered page has ink in a box, apart from its frame. */
function hasInk(page: RenderedPage, box: Box): boolean {
  const inset = { x: 0.005, y: 0.2 * box.height };
  const inside = {
    ...{ x: box.x + inset.x, y: box.y + inset.y },
    ...{ width: box.width - 2 * inset.x, height: box.height - 2 * inset.y },
  };
  return boundInk(page, inside) !== null;
}

describe.skipIf(findChromium() === null)('a fillable form (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  const directory = scratchDirectory();
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(async () => {
    directory.remove();
    await harness?.close();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it(
    'is uploaded, signed by touch, and sealed as the signer saw it',
    async () => {
      const { envelope } = await harness.call<WireGraph>('POST', '/envelopes', {
        originalFilename: 'Membership.pdf',
        document: {
          contentBase64: Buffer.from(await fillableForm()).toString('base64'),
          contentType: 'application/pdf',
        },
        participants: [ADA],
        detect: true,
      });
      const { id } = envelope;
      await expect
        .poll(async () => (await harness.graph(id)).fields.length, { timeout: patience(30_000) })
        .toBeGreaterThanOrEqual(6);
      const read = await harness.graph(id);
      const [ada] = read.participants;
      if (ada === undefined) throw new Error('nobody signs');
      const form = read.fields.filter(({ source }) => source === 'form');
      expect(form.filter(({ type }) => type === 'radio').map(({ label, group }) => [label, group])).toEqual([
        ['Basic', 'Plan'],
        ['Plus', 'Plan'],
        ['Pro', 'Plan'],
      ]);
      const box = { page: 1, x: 0.12, y: 0.5, width: 0.3, height: 0.06, participantIndex: 0 };
      await harness.call('PUT', `/envelopes/${id}/draft`, {
        fields: [
          ...form.map(({ type, page, x, y, width, height, label, required, options, group, comb }) => ({
            ...{ type, page, x, y, width, height, label, required, options, group, comb },
            participantIndex: 0,
          })),
          { ...box, type: 'signature' },
        ],
      });
      await harness.call('POST', `/envelopes/${id}/send`, {
        expectedVersion: (await harness.graph(id)).envelope.version,
      });

      const { page, faults } = await harness.visit(PHONE);
      page.setDefaultTimeout(patience(20_000));
      await page.goto(await harness.linkFor(ADA.email));
      await button(page, 'Review document').tap();
      await page.locator('canvas').first().waitFor();
      const sheet = page.locator('#signer-actions');
      await page.getByRole('button', { name: /^Full name, page 1/ }).tap();
      await sheet.getByRole('textbox').fill('Ada Lovelace');
      await page.getByRole('button', { name: /^Member number, page 1/ }).tap();
      await sheet.getByRole('textbox').fill('304117');
      await page.locator('[data-field-type="radio"]').nth(1).tap();
      await page.locator('[data-field-type="radio"]').nth(2).tap();
      await page.locator('[data-field-type="checkbox"]').tap();
      const shown = (await harness.graph(id)).fields.filter(({ type }) => type !== 'signature');
      const seen: boolean[] = [];
      for (const field of shown) seen.push(await hasInkOnScreen(page, field.id));
      await page.locator('[data-field-type="signature"]').tap();
      await button(page, 'Adopt and sign').tap();
      await page.getByText('Pro', { exact: true }).waitFor();
      await button(page, 'Sign and finish').tap();
      await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
      expect(faults).toEqual([]);

      const { fields } = await harness.graph(id);
      const values = fields.filter(({ type }) => type === 'radio').map(({ value }) => value);
      expect(values).toEqual([null, null, 'Pro']);
      await expect
        .poll(async () => (await harness.graph(id)).envelope.sealedAt, { timeout: patience(30_000) })
        .not.toBeNull();
      const sealed = await harness.download(`/envelopes/${id}/document?variant=sealed`);
      const [sheetOne] = renderedPages(writtenTo(directory.path, 'sealed.pdf', sealed), 1);
      if (sheetOne === undefined) throw new Error('the sealed file has no page');
      const sealedInk = shown.map((field) => hasInk(sheetOne, field));
      expect(sealedInk).toEqual(seen);
      expect(shown.map(({ label }, at) => [label, sealedInk[at]])).toEqual([
        ['Full name', true],
        ['Member number', true],
        ['Basic', false],
        ['Plus', false],
        ['Pro', true],
        ['Terms', true],
      ]);
      await page.context().close();
    },
    patience(120_000),
  );
});
