import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp, toast } from './dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('filing envelopes (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function ready() {
    const visit = await harness.visit();
    await signUp(visit.page);
    const key = await apiKeyOf(visit.page);
    const id = await makeEnvelope(visit.page, key, 'Lease', { people: [ADA] });
    await makeEnvelope(visit.page, key, 'Mutual NDA', { people: [BEN] });
    await visit.page.goto('/envelopes');
    return { ...visit, id };
  }
  const rows = (page: Page) => page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
  const hasNoViolations = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  it('labels several envelopes at once and one by itself, and filters by label', async () => {
    const { page, id, faults } = await ready();
    for (const name of ['Lease', 'Mutual NDA']) await page.getByLabel(`Select ${name}`).click();
    await page.getByRole('button', { name: 'Labels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labels' });
    await dialog.getByLabel('New label').fill('Sales');
    await dialog.getByLabel('Color').selectOption('Teal');
    await dialog.getByRole('button', { name: 'Create label' }).click();
    await shows(dialog.getByRole('checkbox', { name: 'Sales' })).toBeChecked();
    await hasNoViolations(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await shows(rows(page).filter({ hasText: 'Sales' })).toHaveCount(2);

    await page.goto(`/envelopes/${id}`);
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Sales' }).uncheck();
    await page.keyboard.press('Escape');
    await shows(page.locator('main').getByText('Sales', { exact: true })).toHaveCount(0);
    await page.goto('/envelopes');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Label', { exact: true }).selectOption('Sales');
    await shows(rows(page)).toHaveCount(1);
    await hasNoViolations(page);
    await page.getByRole('link', { name: 'Remove filter: Label: Sales' }).click();
    await shows(rows(page)).toHaveCount(2);
    expect(faults).toEqual([]);
  });

  it('selects all rows at once, and offers what else a row can do', async () => {
    const { page, context, id, faults } = await ready();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Select all').check();
    await page.getByText('2 selected').waitFor();
    await page.getByLabel('Select Lease').uncheck();
    expect(
      await page.getByLabel('Select all').evaluate((box) => (box as HTMLInputElement).indeterminate),
    ).toBe(true);
    await page.getByLabel('Select all').check();
    await page.getByLabel('Select all').uncheck();
    await shows(page.getByText('2 selected')).toHaveCount(0);
    await page.getByText('2 envelopes', { exact: true }).waitFor();

    const lease = rows(page).filter({ hasText: 'Ada Lovelace' });
    await lease.hover();
    await lease.locator('summary').click();
    const download = lease.getByRole('link', { name: 'Download' });
    await shows(download).toBeInViewport({ ratio: 1 });
    expect(await download.getAttribute('href')).toBe(`/envelopes/${id}/document?variant=current&download`);
    await hasNoViolations(page);
    await lease.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${harness.origin}/envelopes/${id}`,
    );
    expect(faults).toEqual([]);
  });

  it('filters by date and saves the view', async () => {
    const { page, faults } = await ready();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Date', { exact: true }).selectOption('Completed');
    await page.getByLabel('Period').selectOption('30');
    await page.waitForURL('**/envelopes?period=30&date=completed');
    await page.getByRole('heading', { name: 'No envelopes match these filters' }).waitFor();
    await page.getByLabel('Date', { exact: true }).selectOption('Sent');
    await shows(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Sent lately');
    await page.keyboard.press('Enter');
    const view = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sent lately' });
    await shows(view).toHaveAttribute('aria-current', 'page');
    await page.goto('/settings/profile');
    await view.click();
    await page.waitForURL('**/envelopes?period=30&date=sent');
    await page.getByRole('button', { name: 'Delete view' }).click();
    await shows(view).toHaveCount(0);
    await toast(page, '“Sent lately” deleted').getByRole('button', { name: 'Undo' }).click();
    await shows(view).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: 'Delete view' }).click();
    await shows(view).toHaveCount(0);

    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await shows(page.getByRole('link', { name: /Sent: Jan 1, 2020 – Jan 31, 2020/ })).toBeVisible();
    await shows(rows(page)).toHaveCount(0);
    expect(faults).toEqual([]);
  });
});
