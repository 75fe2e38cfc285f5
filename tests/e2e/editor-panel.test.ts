import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
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

const PICTURES = process.env['PICTURES'] ?? '';

describe.skipIf(findChromium() === null)('the panel of a field (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function ready() {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    return { page, faults };
  }
  async function picture(page: Page, name: string) {
    if (PICTURES === '') return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png` });
  }
  const rows = (page: Page) => page.getByRole('textbox', { name: /^Option \d/ });
  const options = (page: Page) => rows(page).evaluateAll((all) => all.map((one) => (one as any).value));

  it('takes options in rows: typed, pasted, moved and removed, all by keyboard', async () => {
    const { page, faults } = await ready();
    await dragOntoPage(page, 'Dropdown', { page: 1, x: 0.4, y: 0.3 });
    await page.getByLabel('Label').fill('Region');
    expect(await options(page)).toHaveLength(2);
    await rows(page).first().fill('Europe');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Asia');
    await page.getByRole('button', { name: 'Remove option 3' }).click();
    await page.getByRole('button', { name: 'Add an option' }).click();
    await shows(rows(page).nth(2)).toBeFocused();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text', 'Africa\r\n\r\n  Oceania \nAsia Pacific');
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    });
    expect(await options(page)).toEqual(['Europe', 'Asia', 'Africa', 'Oceania', 'Asia Pacific']);
    await page.getByRole('button', { name: 'Move option 5', exact: true }).focus();
    await page.keyboard.press('ArrowUp');
    await shows(page.getByText('Moved to position 4 of 5.')).toBeAttached();
    await shows(page.getByRole('button', { name: 'Move option 4', exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Remove option 2' }).click();
    await shows(rows(page).first()).toBeFocused();
    expect(await options(page)).toEqual(['Europe', 'Africa', 'Asia Pacific', 'Oceania']);
    await picture(page, 'options');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.getByRole('button', { name: 'Paste a list' }).click();
    const list = page.getByRole('textbox', { name: 'Options' });
    await shows(list).toHaveValue('Europe\nAfrica\nAsia Pacific\nOceania');
    await list.fill(Array.from({ length: 101 }, (_, index) => `Country ${index}`).join('\n'));
    await shows(page.getByText('A field has up to 100 options. The others were left out.')).toBeVisible();
    await shows(list).toHaveValue(/Country 100$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await shows(rows(page)).toHaveCount(100);
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await list.fill('North\n\nSouth\n');
    await shows(page.getByText('The others were left out.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await options(page)).toEqual(['North', 'South']);
    await saved(page);
    await page.reload();
    await editorReady(page);
    await placed(page, /^Dropdown “Region”/).click();
    expect(await options(page)).toEqual(['North', 'South']);
    expect(faults).toEqual([]);
  });

  it('moves an option where its handle is dragged', async () => {
    const { page, faults } = await ready();
    await dragOntoPage(page, 'Radio', { page: 1, x: 0.4, y: 0.3 });
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByRole('textbox', { name: 'Options' }).fill('One\nTwo\nThree');
    await page.getByRole('button', { name: 'Done' }).click();
    const from = await page.getByRole('button', { name: 'Move option 1', exact: true }).boundingBox();
    const to = await rows(page).last().boundingBox();
    if (from === null || to === null) throw new Error('the rows are shown');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y + to.height - 2, { steps: 5 });
    await page.mouse.up();
    expect(await options(page)).toEqual(['Two', 'Three', 'One']);
    expect(faults).toEqual([]);
  });

  it('shows how numbers and dates will look, and sets place and size', async () => {
    const { page, faults } = await ready();
    await dragOntoPage(page, 'Number', { page: 1, x: 0.4, y: 0.3 });
    await page.getByLabel('Label').fill('Deposit');
    await page.getByRole('switch', { name: 'Required' }).uncheck();
    await page.getByRole('combobox', { name: 'Format' }).selectOption('1,234.56');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption({ label: 'US Dollar (USD)' });
    await page.getByRole('combobox', { name: 'Decimals' }).selectOption('0');
    await shows(page.getByText('Looks like $1,235')).toBeVisible();
    await page.getByText('Position and size').click();
    await page.getByLabel('Left (%)').fill('90');
    await page.getByLabel('Width (%)').fill('25');
    await page.getByLabel('Width (%)').blur();
    await shows(page.getByLabel('Left (%)')).toHaveValue('75');
    await shows(page.getByLabel('Width (%)')).toHaveValue('25');
    await shows(page.locator('summary', { hasText: 'API name' })).toContainText('deposit');
    await picture(page, 'number');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await dragOntoPage(page, 'Date', { page: 1, x: 0.4, y: 0.5 });
    await page.getByRole('combobox', { name: 'Format' }).selectOption('MMMM D, YYYY');
    await shows(page.getByRole('combobox', { name: 'Format' })).toContainText('December 31, ');
    await picture(page, 'date');
    await saved(page);
    await page.reload();
    await editorReady(page);
    await placed(page, /^Number “Deposit”/).click();
    await shows(page.getByRole('switch', { name: 'Required' })).not.toBeChecked();
    await shows(page.getByText('Looks like $1,235')).toBeVisible();
    expect(faults).toEqual([]);
  });
});
