import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSettings } from '#ui/account/settings/settings-pages.ts';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';

describe.skipIf(findChromium() === null)('searching settings (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  const box = (page: Page) => page.getByRole('combobox', { name: 'Search settings' });

  it('leads to a section of another page, and closes the list of pages when one is opened', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await page.goto('/settings');
    await box(page).fill('two-factor');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/profile#two-step');
    await shows(page.locator('#two-step')).toBeInViewport();
    await page.setViewportSize({ width: 390, height: 844 });
    const pages = page.getByRole('navigation', { name: 'Settings' });
    await page.getByText('Settings: Profile & security').click();
    await pages.getByRole('link', { name: 'Webhooks' }).click();
    await page.waitForURL('**/settings/webhooks');
    await shows(pages).toBeHidden();
    expect(faults).toEqual([]);
  });

  it('leads only to places that exist', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    const hrefs = findSettings('owner', ['']).map(({ href }) => new URL(href, harness.origin));
    for (const [path, places] of Map.groupBy(hrefs, ({ pathname }) => pathname)) {
      const html = await (await page.request.get(path)).text();
      for (const { hash } of places)
        if (hash !== '') expect(html.split(` id="${hash.slice(1)}"`), `${path}${hash}`).toHaveLength(2);
    }
  });
});
