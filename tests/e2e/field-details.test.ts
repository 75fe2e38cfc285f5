import AxeBuilder from '@axe-core/playwright';
import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const box = (label: string, type: string, y: number, more: object = {}) => ({
  ...{ label, type, page: 1, x: 0.1, y, width: 0.4, height: 0.028, participantIndex: 0 },
  ...more,
});
const FIELDS = [
  box('Fee', 'number', 0.1, {
    format: { pattern: '1.234,56', decimals: 2, currency: 'EUR' },
    validation: { min: 100 },
    align: 'right',
  }),
  box('Tax ID', 'text', 0.15, { comb: 8, placeholder: '8 digits', hint: 'As printed on your card.' }),
];

describe.skipIf(findChromium() === null)('the details of fields (skipped where there is no Chromium)', () => {
  let signing: SignerHarness;
  beforeAll(async () => {
    signing = await openSignerHarness();
  }, 240_000);
  afterAll(async () => {
    await signing?.close();
  });

  it('are followed by the sheet below the page on a phone', async () => {
    await signing.send({ participants: [ADA], fields: FIELDS });
    const { page, faults } = await signing.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(await signing.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('canvas').first().waitFor();
    await page.locator('[data-docks]').first().click();
    const fee = page.getByRole('textbox', { name: 'Fee, page 1, required' });
    await fee.fill('1234');
    await fee.press('Enter');
    const tax = page.getByRole('textbox', { name: 'Tax ID, page 1, required' });
    await shows(tax).toHaveAttribute('placeholder', '8 digits');
    await shows(page.getByText('As printed on your card.').first()).toBeVisible();
    await tax.fill('1234');
    await shows(page.locator('.field-box.comb .cells > span')).toHaveText([...'1234']);
    await shows(page.locator('.field-box').getByText('1.234,00\u00a0€')).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  }, 120_000);
});
