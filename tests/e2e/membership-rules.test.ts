import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { PASSWORD, readMailLink, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

describe.skipIf(findChromium() === null)('rules for members (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 300_000);
  afterAll(() => harness?.close());

  async function addApp(page: Page): Promise<void> {
    await page.goto('/settings/profile');
    await page.locator('summary').filter({ hasText: 'Add an authenticator app' }).click();
    await page
      .getByRole('region', { name: 'Authenticator app' })
      .getByLabel('Current password')
      .fill(PASSWORD);
    await page.getByRole('button', { name: /^Continue.*authenticator app/ }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7 ]{20,}$/ })
      .innerText();
    const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    await page.getByLabel('Code from the app').fill(totp.generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  }

  it('require two-step verification of everyone, and keep other domains out', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await page.goto('/settings/organization');
    await page.getByLabel('Require two-step verification').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Set up two-step verification for yourself first').waitFor();

    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill('nora@acme.example');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    const invitation = await readMailLink(page, 'nora@acme.example');
    const neo = await harness.visit();
    await neo.page.goto(invitation);
    await neo.page.getByLabel('Your name').fill('Neo Nowak');
    await neo.page.getByLabel('Password').fill(PASSWORD);
    await neo.page.getByRole('button', { name: 'Create account and join' }).click();
    await neo.page.waitForURL('**/envelopes');

    await addApp(page);
    await page.goto('/settings/organization');
    await page.getByLabel('Require two-step verification').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('textbox', { name: 'Domains' }).fill('northwind.example');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await neo.page.goto('/envelopes');
    await neo.page.getByText('requires two-step verification. Add an authenticator app').waitFor();
    expect(new URL(neo.page.url()).pathname).toBe('/settings/profile');
    expect(await findViolations(neo.page)).toEqual([]);
    await addApp(neo.page);
    await neo.page.goto('/envelopes');
    await neo.page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(neo.page.url()).pathname).toBe('/envelopes');

    await page.goto('/settings/members');
    await page.getByRole('listitem').filter({ hasText: 'Neo Nowak' }).getByText('Other domain').waitFor();
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill('eve@evil.example');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('Use an address at northwind.example.').waitFor();
    expect([...faults, ...neo.faults]).toEqual([]);
  });
});
