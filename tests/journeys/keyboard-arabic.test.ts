import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/compiled/messages.js';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';

const AR = { locale: 'ar' } as const;
const SIGNATURE = { purpose: 'signature' } as const;

function box(type: string, y: number, more: Record<string, unknown> = {}) {
  return { type, page: 1, x: 0.1, y, width: 0.3, height: 0.03, participantIndex: 0, ...more };
}

describe.skipIf(findChromium() === null)(
  'from the link to the end (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    /** Presses Tab until the focus is on an element. */
    async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
      await target.waitFor();
      const focused = target.and(page.locator(':focus'));
      for (let presses = 0; presses < 40 && (await focused.count()) === 0; presses += 1)
        await page.keyboard.press(key);
      expect(await focused.count()).toBe(1);
    }

    async function isSound(page: Page): Promise<void> {
      expect(
        await page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth]),
      ).toEqual(['rtl', 320]);
      expect(await findViolations(page)).toEqual([]);
    }

    it('takes only a keyboard, on 320 pixels, in Arabic and in the dark', async () => {
      const ada = { name: 'Ada Lovelace', email: 'ada.walks@example.com' };
      const id = await harness.send({
        participants: [ada],
        fields: [
          box('text', 0.2, { label: 'City' }),
          box('checkbox', 0.3, { label: 'Terms', width: 0.026, height: 0.02 }),
          box('signature', 0.5, { height: 0.06 }),
          box('signature', 0.5, { page: 2, height: 0.06 }),
          box('initials', 0.7, { page: 2, height: 0.06 }),
        ],
      });
      const { page, faults } = await harness.visit({
        ...{ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
        ...{ locale: 'ar', colorScheme: 'dark' },
      });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto(await harness.linkFor(ada.email));
      await reach(page, button(m.landing_open({}, AR)));
      await isSound(page);
      await page.keyboard.press('Enter');
      await page.locator('canvas').first().waitFor();
      const proceed = page.locator('#signer-proceed');
      await reach(page, proceed);
      await isSound(page);
      await page.keyboard.press('Enter');
      const sheet = page.locator('#signer-actions');
      await sheet.locator('input:focus').waitFor();
      await page.keyboard.type('روما');
      await isSound(page);
      await page.keyboard.press('Enter');

      await sheet.getByRole('checkbox').and(page.locator(':focus')).waitFor();
      await isSound(page);
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: m.adopt_title(SIGNATURE, AR) });
      await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
      await isSound(page);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });

      // The second field isn't signed until the person confirms it, and can get a different signature.
      const use = button(m.signing_mark_again(SIGNATURE, AR));
      await use.and(page.locator(':focus')).waitFor();
      await isSound(page);
      await page.keyboard.press('Escape');
      await use.waitFor({ state: 'detached' });
      await reach(page, proceed);
      await page.keyboard.press('Enter');
      await use.and(page.locator(':focus')).waitFor();
      await reach(page, button(m.signing_mark_other(SIGNATURE, AR)), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await reach(page, use);
      await page.keyboard.press('Enter');
      const initials = page.getByRole('dialog', { name: m.adopt_title({ purpose: 'initials' }, AR) });
      await initials.getByRole('textbox').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');

      await page
        .getByRole('heading', { name: m.review_heading({}, AR) })
        .and(page.locator(':focus'))
        .waitFor();
      await isSound(page);
      await reach(page, button(m.review_sign({}, AR)));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: m.done_completed_title({}, AR) }).waitFor();
      await page.getByText(m.done_sealed({}, AR)).waitFor();
      await isSound(page);
      await reach(page, button(m.done_download({}, AR)));
      const { envelope, fields } = await harness.graph(id);
      expect(envelope.status).toBe('completed');
      expect(fields.find(({ label }) => label === 'City')?.value).toBe('روما');
      expect(faults).toEqual([]);
      await page.context().close();
    }, 120_000);
  },
);
