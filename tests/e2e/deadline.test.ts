import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DAY_MS = 86_400_000;

describe.skipIf(findChromium() === null)('the deadline to sign (skipped where there is no Chromium)', () => {
  let now = Date.now();
  let harness: SignerHarness;
  beforeAll(async () => {
    // The jobs don't run, so nothing has noticed that the deadline has passed.
    harness = await openSignerHarness({ clock: () => new Date(now) });
  }, patience(180_000));
  afterAll(() => harness?.close());

  it('says while signing and afterwards which document it was, since when, and whom to ask', async () => {
    const email = 'late@example.com';
    const expiresAt = new Date(now + DAY_MS).toISOString();
    const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [{ ...place, type: 'text', y: 0.2, label: 'City' }],
      policy: { expiresAt },
    });
    const { page, faults } = await harness.visit(PHONE);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = await harness.linkFor(email);
    await page.goto(link);
    await button('Review document').tap();
    await button('Start').tap();
    await page.locator('#signer-actions input').fill('Porto');
    await button('Review').tap();
    now += DAY_MS + 1000;
    await button('Sign and finish').tap();
    await page.getByRole('heading', { name: 'The deadline to sign has passed' }).waitFor();
    await page.getByText('Nothing was signed. If you still want to sign, ask', { exact: false }).waitFor();
    await page.getByText('“Service agreement” could be signed until', { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(expiresAt));
    const later = await harness.visit(PHONE);
    await later.page.goto(link);
    await later.page.getByRole('heading', { name: `“Service agreement” expired on ${day}` }).waitFor();
    await later.page.getByText('ask Grace Hopper to send it again', { exact: false }).waitFor();
    const ask = later.page.getByRole('link', { name: 'Write to Grace Hopper' });
    expect(decodeURIComponent((await ask.getAttribute('href')) ?? '')).toBe(
      `mailto:${harness.sender}?subject=Service agreement`,
    );
    expect(await later.page.getByRole('button', { name: 'Email me a new link' }).count()).toBe(0);
    expect(await findViolations(later.page)).toEqual([]);
    // The link ends with the deadline, which is how the page finds out.
    expect([...faults, ...later.faults].filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    await page.context().close();
    await later.page.context().close();
  });
});
