import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { boxOf } from './dashboard-steps.ts';

describe.skipIf(findChromium() === null)('signing in (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 400_000);
  afterAll(() => harness?.close());

  const hasNoViolations = async (page: Page) => expect(await findViolations(page)).toEqual([]);
  const colorOf = (page: Page, name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);

  it('shows a password on demand, by keyboard too', async () => {
    const { page, faults } = await harness.visit({ colorScheme: 'dark' });
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    const show = page.getByRole('button', { name: 'Show password' });
    await password.fill('correct horse');
    await shows(password).toHaveAttribute('type', 'password');
    await password.press('Tab');
    await shows(show).toBeFocused();
    await page.keyboard.press('Enter');
    await shows(show).toHaveAttribute('aria-pressed', 'true');
    await shows(password).toHaveAttribute('type', 'text');
    await shows(password).toHaveValue('correct horse');
    await hasNoViolations(page);
    await show.click();
    await shows(password).toHaveAttribute('type', 'password');
    expect(page.url()).toMatch(/\/login$/);
    expect(faults).toEqual([]);
  });

  it('has one main button: the passkey, or the password where there are no passkeys', async () => {
    const { page } = await harness.visit();
    await page.goto('/login');
    const main = await colorOf(page, 'Sign in with a passkey');
    expect(await colorOf(page, 'Sign in')).not.toBe(main);

    const without = await harness.visit();
    await without.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await without.page.goto('/login');
    await shows(without.page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
    await shows.poll(() => colorOf(without.page, 'Sign in')).toBe(main);

    await page.goto('/signup');
    expect(await colorOf(page, 'Create organization with a passkey')).toBe(main);
    expect(await colorOf(page, 'Use a password instead')).not.toBe(main);
    await without.page.goto('/signup');
    await without.page.getByLabel('Password').waitFor();
    expect(await colorOf(without.page, 'Create organization')).toBe(main);
    const scriptless = await harness.visit({ javaScriptEnabled: false });
    await scriptless.page.goto('/signup');
    await scriptless.page.getByLabel('Password').waitFor();
    await shows(scriptless.page.getByRole('button', { name: 'Create organization' })).toHaveCount(1);
  });

  it('leads from the page of a sealed document to the check of one, and from each form to the other', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 1440, height: 900 } });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create an organization' }).click();
    await page.waitForURL('**/signup');
    await page.getByText('You check them before you send.').waitFor();
    await hasNoViolations(page);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: 'Check a document' }).click();
    await page.waitForURL('**/verify');
    expect(faults).toEqual([]);
  });

  it('fits the smallest phone, with targets for fingers', async () => {
    const { page } = await harness.visit({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto('/login');
    await hasNoViolations(page);
    const { width, height } = await boxOf(page.getByRole('button', { name: 'Show password' }));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await shows(page.getByRole('link', { name: 'Check a document' })).toBeHidden();
  });
});
