import { expect as shows, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { addAuthenticator, followMail, PASSWORD, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

const NEW_PASSWORD = 'an entirely new password';

describe.skipIf(findChromium() === null)('accounts (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 300_000);
  afterAll(() => harness?.close());

  async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Checks that axe finds nothing, and that nothing is wider than the smallest phone. */
  async function isSound(page: Page, what: string): Promise<void> {
    expect(await findViolations(page), what).toEqual([]);
    const size = page.viewportSize() ?? { width: 1280, height: 860 };
    await page.setViewportSize({ width: 320, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
        message: `${what} at 320 px`,
      })
      .toBeLessThanOrEqual(0);
    await page.setViewportSize(size);
  }

  it('verifies an address and resets a password through emailed links that work once', async () => {
    const { page, faults } = await harness.visit();
    const email = await signUp(page);
    const proof = await followMail(page, email);
    await isSound(proof, 'the proof of an address');
    await proof.getByRole('button', { name: 'Confirm email' }).click();
    await proof.getByRole('heading', { name: 'Email confirmed' }).waitFor();
    await proof.close();

    const visitor = await harness.visit();
    await visitor.page.goto('/login');
    await isSound(visitor.page, 'login');
    await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click();
    // Both pages ask for an address.
    await visitor.page.waitForURL('**/forgot');
    await visitor.page.getByLabel('Email').fill(email);
    await isSound(visitor.page, 'asking for a link');
    await visitor.page.getByRole('button', { name: 'Send link' }).click();
    await visitor.page.getByRole('heading', { name: 'Check your email' }).waitFor();

    const mail = page.getByRole('listitem').filter({ hasText: 'Reset your password' }).getByRole('link');
    await shows(async () => {
      await page.goto('/outbox');
      await shows(mail.first()).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await mail.first().click();
    const address = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href');
    await visitor.page.goto(address ?? '');
    await isSound(visitor.page, 'a new password');
    await visitor.page.getByLabel('New password').fill(NEW_PASSWORD);
    await visitor.page.getByRole('button', { name: 'Set new password' }).click();
    await visitor.page.getByText('Your password has been changed.').waitFor();
    await page.goto('/envelopes');
    expect(new URL(page.url()).pathname, 'every session has ended').toBe('/login');
    await visitor.page.goto(address ?? '');
    await visitor.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await logIn(visitor.page, email, NEW_PASSWORD);
    await visitor.page.waitForURL('**/envelopes');
    expect([...faults, ...visitor.faults]).toEqual([]);
  });

  it('adds an authenticator app and signs in with its code and with a recovery code', async () => {
    const { page, faults } = await harness.visit();
    const email = await signUp(page);
    await page.goto('/settings/profile');
    await isSound(page, 'profile and security');
    await page.locator('summary').filter({ hasText: 'Add an authenticator app' }).click();
    await page
      .getByRole('region', { name: 'Authenticator app' })
      .getByLabel('Current password')
      .fill(PASSWORD);
    await page.getByRole('button', { name: /^Continue.*authenticator app/ }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await isSound(page, 'the setup of an authenticator app');
    const secret = (
      await page
        .locator('code')
        .filter({ hasText: /^[A-Z2-7 ]{20,}$/ })
        .innerText()
    ).replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code from the app').fill('12345');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('That code is wrong or has expired.').waitFor();
    await page.getByLabel('Code from the app').fill(totp.generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const codes = (await page.getByText(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/).allInnerTexts()).map((code) =>
      code.trim(),
    );
    expect(codes).toHaveLength(10);
    await page.getByText('10 recovery codes left.').waitFor();

    const other = await harness.visit();
    await logIn(other.page, email);
    await other.page.waitForURL('**/login/code');
    await isSound(other.page, 'the second step');
    await other.page.goto('/envelopes');
    expect(new URL(other.page.url()).pathname, 'a pending sign-in opens nothing').toBe('/login');
    await other.page.goto('/login/code');
    await other.page.getByLabel('Code').fill('000 000');
    await other.page.getByRole('button', { name: 'Continue' }).click();
    await other.page.getByText('That code is wrong').waitFor();
    // The enrollment used up its code. The next step's code is within the window.
    await other.page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await other.page.getByRole('button', { name: 'Continue' }).click();
    await other.page.waitForURL('**/envelopes');

    const third = await harness.visit();
    await logIn(third.page, email);
    await third.page.waitForURL('**/login/code');
    await third.page.getByLabel('Code').fill(codes[0] ?? '');
    await third.page.getByRole('button', { name: 'Continue' }).click();
    await third.page.waitForURL('**/envelopes');
    await page.reload();
    await page.getByText('9 recovery codes left.').waitFor();
    expect(await page.getByRole('button', { name: /^End session on/ }).count()).toBe(2);
    await page
      .getByRole('button', { name: /^End session on/ })
      .first()
      .click();
    await page.getByText('The session has ended.').waitFor();
    const paths = [];
    for (const visit of [other, third]) {
      await visit.page.goto('/envelopes');
      paths.push(new URL(visit.page.url()).pathname);
    }
    expect(paths.sort()).toEqual(['/envelopes', '/login']);
    expect([...faults, ...other.faults, ...third.faults]).toEqual([]);
  });

  it('adds a passkey, signs in with it alone, and removes it', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await addAuthenticator(page);
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await isSound(page, 'adding a passkey');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    await page.getByText('Never used').waitFor();

    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/envelopes');
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await isSound(page, 'removing a passkey');
    await dialog.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor({ state: 'detached' });
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('registered here').waitFor();
    expect(faults).toEqual([]);
  });

  it('signs up with a passkey in place of a password', async () => {
    const { page, context, faults } = await harness.visit();
    await addAuthenticator(page);
    await page.goto('/signup');
    const withPasskey = page.getByRole('button', { name: 'Create organization with a passkey' });
    await isSound(page, 'signing up');
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await shows(page.getByLabel('Password')).toBeFocused();
    await isSound(page, 'signing up with a password');
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await shows(page.getByLabel('Password')).toHaveCount(0);
    await page.getByLabel('Organization name').fill('Passkey People');
    await page.getByLabel('Your name').fill('Pia');
    await page.getByLabel('Email').fill('not an address');
    await withPasskey.click();
    expect(new URL(page.url()).pathname).toBe('/signup');
    await page.getByLabel('Email').fill('pia.passkey@example.com');
    // Enter presses the first button.
    await page.getByLabel('Email').press('Enter');
    await page.waitForURL('**/envelopes');
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: /^Remove / }).waitFor();
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/envelopes');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('invites by email, joins with a new account, changes roles, switches organizations, removes members, and logs everything', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill('neo@acme.example');
    await page.getByRole('radio', { name: 'Viewer' }).check();
    await isSound(page, 'inviting');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('Invitation sent.').waitFor();
    await isSound(page, 'members');
    const mail = page.getByRole('listitem').filter({ hasText: 'neo@acme.example' }).getByRole('link');
    await shows(async () => {
      await page.goto('/outbox');
      await shows(mail.first()).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await mail.first().click();
    const address = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href');

    const neo = await harness.visit();
    await neo.page.goto(address ?? '');
    await isSound(neo.page, 'an invitation');
    await neo.page.getByLabel('Your name').fill('Neo Nowak');
    await neo.page.getByLabel('Password').fill(PASSWORD);
    await neo.page.getByRole('button', { name: 'Create account and join' }).click();
    await neo.page.waitForURL('**/envelopes');
    const forbidden = await neo.page.goto('/settings/members');
    expect(forbidden?.status()).toBe(403);
    await neo.page.goto('/settings/organization');
    await neo.page.getByText('You’re a viewer in Acme Legal GmbH.').waitFor();
    await isSound(neo.page, 'organization');
    await neo.page.getByLabel('New organization').fill('Nowak Labs');
    await neo.page.getByRole('button', { name: 'Create organization' }).click();
    await neo.page.getByText('You’re an owner of Nowak Labs.').waitFor();
    await neo.page.getByRole('button', { name: 'Switch to Acme Legal GmbH' }).click();
    await neo.page.waitForURL('**/envelopes');
    await neo.page.goto('/settings/organization');
    await neo.page.getByText('You’re a viewer in Acme Legal GmbH.').waitFor();

    await page.goto('/settings/members');
    await page.getByLabel('Role of Neo Nowak', { exact: true }).selectOption('admin');
    await page.getByRole('button', { name: 'Save the role of Neo Nowak' }).click();
    await page.getByText('Saved.').waitFor();
    await neo.page.goto('/settings/teams');
    await neo.page.getByRole('button', { name: 'New team' }).click();
    await neo.page.getByLabel('Name of the new team').fill('Sales');
    await neo.page.getByRole('button', { name: 'Create team' }).click();
    await neo.page.locator('summary', { hasText: 'More actions for Sales' }).click();
    await neo.page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await neo.page.getByRole('button', { name: 'Make private', exact: true }).click();
    const members = neo.page.getByRole('list', { name: 'Members of Sales' });
    await members.getByText('Neo Nowak', { exact: true }).waitFor();
    await neo.page.getByLabel('Add a member').selectOption({ index: 0 });
    await neo.page.getByRole('button', { name: 'Add', exact: true }).click();
    await shows(members.getByRole('listitem')).toHaveCount(2);
    await isSound(neo.page, 'teams');
    await neo.page.getByRole('button', { name: 'Remove Neo Nowak from Sales' }).click();
    await shows(members.getByRole('listitem')).toHaveCount(1);
    // Whoever has left a private team can't open it again. Owners can.
    await neo.page.locator('summary', { hasText: 'More actions for Sales' }).click();
    await neo.page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await shows(neo.page.getByRole('button', { name: 'Show to everyone', exact: true })).toHaveCount(0);
    await page.goto('/settings/teams');
    await page.locator('summary', { hasText: 'More actions for Sales' }).click();
    await page.getByRole('button', { name: 'Show to everyone', exact: true }).click();
    await shows(page.getByRole('list', { name: 'Members of Sales' })).toHaveCount(0);

    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Remove Neo Nowak' }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await page.getByText('Saved.').waitFor();
    await shows(page.getByText('Neo Nowak')).toHaveCount(0);
    await neo.page.goto('/envelopes');
    expect(new URL(neo.page.url()).pathname).toBe('/login');
    await page.goto('/settings/audit');
    await page.getByRole('listitem').filter({ hasText: 'Neo Nowak created the team Sales' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /removed Neo Nowak\s*Admin/ })
      .waitFor();
    await isSound(page, 'audit');
    expect([...faults, ...neo.faults]).toEqual([]);
  });

  it('keeps typed text when the session ends, and explains what to do', async () => {
    const { page, context } = await harness.visit();
    await signUp(page);
    await page.goto('/settings/organization');
    await page.getByLabel('Organization name').fill('A long name that was typed');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByLabel('Organization name').inputValue()).toBe('A long name that was typed');
  });
});
