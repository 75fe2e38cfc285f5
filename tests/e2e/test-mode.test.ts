import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { ADA, apiKeyOf, makeEnvelope } from './envelope-steps.ts';

/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

describe.skipIf(findChromium() === null)('test mode (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(async () => harness?.close());

  it('lets time pass, for one envelope or all, and says what happened', async () => {
    const { page, faults } = await harness.visit();
    const picture = async (name: string) => {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
    };
    await signUp(page);
    await page.goto('/settings/api-keys');
    await shows(page.getByRole('button', { name: 'Advance time' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Open test mode' }).click();
    const open = page.getByRole('button', { name: 'Advance time' });
    await open.waitFor();
    // The form's answer was a new document. A key pressed before its scripts run does nothing.
    await page.goto('/settings/api-keys');
    const dialog = page.getByRole('dialog', { name: 'Advance time' });
    const advance = dialog.getByRole('button', { name: 'Advance time' });
    const result = dialog.getByRole('status');
    await open.press('Enter');
    await shows(dialog.getByRole('combobox', { name: 'How far' })).toBeFocused();
    await advance.press('Enter');
    await shows(result).toHaveText('No envelope has a deadline.');
    await page.keyboard.press('Escape');

    const key = await apiKeyOf(page);
    const reminderPolicy = { firstAfterDays: 3, everyDays: 2, maxReminders: 2 };
    const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
    const make = (name: string) =>
      makeEnvelope(page, key, name, { people: [ADA], policy: { reminderPolicy, expiresAt } });
    const [lease] = [await make('Lease'), await make('Loan')];

    await page.goto(`/envelopes/${lease}`);
    await open.click();
    await shows(dialog.getByRole('combobox', { name: 'Envelopes' })).toHaveValue('this');
    await dialog.getByLabel('Days').fill('0');
    await advance.click();
    await dialog.getByText('Enter at least one hour.').waitFor();
    await dialog.getByLabel('Days').fill('3');
    await dialog.getByLabel('Hours').fill('1');
    await dialog.getByLabel('Hours').press('Enter');
    await shows(result).toHaveText(/Time advanced for 1 envelope\.\s*Reminder sent\s*1\s*$/, {
      timeout: 20_000,
    });
    expect(await findViolations(page)).toEqual([]);
    await picture('advance-time');

    await dialog.getByRole('combobox', { name: 'Envelopes' }).selectOption('All with deadlines');
    await dialog.getByRole('combobox', { name: 'How far' }).selectOption('To a date and time');
    const when = dialog.getByLabel('Date and time');
    await when.fill('2020-01-01T09:00');
    await advance.click();
    await dialog.getByText('Choose a time in the future.').waitFor();
    const later = new Date(Date.now() + 12 * 86_400_000);
    await when.fill(`${later.toISOString().slice(0, 10)}T09:00`);
    await advance.click();
    await shows(result).toHaveText(/Time advanced for 2 envelopes\..*Reminder sent\s*3.*Expired\s*2/s, {
      timeout: 20_000,
    });
    await page.keyboard.press('Escape');
    await shows(page.getByRole('main').getByText('Expired').first()).toBeVisible();

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 720 });
    await picture('test-mode-dark-narrow');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await open.click();
    await picture('advance-time-dark-narrow');
    expect(faults).toEqual([]);
  });
});
