import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMail } from '../mail/mime.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../mail/smtp-receiver.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { picture } from '../support/pictures.ts';
import { addAuthenticator, createWithPassword, PASSWORD } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness, type Visit } from './dashboard-harness.ts';
import { ADA, apiKeyOf, makeEnvelope, read } from './envelope-steps.ts';

const OWNER = 'grace@acme.example';
const NEW_OWNER = 'grace.hopper@acme.example';

describe.skipIf(findChromium() === null)('settings (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let smtp: SmtpReceiver;
  let visit: Visit;

  beforeAll(async () => {
    smtp = await startSmtpReceiver();
    harness = await openDashboardHarness({
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'Countersign <sign@acme.example>' },
    });
    visit = await harness.visit({ reducedMotion: 'reduce' });
  }, 120_000);
  afterAll(async () => {
    await harness?.close();
    await smtp?.close();
  });

  /** Returns where a link in the latest email to an address leads. */
  async function mailed(to: string, link: RegExp): Promise<string> {
    const find = () => smtp.delivered.findLast((mail) => mail.to.includes(to) && link.test(textOf(mail.raw)));
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    return link.exec(textOf(find()?.raw ?? ''))?.[0] ?? '';
  }

  it('create the organization once its address is verified', async () => {
    const { page } = visit;
    await page.goto('/signup');
    await page.getByLabel('Organization').fill('Acme Legal GmbH');
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Email').fill(OWNER);
    await createWithPassword(page);
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await isSound(page);

    await page.goto(await mailed(OWNER, /http:\S+\/open\/signup#[\w.-]+/));
    await page.getByLabel('Password').fill('not what was chosen');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('alert').first().waitFor();
    await isSound(page);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL('**/envelopes');
  });

  it('create the organization of a person who signs up with a passkey, by the emailed link', async () => {
    const { page, context, faults } = await harness.visit({ reducedMotion: 'reduce' });
    await addAuthenticator(page);
    const email = 'pia.passkey@example.com';
    await page.goto('/signup');
    await page.getByLabel('Organization').fill('Passkey People');
    await page.getByLabel('Your name').fill('Pia');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Create organization with a passkey' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const link = await mailed(email, /http:\S+\/open\/signup#[\w.-]+/);
    await page.goto(link);
    await isSound(page);
    await page.getByRole('button', { name: 'Create passkey and organization' }).click();
    await page.waitForURL('**/envelopes');
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/envelopes');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('preview and apply the logo and color of the signing page', async () => {
    const { page } = visit;
    await page.goto('/settings/branding');
    const buffer = Buffer.from(picture('png', 400, 120).split(',')[1] ?? '', 'base64');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('textbox', { name: /^Accent color/ }).fill('#ffcc00');
    await page.getByText(/To keep it readable, we’ll show it as #[0-9a-f]{6} on light pages/).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await isSound(page);

    const key = await apiKeyOf(page);
    await makeEnvelope(page, key, 'Lease', { people: [ADA] });
    const signer = await harness.visit();
    await signer.page.goto(await mailed(ADA.email, /http:\S+\/sign#token=[\w.-]+/));
    const logo = signer.page.getByRole('img', { name: 'Acme Legal GmbH' });
    await logo.waitFor();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    await isSound(signer.page);
    expect(signer.faults).toEqual([]);
    await signer.context.close();
  });

  it('set the defaults of new envelopes', async () => {
    const { page } = visit;
    await page.goto('/settings/defaults');
    await page.getByLabel('Expires after (days)').fill('14');
    await page.getByLabel('Automatic reminders', { exact: true }).check();
    await page.getByLabel('At most').fill('4');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved.').waitFor();
    await isSound(page);

    const id = await makeEnvelope(page, await apiKeyOf(page), 'Loan', { send: false });
    const { envelope } = await read<{
      envelope: { createdAt: string; expiresAt: string; reminderPolicy: { maxReminders: number } };
    }>(page, 'envelope.get', { id });
    const days = (Date.parse(envelope.expiresAt) - Date.parse(envelope.createdAt)) / 86_400_000;
    expect([Math.round(days), envelope.reminderPolicy.maxReminders]).toEqual([14, 4]);
  });

  it('set up an identity provider, which senders can then choose', async () => {
    const { page } = visit;
    await page.goto('/settings/identity-providers');
    const form = page.getByRole('region', { name: 'Add an identity provider' });
    await form.getByLabel('Name', { exact: true }).fill('Example ID');
    await form.getByLabel('Issuer').fill('https://10.0.0.1');
    await form.getByLabel('Client ID').fill('countersign');
    await form.getByLabel('Client secret').fill('a secret');
    await form.getByText('Advanced').click();
    await form.getByLabel('Required claims').fill('hd=example.com');
    await form.getByRole('button', { name: 'Add an identity provider' }).click();
    await form.getByText('The host resolves to a blocked address.').waitFor();
    await isSound(page);
    expect(await form.getByLabel('Client ID').inputValue()).toBe('countersign');
    await form.getByLabel('Issuer').fill('https://login.example.com');
    await form.getByLabel('Client secret').fill('a secret');
    await form.getByRole('button', { name: 'Add an identity provider' }).click();
    await form.getByText('Identity provider added.').waitFor();

    const entry = page.getByRole('listitem').filter({ hasText: 'https://login.example.com' });
    await entry.getByText('Example ID').first().click();
    expect(await entry.getByLabel('Required claims').inputValue()).toBe('hd=example.com');
    await entry.getByLabel('The account must match by').selectOption('Full name');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await isSound(page);

    await page.goto('/envelopes/new');
    await page.getByRole('button', { name: 'Add recipient' }).press('Enter');
    await page.keyboard.type('Ada');
    await page.getByRole('button', { name: 'Identity check for Ada' }).press('Enter');
    const check = page.getByLabel('Identity check', { exact: true });
    await check.selectOption('Email link and sign-in with Example ID');

    await page.goto('/settings/identity-providers');
    await entry.getByText('Example ID').first().click();
    await entry.getByRole('button', { name: 'Disable' }).click();
    await entry.getByText('Disabled').waitFor();
    await entry.getByRole('button', { name: 'Delete: Example ID' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No identity providers yet.').waitFor();
  });

  it('show the response of the mail server, including to a test email', async () => {
    const { page, faults } = visit;
    await page.goto('/settings/mail');
    await page.getByText(ADA.email).first().waitFor();
    await page.getByRole('button', { name: 'Send me a test email' }).click();
    await page.getByText('Your test email is on its way.').waitFor();
    await expect.poll(() => smtp.delivered.at(-1)?.to, { timeout: 20_000 }).toEqual([OWNER]);
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: OWNER }).first().waitFor();
    await isSound(page);
    expect(faults).toEqual([]);
  });

  it('change the address by links to the old one and the new one, and sign out everywhere else', async () => {
    const { page, faults } = visit;
    const elsewhere = await harness.visit();
    const logIn = async (email: string) => {
      await elsewhere.page.goto('/login');
      await elsewhere.page.getByLabel('Email').fill(email);
      await elsewhere.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await logIn(OWNER);
    await elsewhere.page.waitForURL('**/envelopes');

    await page.goto('/settings/profile');
    const section = page.getByRole('region', { name: 'Email address' });
    const submit = async (password: string) => {
      await section.getByLabel('Current password').fill(password);
      await section.getByLabel('New email address').fill(NEW_OWNER);
      await section.getByRole('button', { name: 'Change email address' }).click();
    };
    await submit('not the password');
    await section.getByText('That password is wrong.').waitFor();
    await submit(PASSWORD);
    await section.getByText('We’ve emailed you a link to confirm the change.').waitFor();

    const confirm = async (address: string) => {
      await page.goto(await mailed(address, /http:\S+\/open\/change#[\w.-]+/));
      await page.waitForURL('**/confirm?change');
      await isSound(page);
      await page.getByRole('button', { name: 'Confirm change' }).click();
    };
    await confirm(OWNER);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByText(NEW_OWNER).waitFor();
    await confirm(NEW_OWNER);
    await page.getByRole('heading', { name: 'Email address changed' }).waitFor();
    await elsewhere.page.goto('/envelopes');
    expect(new URL(elsewhere.page.url()).pathname, 'other sessions have ended').toBe('/login');
    await logIn(OWNER);
    await elsewhere.page.getByText('Wrong email or password.').waitFor();
    await logIn(NEW_OWNER);
    await elsewhere.page.waitForURL('**/envelopes');
    expect([...faults, ...elsewhere.faults]).toEqual([]);
  });
});

function textOf(raw: string): string {
  return readMail(raw).parts.get('text/plain') ?? '';
}

/** Checks that axe finds nothing. */
async function isSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}
