import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
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

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };

describe.skipIf(findChromium() === null)(
  'conditions and formulas (skipped where there is no Chromium)',
  () => {
    let dashboard: DashboardHarness;
    beforeAll(async () => {
      dashboard = await openDashboardHarness();
    }, 240_000);
    afterAll(async () => {
      await dashboard?.close();
    });

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
      await shows(page.getByRole('textbox', { name: 'Formula' })).toHaveValue('Price');
      await page.getByRole('textbox', { name: 'Formula' }).fill('price *');
      await shows(page.getByText('The formula isn’t finished.')).toBeVisible();
      await page.getByRole('textbox', { name: 'Formula' }).fill('price * 2');
      await page.getByRole('spinbutton', { name: 'Price' }).fill('12.5');
      await shows(page.getByText('Result: 25')).toBeVisible();
      await dragOntoPage(page, 'Text', { page: 1, x: 0.3, y: 0.4 });
      await page.getByLabel('Label').fill('Reason');
      await page.getByRole('button', { name: 'Show only if…' }).click();
      await shows(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
      await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('total');
      await page.getByLabel('Condition', { exact: true }).selectOption({ label: 'is' });
      await page.getByLabel('Value', { exact: true }).fill('20');
      await shows(placed(page, /^Text “Reason” for Ada.*conditional/)).toHaveCount(1);
      await shows(placed(page, /^Number “Total” for Ada.*calculated/)).toHaveCount(1);
      expect(await findViolations(page)).toEqual([]);

      await placed(page, /^Number “Price”/).click();
      await page.getByLabel('Label').fill('Net price');
      await saved(page);
      await page.reload();
      await editorReady(page);
      await placed(page, /^Number “Total”/).click();
      await shows(page.getByRole('textbox', { name: 'Formula' })).toHaveValue('Net price * 2');

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
