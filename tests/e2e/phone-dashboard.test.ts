import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { boxOf, signUp, toast } from './dashboard-steps.ts';
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
      await toast(page, 'Reminder sent to Ada Lovelace').waitFor();
      expect(faults).toEqual([]);
    });

    it('selects envelopes by a long touch or a button, and acts on them at the bottom', async () => {
      const { page, faults } = await harness.visit(PHONE);
      await signUp(page);
      const key = await apiKeyOf(page);
      for (const name of ['Lease', 'NDA']) await makeEnvelope(page, key, name, { people: [ADA] });
      await page.goto('/envelopes');
      const actions = page.getByRole('toolbar', { name: 'Actions for selected envelopes' });
      const select = page.getByRole('button', { name: 'Select envelopes' });
      const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
      await shows(box('Lease')).toBeHidden();
      await shows(actions).toHaveCount(0);

      const touch = await page.context().newCDPSession(page);
      const { x, y, width, height } = await boxOf(
        page.locator('[data-envelope]').filter({ hasText: 'Lease' }),
      );
      const point = { x: x + width / 2, y: y + height / 2 };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await actions.getByText('1 selected').waitFor();
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await shows(box('Lease')).toBeChecked();
      expect(new URL(page.url()).pathname).toBe('/envelopes');
      await isSound(page);

      // The whole row is the checkbox.
      await page.touchscreen.tap(point.x + 40, point.y);
      await actions.getByText('0 selected').waitFor();
      await shows(actions.getByRole('button', { name: 'Download' })).toBeDisabled();
      await actions.getByRole('button', { name: 'Select all' }).tap();
      await actions.getByText('2 selected').waitFor();
      for (const button of await actions.getByRole('button').all()) {
        const size = await boxOf(button);
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
      }
      const bottom = await boxOf(actions);
      expect(bottom.y + bottom.height).toBeLessThanOrEqual((await boxOf(bar(page))).y);
      await isSound(page);
      await actions.getByRole('button', { name: 'Clear selection' }).tap();
      await shows(actions).toHaveCount(0);
      await shows(page.locator('[data-row-link]').first()).toBeFocused();

      // By keyboard, as with a screen reader.
      await select.press('Enter');
      await shows(select).toHaveAttribute('aria-pressed', 'true');
      await box('NDA').press('Space');
      await actions.getByText('1 selected').waitFor();
      await actions.getByRole('button', { name: 'Remind' }).press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await shows(actions).toHaveCount(0);
      await shows(select).toHaveAttribute('aria-pressed', 'false');
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
