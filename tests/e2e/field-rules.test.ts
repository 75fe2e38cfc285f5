import AxeBuilder from '@axe-core/playwright';
import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import {
  addParticipant,
  dragOntoPage,
  editorReady,
  placed,
  saved,
  signUp,
  upload,
} from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const BEN = { name: 'Ben Bitdiddle', email: 'ben@example.com' };
const box = (key: string, type: string, y: number, more: object = {}) => ({
  ...{ key, label: key, type, page: 1, x: 0.1, y, width: 0.3, height: 0.028, participantIndex: 0 },
  ...more,
});
const isShipped = { all: [{ key: 'Ships', isChecked: true }] };

describe.skipIf(findChromium() === null)(
  'conditions and formulas (skipped where there is no Chromium)',
  () => {
    let signing: SignerHarness;
    let dashboard: DashboardHarness;
    beforeAll(async () => {
      signing = await openSignerHarness();
      dashboard = await openDashboardHarness();
    }, 240_000);
    afterAll(async () => {
      await signing?.close();
      await dashboard?.close();
    });

    it('follow the answers on the signer’s page, and the server stores the same', async () => {
      const id = await signing.send({
        participants: [ADA, BEN],
        fields: [
          box('Ships', 'checkbox', 0.1, { required: false, width: 0.026, height: 0.02 }),
          box('Street', 'text', 0.15, { condition: isShipped }),
          box('Price', 'number', 0.2),
          box('Total', 'number', 0.25, { formula: 'round(Price * 1.19, 2)' }),
          box('Half', 'number', 0.3, { participantIndex: 1, formula: 'Total / 2' }),
          box('Receipt', 'text', 0.35, {
            participantIndex: 1,
            condition: { all: [{ key: 'Street', isFilled: true }] },
          }),
        ],
      });
      const { page, faults } = await signing.visit();
      await page.goto(await signing.linkFor(ADA.email));
      await page.getByRole('button', { name: 'Review document' }).click();
      await page.locator('canvas').first().waitFor();
      const street = page.getByLabel('Street, page 1, required');
      const price = page.getByLabel('Price, page 1, required');
      const total = page.getByLabel('Total, page 1, Calculated');
      const progress = page.getByRole('progressbar');
      await shows(street).toHaveCount(0);
      await shows(progress).toHaveAttribute('aria-valuemax', '1');
      await page.getByRole('checkbox', { name: 'Ships, page 1' }).check();
      await shows(street).toBeVisible();
      await shows(progress).toHaveAttribute('aria-valuemax', '2');
      await shows(page.locator('[aria-live="polite"]').getByText('Now shown: Street.')).toHaveCount(1);
      await street.fill('Elm Street 1');
      await price.fill('0.1');
      await shows(total).toHaveValue('0.12');
      await price.fill('1,000');
      await price.blur();
      await shows(total).toHaveValue('1190');
      await shows(total).toHaveAttribute('readonly');
      await shows(page.locator('[aria-live="polite"]').getByText('Total: 1190.')).toHaveCount(1);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

      await page.getByRole('checkbox', { name: 'Ships, page 1' }).uncheck();
      await shows(street).toHaveCount(0);
      await shows(page.locator('[aria-live="polite"]').getByText('No longer needed: Street.')).toHaveCount(1);
      // Reloading the tab keeps the answers, and evaluates again which fields are shown.
      await page.reload();
      await shows(total).toHaveValue('1190');
      await page.getByRole('button', { name: 'Review' }).click();
      await shows(page.getByText('Elm Street 1')).toHaveCount(0);
      await page.getByRole('button', { name: 'Sign and finish' }).click();
      await page.getByRole('heading', { name: /signed/i }).waitFor();
      const { fields } = await signing.graph(id);
      expect(fields.map(({ key, value }) => [key, value])).toEqual([
        ['Ships', 'false'],
        ['Street', null],
        ['Price', '1,000'],
        ['Total', '1190'],
        ['Half', null],
        ['Receipt', null],
      ]);
      expect(faults).toEqual([]);
      await page.context().close();

      const second = await signing.visit();
      await second.page.goto(await signing.linkFor(BEN.email));
      await second.page.getByRole('button', { name: 'Review document' }).click();
      await shows(second.page.getByLabel('Half, page 1, Calculated')).toHaveValue('595');
      await shows(second.page.getByLabel('Receipt, page 1, required')).toHaveCount(0);
      await second.page.context().close();
    }, 120_000);

    it('are set in the editor, kept when labels change, and shown in the preview', async () => {
      const { page, faults } = await dashboard.visit();
      await signUp(page);
      await upload(page, 'Order.pdf');
      await addParticipant(page, ADA.name, ADA.email);
      await dragOntoPage(page, 'Number', { page: 1, x: 0.3, y: 0.2 });
      await page.getByLabel('Label').fill('Price');
      await dragOntoPage(page, 'Number', { page: 1, x: 0.3, y: 0.3 });
      await page.getByLabel('Label').fill('Total');
      await page.locator('summary', { hasText: 'Formula' }).click();
      await page.getByLabel('Insert a field').selectOption('price');
      await shows(page.getByRole('textbox', { name: 'Formula' })).toHaveValue('price');
      await page.getByRole('textbox', { name: 'Formula' }).fill('price *');
      await shows(
        page.getByText('The formula of Total on page 1 is incomplete or has a mistake.').first(),
      ).toBeVisible();
      await page.getByRole('textbox', { name: 'Formula' }).fill('price * 2');
      await dragOntoPage(page, 'Text', { page: 1, x: 0.3, y: 0.4 });
      await page.getByLabel('Label').fill('Reason');
      await page.getByRole('button', { name: 'Show only if…' }).click();
      await shows(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
      await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('total');
      await page.getByLabel('Condition', { exact: true }).selectOption({ label: 'is' });
      await page.getByLabel('Value', { exact: true }).fill('20');
      await shows(placed(page, /^Text “Reason” for Ada.*conditional/)).toHaveCount(1);
      await shows(placed(page, /^Number “Total” for Ada.*calculated/)).toHaveCount(1);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

      await placed(page, /^Number “Price”/).click();
      await page.getByLabel('Label').fill('Net price');
      await saved(page);
      await page.reload();
      await editorReady(page);
      await placed(page, /^Number “Total”/).click();
      await shows(page.getByRole('textbox', { name: 'Formula' })).toHaveValue('price * 2');

      await page.getByRole('button', { name: 'Preview' }).click();
      const frame = page.frameLocator('iframe');
      await frame.getByRole('button', { name: 'Review document' }).click();
      await frame.getByLabel(/^Net price, page 1/).fill('10');
      await shows(frame.getByLabel(/^Total, page 1/)).toHaveValue('20');
      await shows(frame.getByLabel(/^Reason, page 1/)).toBeVisible();
      await frame.getByLabel(/^Net price, page 1/).fill('11');
      await shows(frame.getByLabel(/^Reason, page 1/)).toHaveCount(0);
      await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' }).click();

      await placed(page, /^Number “Net price”/).click();
      await page.keyboard.press('Delete');
      await shows(
        page.getByText('Total on page 1 depends on a field that doesn’t exist anymore.').first(),
      ).toBeVisible();
      expect(faults).toEqual([]);
      await page.context().close();
    }, 120_000);
  },
);
