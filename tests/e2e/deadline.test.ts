import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const SCREENS = [
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const;
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];
const DAY_MS = 86_400_000;

describe.skipIf(findChromium() === null)('the deadline to sign (skipped where there is no Chromium)', () => {
  let now = Date.now();
  let harness: SignerHarness;
  beforeAll(async () => {
    // The jobs don't run, so nothing has noticed that the deadline has passed.
    harness = await openSignerHarness({ clock: () => new Date(now) });
  }, patience(180_000));
  afterAll(() => harness?.close());

  const look = async (page: Page, name: string) => {
    expect(await findViolations(page)).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/deadline-${name}.png` });
  };

  it.each(SCREENS)(
    'says on a %s, while signing and afterwards, which document it was, since when, and whom to ask',
    async (device, screen) => {
      const email = `late.${device}@example.com`;
      const expiresAt = new Date(now + DAY_MS).toISOString();
      const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
      await harness.send({
        participants: [{ name: 'Noor', email }],
        fields: [{ ...place, type: 'text', y: 0.2, label: 'City' }],
        policy: { expiresAt },
      });
      const { page, faults } = await harness.visit(screen);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const link = await harness.linkFor(email);
      await page.goto(link);
      await button('Review document').click();
      await button('Start').click();
      await page.locator(device === 'phone' ? '#signer-actions input' : 'input[id^=page-]').fill('Porto');
      await button('Review').click();
      now += DAY_MS + 1000;
      await button('Sign and finish').click();
      await page.getByRole('heading', { name: 'The deadline to sign has passed' }).waitFor();
      await page.getByText('Nothing was signed. If you still want to sign, ask', { exact: false }).waitFor();
      await page.getByText('“Service agreement” could be signed until', { exact: false }).waitFor();
      await look(page, `${device}-signing`);

      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(expiresAt));
      const later = await harness.visit(screen);
      await later.page.goto(link);
      await later.page.getByRole('heading', { name: `“Service agreement” expired on ${day}` }).waitFor();
      await later.page.getByText('ask Grace Hopper to send it again', { exact: false }).waitFor();
      const ask = later.page.getByRole('link', { name: 'Write to Grace Hopper' });
      expect(decodeURIComponent((await ask.getAttribute('href')) ?? '')).toBe(
        `mailto:${harness.sender}?subject=Service agreement`,
      );
      expect(await later.page.getByRole('button', { name: 'Email me a new link' }).count()).toBe(0);
      await look(later.page, `${device}-afterwards`);
      // The link ends with the deadline, which is how the page finds out.
      expect([...faults, ...later.faults].filter((fault) => !/status of 401/.test(fault))).toEqual([]);
      await page.context().close();
      await later.page.context().close();
    },
  );
});
