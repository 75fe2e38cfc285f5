import { AxeBuilder } from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('searching (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function ready(options?: Parameters<DashboardHarness['visit']>[0]) {
    const visit = await harness.visit(options);
    await signUp(visit.page);
    const key = await apiKeyOf(visit.page);
    await makeEnvelope(visit.page, key, 'Lease 14 Harbour Street', { people: [ADA] });
    await makeEnvelope(visit.page, key, 'Mutual NDA', { people: [BEN] });
    return visit;
  }
  const rows = (page: Page) => page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
  /** On a phone, search and filters are behind the last chip. */
  const openTools = (page: Page) =>
    page.getByRole('navigation', { name: 'Overview' }).getByRole('button', { name: 'More' }).click();
  const box = (page: Page) => page.getByRole('searchbox', { name: 'Search envelopes' });

  it('shows what is found while typing, and keeps the focus and the URL', async () => {
    const { page, faults } = await ready({ viewport: { width: 390, height: 800 } });
    await page.goto('/envelopes');
    await shows(box(page)).toBeHidden();
    await openTools(page);
    await box(page).click();
    await page.keyboard.type('harbour lea');
    await page.waitForURL('**/envelopes?q=harbour+lea');
    await shows(rows(page)).toHaveCount(1);
    await shows(page.getByRole('status').filter({ hasText: '1 envelope found.' })).toBeAttached();
    await shows(box(page)).toBeFocused();
    await page.keyboard.type('x');
    await page.getByRole('heading', { name: 'No envelopes match “harbour leax”' }).waitFor();
    await page.keyboard.press('Escape');
    await shows(box(page)).toHaveValue('');
    await shows(rows(page)).toHaveCount(2);
    await page.keyboard.type('bitdiddle');
    await shows(rows(page).filter({ hasText: 'Mutual NDA' })).toHaveCount(1);
    await shows(rows(page)).toHaveCount(1);
    await page.goBack();
    await shows(box(page)).toHaveValue('');
    await shows(rows(page)).toHaveCount(2);
    expect(faults).toEqual([]);
  });

  it('opens what is found from any page, by keyboard alone', async () => {
    const { page, faults } = await ready();
    const palette = page.getByRole('dialog', { name: 'Search' });
    const active = palette.locator('[role="option"][aria-selected="true"]');
    await page.goto('/settings/profile');
    await page.keyboard.press('/');
    await shows(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(2);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.type('Hárbour');
    const found = palette.getByRole('group', { name: 'Envelopes' }).getByRole('option');
    await shows(found).toHaveText([/Lease 14 Harbour Street/]);
    await shows(active).toHaveText(/Lease 14 Harbour Street/);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lease 14 Harbour Street' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await shows(palette.getByRole('group', { name: 'Settings' }).getByRole('option')).toHaveText([
      /Audit log/,
    ]);
    await page.keyboard.press('Escape');
    await shows(palette).toBeHidden();
    await page.keyboard.press('Control+k');
    await shows(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('no such thing');
    await palette.getByText('Nothing matches “no such thing”').waitFor();
    await palette.getByRole('combobox').fill('');
    await shows(active).toHaveCount(1);
    const first = await active.textContent();
    await page.keyboard.press('ArrowDown');
    await shows(active).not.toHaveText(first ?? '');
    await palette.getByRole('combobox').fill('nda');
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL('**/envelopes?q=nda');
    await shows(rows(page)).toHaveCount(1);
    // Enter opens the result, even if it's pressed before the result arrives, and never the row still shown.
    await page.keyboard.press('/');
    await shows(active).toHaveCount(1);
    await page.keyboard.type('lease');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lease 14 Harbour Street' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('opens from the icon on a phone, and from the box beside the page', async () => {
    const { page } = await ready();
    const palette = page.getByRole('dialog', { name: 'Search' });
    await page.goto('/reports');
    await page.getByRole('searchbox', { name: 'Search envelopes' }).press('n');
    await shows(palette.getByRole('combobox')).toHaveValue('n');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Search' }).click();
    await page.keyboard.press('Escape');
    await page.goto('/envelopes');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await palette.getByRole('combobox').fill('nda');
    await palette.getByRole('option', { name: /Mutual NDA/ }).click();
    await page.getByRole('heading', { name: 'Mutual NDA' }).waitFor();
  });

  it('searches the text of documents', async () => {
    const { page } = await ready();
    // The worker reads new documents shortly afterwards.
    await shows(async () => {
      await page.goto('/envelopes?q=page');
      await shows(rows(page)).toHaveCount(2, { timeout: 500 });
    }).toPass();
    await shows(rows(page).first().locator('mark')).toHaveText(['Page']);
    await shows(rows(page).first()).toContainText('Page 1');

    await page.keyboard.press('/');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await page.keyboard.type('page');
    const inside = palette.getByRole('group', { name: 'Inside documents' }).getByRole('option');
    await shows(inside).toHaveCount(2);
    await shows(inside.first().locator('mark')).toHaveText(['Page']);
    await inside.filter({ hasText: 'Mutual NDA' }).click();
    await page.waitForURL('**/envelopes/env_*#page-1');
    await page.getByRole('heading', { name: 'Mutual NDA' }).waitFor();
  });

  it('works above the list on a phone, and without scripts', async () => {
    const { page, context } = await ready({ viewport: { width: 390, height: 800 } });
    await page.goto('/envelopes');
    await openTools(page);
    await box(page).fill('nda');
    await shows(rows(page)).toHaveCount(1);
    const plain = await harness.visit({ javaScriptEnabled: false });
    await plain.context.addCookies(await context.cookies());
    await plain.page.goto('/envelopes');
    await box(plain.page).fill('harbour');
    await box(plain.page).press('Enter');
    await shows(rows(plain.page)).toHaveCount(1);
  });
});
