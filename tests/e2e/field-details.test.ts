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
  box('Code', 'text', 0.2, {
    validation: { pattern: '[A-Z]{2}\\d{2}', message: 'See <b>page 2</b> or www.example.com' },
  }),
  box('City', 'text', 0.25, { defaultValue: 'Malmö' }),
  box('Notes', 'text', 0.3, { multiline: true, required: false, height: 0.04 }),
];

describe.skipIf(findChromium() === null)('the details of fields (skipped where there is no Chromium)', () => {
  let signing: SignerHarness;
  beforeAll(async () => {
    signing = await openSignerHarness();
  }, 240_000);
  afterAll(async () => {
    await signing?.close();
  });

  async function opened(phone: boolean) {
    const id = await signing.send({ participants: [ADA], fields: FIELDS });
    const visit = await signing.visit(
      phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {},
    );
    const { page } = visit;
    await page.goto(await signing.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('canvas').first().waitFor();
    return { id, ...visit };
  }

  it('are followed by the inputs on the page', async () => {
    const { id, page, faults } = await opened(false);
    const fee = page.getByLabel('Fee, page 1, required');
    await fee.fill('99,5');
    await fee.blur();
    await shows(fee).toHaveValue('99,50\u00a0€');
    await fee.focus();
    await shows(fee).toHaveValue('99,5');
    await shows(page.getByText('Enter 100,00\u00a0€ or more.')).toBeVisible();
    await fee.fill('1.234,5');
    await fee.blur();
    await shows(fee).toHaveValue('1.234,50\u00a0€');

    const tax = page.getByLabel('Tax ID, page 1, required');
    await shows(tax).toHaveAttribute('placeholder', '8 digits');
    await shows(tax).toHaveAccessibleDescription('As printed on your card.');
    await tax.fill('123456789');
    await tax.blur();
    await shows(tax).toHaveAccessibleDescription('Use at most 8 characters.');
    await tax.fill('12345678');
    await tax.blur();
    await shows(page.locator('.field-box.comb .cells > span')).toHaveText([...'12345678']);

    const code = page.getByLabel('Code, page 1, required');
    await code.fill('ab12');
    await code.blur();
    await shows(code).toHaveAccessibleDescription('See <b>page 2</b> or www.example.com');
    await code.fill('AB12');
    await shows(code).toHaveAccessibleDescription('');
    await shows(page.getByLabel('City, page 1, required')).toHaveValue('Malmö');
    await page.getByLabel('Notes, page 1').fill('One\nTwo');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.getByRole('button', { name: 'Review' }).click();
    await shows(page.getByText('1.234,50\u00a0€')).toBeVisible();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('heading', { name: /signed/i }).waitFor();
    const { fields } = await signing.graph(id);
    expect(fields.map(({ key, value }) => [key, value])).toEqual([
      ['fee', '1234.5'],
      ['tax_id', '12345678'],
      ['code', 'AB12'],
      ['city', 'Malmö'],
      ['notes', 'One\nTwo'],
    ]);
    expect(faults).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('are followed by the sheet below the page on a phone', async () => {
    const { page, faults } = await opened(true);
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
