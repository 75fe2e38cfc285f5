import AxeBuilder from '@axe-core/playwright';
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
  const options = (page: Page) => page.getByRole('listbox', { name: 'Search settings' }).getByRole('option');
  const isSound = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  it('finds a section by another word for it, and opens it by keyboard', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await page.goto('/settings');
    const groups = page.getByRole('navigation', { name: 'Settings' }).getByRole('heading');
    await shows(groups).toHaveText(['You', 'Organization', 'Sending', 'Security', 'Developers']);
    await isSound(page);
    await box(page).fill('re');
    const active = page.locator('[role="option"][aria-selected="true"]');
    const first = await active.textContent();
    await page.keyboard.press('ArrowDown');
    await shows(active).not.toHaveText(first ?? '');
    await isSound(page);
    await box(page).fill('nothing like it');
    await page.getByText('No settings match “nothing like it”.').waitFor();
    await isSound(page);
    await page.keyboard.press('Escape');
    await shows(groups).toHaveCount(5);
    await box(page).fill('bounces');
    await shows(options(page)).toHaveText([/Email\s*Sending/]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/mail');
    await shows(box(page)).toHaveValue('');
    await box(page).fill('two-factor');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/profile#two-step');
    await shows(page.locator('#two-step')).toBeInViewport();
    expect(faults).toEqual([]);
  });

  it('works with a thumb, and the pages are behind the name of the current one', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await signUp(page);
    await page.goto('/settings/profile');
    const pages = page.getByRole('navigation', { name: 'Settings' });
    await shows(pages).toBeHidden();
    await page.getByText('Settings: Profile & security').click();
    await isSound(page);
    await pages.getByRole('link', { name: 'Webhooks' }).tap();
    await page.waitForURL('**/settings/webhooks');
    await shows(pages).toBeHidden();
    await box(page).fill('expiration');
    await shows(options(page)).toHaveCount(1);
    expect((await options(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await isSound(page);
    await options(page).tap();
    await page.waitForURL('**/settings/defaults#expiry');
    await shows(page.locator('#expiry')).toBeInViewport();
    expect(faults).toEqual([]);
  });

  it('leads only to places that exist', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    const hrefs = findSettings('owner', ['']).map(({ href }) => new URL(href, harness.origin));
    for (const [path, places] of Map.groupBy(hrefs, ({ pathname }) => pathname)) {
      await page.goto(path);
      for (const { hash } of places)
        if (hash !== '') await shows(page.locator(hash), `${path}${hash}`).toHaveCount(1);
    }
  });
});
