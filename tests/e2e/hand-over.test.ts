import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { PASSWORD, signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('a device that is handed over', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  it('cannot reach the dashboard until its host signs in again', async () => {
    const { page } = await harness.visit();
    const email = await signUp(page);
    const people = [{ ...ADA, delivery: 'in_person' }];
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people });
    await page.goto('/envelopes');
    await page.goto(`/envelopes/${id}`);
    await page.getByRole('button', { name: 'Hand the device to Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Sign out and hand over' }).click();
    await page.waitForURL('**/sign/session/*');
    await page.getByRole('button', { name: 'Open the document' }).click();
    await page.getByRole('button', { name: /^Signature, page 1/ }).waitFor();

    const tab = await page.context().newPage();
    await tab.goto(`${harness.origin}/envelopes`);
    expect(new URL(tab.url()).pathname).toBe('/login');
    await tab.close();

    await page.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/login?next=*');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');

    await page.goto(`/login?next=/envelopes/${id}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`**/envelopes/${id}*`);
  });
});
