import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMail } from '../mail/mime.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../mail/smtp-receiver.ts';
import { findChromium } from '../support/chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { freePort } from '../support/free-port.ts';
import { patience } from '../support/patience.ts';
import { type Program, runProgram } from '../support/program.ts';
import { createWithPassword, PASSWORD } from '../e2e/dashboard-steps.ts';

const OWNER = 'grace@acme.example';
const NEO = 'neo@acme.example';
const TRINITY = 'trinity@acme.example';
const NEW_PASSWORD = 'staple battery horse';
const NEW_ADDRESS = 'neo.nowak@acme.example';
const LINK = /http:\S+\/open\/(\w+)#([\w.-]+)/;

describe.skipIf(findChromium() === null)('emailed links (skipped where there is no Chromium)', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-links-'));
  let smtp: SmtpReceiver;
  let server: Program;
  let origin: string;
  let browser: Browser;
  /** The tokens that have been emailed. */
  const tokens = new Set<string>();
  /** The requests that browsers have made, with the referrer of each. */
  const requests: string[] = [];

  beforeAll(async () => {
    smtp = await startSmtpReceiver();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    server = runProgram('start', {
      ...{ DATA_DIR: dataDir, HOST: 'localhost', PORT: String(port), ORIGIN: origin },
      ...{ SMTP_URL: smtp.url, MAIL_FROM: 'sign@acme.example', OUTBOUND_NETWORKS: '127.0.0.0/8,::1' },
      ...{ LOG_LEVEL: 'trace', ACCESS_LOG: 'json', SIGNUP: 'open' },
    });
    browser = await launchChromium();
    await server.printed(/listening on/);
  }, patience(400_000));
  afterAll(async () => {
    await browser?.close();
    server?.child.kill('SIGTERM');
    await server?.ended;
    await smtp?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function visit({ withScripts = true } = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: withScripts });
    const page = await context.newPage();
    page.setDefaultTimeout(patience(20_000));
    page.on('request', (request) => {
      requests.push(`${request.method()} ${request.url()} ${request.headers()['referer'] ?? ''}`);
    });
    return page;
  }

  /** Waits for an email with a kind of link. Returns the newest one, which isn't `before`. */
  async function mailed(to: string, kind: string, before?: string): Promise<string> {
    const find = () =>
      smtp.delivered
        .filter((mail) => mail.to.includes(to))
        .map(({ raw }) => LINK.exec(readMail(raw).parts.get('text/plain') ?? ''))
        .findLast((link) => link?.[1] === kind && link[0] !== before);
    await expect.poll(find, { timeout: patience(20_000) }).toBeTruthy();
    const [link = '', , token = ''] = find() ?? [];
    tokens.add(token);
    return link;
  }

  async function interactive(page: Page): Promise<void> {
    await page.locator('html[data-interactive]').waitFor({ state: 'attached' });
  }

  async function logIn(page: Page, email: string, password: string): Promise<void> {
    await page.goto('/login');
    await interactive(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/envelopes');
  }

  it(
    'sign up, invite, reset and change an address, and no log or request says a token',
    async () => {
      const owner = await visit();
      await owner.goto('/signup');
      await interactive(owner);
      await owner.getByLabel('Organization').fill('Acme Legal GmbH');
      await owner.getByLabel('Your name').fill('Grace Hopper');
      await owner.getByLabel('Email').fill(OWNER);
      await createWithPassword(owner);
      await owner.goto(await mailed(OWNER, 'signup'));
      await owner.waitForURL(`${origin}/signup/confirm`);
      await owner.getByLabel('Password').fill(PASSWORD);
      await owner.getByRole('button', { name: 'Create organization' }).click();
      await owner.waitForURL('**/envelopes');
      await owner.goto('/settings/members');
      await interactive(owner);
      await owner.getByRole('button', { name: 'Invite people' }).click();
      await owner.getByLabel('Email addresses').fill(`${NEO}, ${TRINITY}`);
      await owner.getByRole('button', { name: 'Send invitations' }).click();

      // He accepts. The address bar and the history have no token.
      const neo = await visit();
      await neo.goto('/login');
      const invitation = await mailed(NEO, 'invitation');
      await neo.goto(invitation);
      await neo.waitForURL(`${origin}/invitation`);
      await neo.getByRole('heading', { name: /Acme Legal GmbH/ }).waitFor();
      const [cookie] = (await neo.context().cookies()).filter(({ name }) => name.includes('link_'));
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', name: 'countersign_link_invitation' });
      const hours = ((cookie?.expires ?? 0) - Date.now() / 1000) / 3600;
      expect(hours).toBeGreaterThan(0.9);
      expect(hours).toBeLessThanOrEqual(1);
      const join = async () => {
        await neo.getByText(NEO).waitFor();
        await interactive(neo);
        await neo.getByLabel('Your name').fill('Neo Nowak');
        await neo.getByLabel('Password').fill(PASSWORD);
        await neo.getByRole('button', { name: 'Create account and join' }).click();
      };
      // Another tab opens another invitation. His form shows that one first, and doesn't act on it.
      const other = await neo.context().newPage();
      await other.goto(await mailed(TRINITY, 'invitation'));
      await other.getByText(TRINITY).waitFor();
      await join();
      await neo.getByText(TRINITY).waitFor();
      expect(await neo.getByLabel('Your name').inputValue()).toBe('');
      await other.close();
      // After the hour, he is asked to open the link again.
      await neo.goto(invitation);
      await neo.getByText(NEO).waitFor();
      await neo.context().clearCookies({ name: 'countersign_link_invitation' });
      await join();
      await neo.waitForURL(`${origin}/open/invitation`);
      await neo.goto('/login');
      await neo.goto(invitation);
      await join();
      await neo.waitForURL('**/envelopes');
      await neo.goBack();
      expect(neo.url()).not.toContain('#');
      expect((await neo.context().cookies()).filter(({ name }) => name.includes('link_'))).toEqual([]);

      // On another device, he has forgotten his password. Scripts are off, so he pastes the link.
      const plain = await visit({ withScripts: false });
      await plain.goto('/forgot');
      await plain.getByLabel('Email').fill(NEO);
      await plain.locator('main form button').first().click();
      const reset = await mailed(NEO, 'reset');
      await plain.goto(reset);
      await plain.getByLabel('Link from the email').fill('https://sign.example.com/open/reset');
      await plain.getByRole('button', { name: 'Continue' }).click();
      await expect.poll(() => plain.locator('main').innerText()).toContain('This link isn’t complete.');
      await plain.getByLabel('Link from the email').fill(reset);
      await plain.getByRole('button', { name: 'Continue' }).click();
      const choose = async () => {
        await plain.waitForURL(`${origin}/reset`);
        await plain.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
        await plain.locator('main form button[type=submit]').first().click();
      };
      // This page doesn't say whose password it is, so he opens the link again after another one.
      const stranger = await plain.context().newPage();
      await stranger.goto('/open/reset');
      await stranger.getByLabel('Link from the email').fill('of-another-account');
      await stranger.getByRole('button', { name: 'Continue' }).click();
      await stranger.waitForURL(`${origin}/reset`);
      await stranger.close();
      await choose();
      await plain.waitForURL(`${origin}/open/reset`);
      await plain.getByLabel('Link from the email').fill(reset);
      await plain.getByRole('button', { name: 'Continue' }).click();
      await choose();
      await plain.waitForURL('**/login?reset');
      // Nor does signing in accept an invitation that is no longer kept.
      await plain.goto('/login?invitation');
      await plain.getByLabel('Email').fill(NEO);
      await plain.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
      await plain.getByRole('button', { name: 'Sign in', exact: true }).click();
      await plain.waitForURL(`${origin}/open/invitation`);
      // Nor one that another tab has opened after the one where they pressed “Sign in”: it's shown first.
      await plain.goto('/open/invitation');
      await plain.getByLabel('Link from the email').fill(await mailed(TRINITY, 'invitation'));
      await plain.getByRole('button', { name: 'Continue' }).click();
      await plain.waitForURL(`${origin}/invitation`);
      await plain.goto('/login?invitation=of-another-tab');
      await plain.waitForURL(`${origin}/invitation`);
      await plain.getByText(TRINITY).waitFor();
      // The link works once, also as it was in older emails.
      await neo.goto(reset.replace('/open/reset#', '/reset?token='));
      await neo.waitForURL(`${origin}/reset`);
      await neo.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await logIn(neo, NEO, NEW_PASSWORD);

      // He changes his address, by a link to the old one and one to the new one.
      await neo.goto('/settings/profile');
      await interactive(neo);
      const section = neo.getByRole('region', { name: 'Email address' });
      await section.getByLabel('Current password').fill(NEW_PASSWORD);
      await section.getByLabel('New email address').fill(NEW_ADDRESS);
      await section.getByRole('button', { name: 'Change email address' }).click();
      for (const [address, heading] of [
        [NEO, 'One more step'],
        [NEW_ADDRESS, 'Email address changed'],
      ] as const) {
        await neo.goto(await mailed(address, 'change'));
        await neo.waitForURL(`${origin}/confirm?change`);
        await neo.getByRole('button', { name: 'Confirm change' }).click();
        await neo.getByRole('heading', { name: heading }).waitFor();
      }

      expect(tokens.size).toBe(6);
      const { stdout, stderr } = server.output();
      expect(stderr).toContain('"path":"/open/invitation"');
      // The one old link was opened with its token in the query on purpose.
      const sent = requests.filter((line) => !line.includes('/reset?token='));
      for (const token of tokens) {
        expect(stdout + stderr).not.toContain(token);
        expect(sent.filter((line) => line.includes(token))).toEqual([]);
      }
    },
    patience(120_000),
  );
});
