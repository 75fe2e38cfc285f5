import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
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
