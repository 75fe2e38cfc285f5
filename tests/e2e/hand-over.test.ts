import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { PASSWORD, signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('a device that is handed over', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  async function hand(page: Page, to: string): Promise<void> {
    await page.getByRole('heading', { name: `Hand the device to ${to}` }).waitFor();
    await isSound(page);
    await page.getByRole('button', { name: `Hand to ${to}` }).click();
    await page.waitForURL('**/sign/session/*');
    await page.getByRole('heading', { name: `Are you ${to}?` }).waitFor();
    await isSound(page);
  }

  it('is locked for its host between people, and asks for the password', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    const people = [ADA, BEN].map((person) => ({ ...person, delivery: 'in_person' }));
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people });
    await page.goto('/envelopes');
    await page.goto(`/envelopes/${id}`);
    await page.getByRole('link', { name: 'Hand the device to Ada Lovelace' }).click();
    await hand(page, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Yes, I’m Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.getByRole('button', { name: /^Signature, page 1/ }).waitFor();

    const tab = await page.context().newPage();
    for (const path of ['/envelopes', `/envelopes/${id}`, '/settings/profile', '/login', '/']) {
      await tab.goto(`${harness.origin}${path}`);
      expect(new URL(tab.url()).pathname, path).toBe('/unlock');
    }
    const status = await tab.evaluate(async () => (await fetch('/api/trpc/envelope.list?input={}')).status);
    expect(status).toBe(401);
    await tab.close();

    await page.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('heading', { name: 'signed' }).waitFor();
    await page.getByRole('link', { name: 'Hand back' }).click();
    await page.waitForURL('**/unlock?next=*');
    await page.getByText('Ada Lovelace has signed. Ben Bitdiddle is next.').waitFor();
    await isSound(page);
    await page.goBack();
    await page.getByText('This session is over').waitFor();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/unlock');

    await page.goto(`/envelopes/${id}/in-person`);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await page.getByText(/wrong/).first().waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await page.getByRole('heading', { name: 'Now hand the device to Ben Bitdiddle' }).waitFor();
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.waitForURL(`**/envelopes/${id}`);
  }, 120_000);

  it('locks by itself after two minutes without input', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    const name = 'Maximiliane Freifrau von Hohenlohe-Schillingsfürst-Waldenburg';
    const people = [{ ...ADA, name, delivery: 'in_person' }];
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people });
    await page.clock.install();
    await page.goto(`/envelopes/${id}/in-person`);
    await hand(page, name);
    await page.getByRole('button', { name: `Yes, I’m ${name}` }).click();
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.getByRole('button', { name: /^Signature, page 1/ }).waitFor();
    await page.clock.fastForward(105_000);
    await page.getByRole('button', { name: 'Keep going' }).click();
    await expect.poll(() => page.getByText('Are you still there?').count()).toBe(0);
    await page.clock.fastForward(105_000);
    await page.getByText('Are you still there?').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/sign\/session/);
    await page.clock.fastForward(16_000);
    await page.waitForURL('**/unlock?next=*');
    await page.getByText(`You handed the device to ${name}.`).waitFor();
    expect(await page.getByText('Lease').count()).toBe(0);
  });
});

/** Checks that axe finds nothing, and that nothing is wider than the smallest phone. */
async function isSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  const size = page.viewportSize() ?? { width: 1280, height: 860 };
  await page.setViewportSize({ width: 320, height: 640 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}
