import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { boxOf, signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, makeEnvelope } from './envelope-steps.ts';

const PHONE = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true } as const;

describe.skipIf(findChromium() === null)(
  'the dashboard on a phone (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 400_000);
    afterAll(() => harness?.close());

    const isSound = async (page: Page) => {
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
    };
    const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

    it.each(['light', 'dark'] as const)(
      'has everything that the bar has no room for behind More, in %s',
      async (colorScheme) => {
        const { page, faults } = await harness.visit({ ...PHONE, colorScheme });
        const email = await signUp(page);
        const sheet = page.getByRole('dialog', { name: 'More' });
        await shows(bar(page).getByRole('link', { name: 'Settings' })).toBeHidden();
        await bar(page).getByRole('button', { name: 'More' }).tap();
        await sheet.getByText(email).waitFor();
        await isSound(page);
        const settings = sheet.getByRole('link', { name: 'Settings', exact: true });
        expect((await boxOf(settings)).height).toBeGreaterThanOrEqual(44);
        await settings.tap();
        await page.waitForURL('**/settings/**');
        await sheet.waitFor({ state: 'detached' });

        await bar(page).getByRole('button', { name: 'More' }).press('Enter');
        await sheet.waitFor();
        await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
        await shows(bar(page).getByRole('button', { name: 'More' })).toBeFocused();
        await bar(page).getByRole('button', { name: 'More' }).tap();
        await sheet.getByRole('button', { name: 'Sign out' }).tap();
        await page.waitForURL('**/login');
        expect(faults).toEqual([]);
      },
    );

    it('keeps the next best action of an envelope in reach, instead of the bar', async () => {
      const { page, faults } = await harness.visit(PHONE);
      await signUp(page);
      const key = await apiKeyOf(page);
      const id = await makeEnvelope(page, key, 'Lease', { people: [ADA] });
      await page.goto(`/envelopes/${id}`);
      const remind = page.getByRole('button', { name: 'Remind Ada Lovelace' }).last();
      const { y, height } = await boxOf(remind);
      expect(height).toBeGreaterThanOrEqual(44);
      expect(y + height).toBeGreaterThan(PHONE.viewport.height - 24);
      await shows(bar(page)).toBeHidden();
      await isSound(page);
      const recipients = page.getByRole('region', { name: 'Recipients' });
      const activity = page.getByRole('region', { name: 'Activity' });
      await shows(recipients).toBeVisible();
      await shows(activity).toBeHidden();
      await page.getByRole('button', { name: 'Activity' }).tap();
      await activity.getByText('Signing request sent').waitFor();
      await shows(recipients).toBeHidden();
      await isSound(page);
      await remind.tap();
      await page.getByRole('status').filter({ hasText: 'Reminder sent to Ada Lovelace' }).waitFor();
      expect(faults).toEqual([]);
    });

    it('has the footer of a new envelope in place of the bar', async () => {
      const { page } = await harness.visit(PHONE);
      await signUp(page);
      await page.goto('/envelopes/new');
      const { y, height } = await boxOf(page.getByRole('button', { name: 'Place fields' }));
      expect(y + height).toBeGreaterThan(PHONE.viewport.height - 24);
      await shows(bar(page)).toBeHidden();
      await isSound(page);
    });
  },
);
