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
/** Where the answer is typed. */
const CITY = { phone: '#signer-actions input', desktop: 'input[id^=page-]' } as const;
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

  const isTold = async (page: Page) => {
    const notice = page.getByRole('dialog', { name: 'The deadline to sign has passed' });
    await notice.getByText('“Service agreement” could be signed until', { exact: false }).waitFor();
    await notice.getByText('Nothing was signed. Your answers stay on this page', { exact: false }).waitFor();
    await notice.getByRole('link', { name: 'Write to Grace Hopper' }).waitFor();
  };

  /** Opens a document that can be signed for another day. */
  const open = async (screen: (typeof SCREENS)[number][1], email: string, clockIsBehindMs = 0) => {
    const expiresAt = new Date(now + DAY_MS);
    const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [{ ...place, type: 'text', y: 0.2, label: 'City' }],
      policy: { expiresAt: expiresAt.toISOString() },
    });
    const { page, faults } = await harness.visit(screen);
    if (clockIsBehindMs !== 0) await page.clock.install({ time: Date.now() - clockIsBehindMs });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = await harness.linkFor(email);
    await page.goto(link);
    await button('Review document').click();
    await button('Start').click();
    await page.locator(screen === SCREENS[0][1] ? CITY.phone : CITY.desktop).fill('Porto');
    return { page, faults, button, link, expiresAt };
  };

  it.each(SCREENS)(
    'says on a %s, while signing and afterwards, which document it was, since when, and whom to ask',
    async (device, screen) => {
      const { page, faults, button, link, expiresAt } = await open(screen, `late.${device}@example.com`);
      await button('Review').click();
      now += DAY_MS + 1000;
      await button('Sign and finish').click();
      await isTold(page);
      await look(page, `${device}-signing`);
      await button('Close').last().click();
      await page.getByText('Porto').first().waitFor();

      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(expiresAt);
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

  it.each(SCREENS)(
    'is noticed on a %s by the page itself, with or without a connection',
    async (device, screen) => {
      const { page, faults, button, expiresAt } = await open(
        screen,
        `idle.${device}@example.com`,
        3 * HOUR_MS,
      );
      const notice = page.getByRole('dialog');
      // By the device's clock, it is still three hours away when it passes.
      await page.clock.fastForward(expiresAt.getTime() - Date.now() - HOUR_MS);
      expect(await notice.count()).toBe(0);
      await page.context().setOffline(device === 'phone');
      now += DAY_MS + 1000;
      await page.clock.fastForward(HOUR_MS + MINUTE_MS);
      await isTold(page);
      await look(page, `${device}-idle`);
      if (device === 'desktop') await page.keyboard.press('Escape');
      else await button('Close').last().tap();
      await notice.waitFor({ state: 'detached' });
      expect(await page.locator(CITY[device]).inputValue()).toBe('Porto');
      await page.context().setOffline(false);
      // The server says the same, however often it's asked.
      await button('Review').click();
      await button('Sign and finish').click();
      await isTold(page);
      await page.goBack();
      await notice.waitFor({ state: 'detached' });
      await page.getByText('Porto').first().waitFor();
      expect(faults.filter((fault) => !/status of 4|INTERNET_DISCONNECTED/.test(fault))).toEqual([]);
      await page.context().close();
    },
  );
});
