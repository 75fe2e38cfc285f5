import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { pkce } from '../support/oauth-client.ts';
import { PASSWORD, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness, type Visit } from './dashboard-harness.ts';

const SHOTS = process.env['AGENT_SHOTS'];

describe.skipIf(findChromium() === null)('letting an agent in (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let app: Server;
  let redirect: string;
  let clientId: string;
  let email: string;

  beforeAll(async () => {
    harness = await openDashboardHarness();
    app = createServer((_request, response) => response.end('<title>The app</title>You can go back.'));
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    // Registered without a port, because an app on the computer chooses one when it starts.
    redirect = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
    const registered = await post('/oauth/register', {
      client_name: 'Contract Helper',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    clientId = registered.client_id;
    const { page, context } = await harness.visit();
    email = await signUp(page);
    await context.close();
  }, 240_000);
  afterAll(async () => {
    app?.close();
    await harness?.close();
  });

  async function post(path: string, body: unknown): Promise<any> {
    const answer = await fetch(harness.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return await answer.json();
  }

  function asking(challenge: string): string {
    const parameters = new URLSearchParams({
      ...{ client_id: clientId, response_type: 'code', redirect_uri: redirect, state: 'xyz' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: `${harness.origin}/mcp` },
    });
    return `/oauth/authorize?${parameters}`;
  }

  async function logIn(page: Page): Promise<void> {
    await page.waitForURL('**/login?next=*');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await page.waitForURL('**/oauth/consent/*');
  }

  async function exchange(url: string, verifier: string): Promise<any> {
    const code = new URL(url).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirect };
    const answer = await fetch(`${harness.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, code_verifier: verifier }),
    });
    return await answer.json();
  }

  async function ping(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${harness.origin}/api/v1/ping`, { headers })).status;
  }

  async function accessible(page: Page): Promise<void> {
    expect(await findViolations(page)).toEqual([]);
  }

  const shoot = async (page: Page, name: string) => {
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  const withoutApp = ({ faults }: Visit) => faults.filter((fault) => !fault.includes(redirect));

  it('takes a visitor through sign-in and consent back to the app with a code, by keyboard', async () => {
    const visit = await harness.visit();
    const { page, context } = visit;
    const { verifier, challenge } = pkce();
    await page.goto(asking(challenge));
    await logIn(page);

    await page.getByRole('heading', { name: 'Give Contract Helper access?' }).waitFor();
    await page.getByText('This app isn’t verified').waitFor();
    await page.getByText('on this computer').waitFor();
    await page.getByText('Acme Legal GmbH').waitFor();
    const ticked = await page.getByRole('checkbox', { checked: true }).all();
    expect(ticked).toHaveLength(4);
    expect(await page.getByLabel('Send on your behalf').isChecked()).toBe(false);
    expect(await page.getByRole('switch').count()).toBe(0);
    await accessible(page);
    await shoot(page, 'consent-light');

    await page.getByLabel('Edit templates').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Allow' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirect}*`);
    const answered = new URL(page.url()).searchParams;
    expect(answered.get('state')).toBe('xyz');
    expect(answered.get('iss')).toBe(harness.origin);
    const tokens = await exchange(page.url(), verifier);
    expect(tokens.scope.split(' ').sort()).toEqual(['envelopes:read', 'envelopes:write', 'templates:read']);
    expect(await ping(tokens.access_token)).toBe(200);

    await page.goto('/settings');
    await page.getByRole('link', { name: 'Connected agents' }).click();
    await page.getByText('Contract Helper', { exact: true }).waitFor();
    await page.getByText('Last used').waitFor();
    await accessible(page);
    await shoot(page, 'agents');
    await page.getByRole('button', { name: 'Revoke access for Contract Helper' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('No agents yet').waitFor();
    expect(await ping(tokens.access_token)).toBe(401);
    expect(withoutApp(visit)).toEqual([]);
    await context.close();
  });

  it('tells the app when access is denied, and hides an answered request', async () => {
    const visit = await harness.visit({ viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
    const { page, context } = visit;
    await page.goto(asking(pkce().challenge));
    await logIn(page);
    await page.getByRole('heading', { name: 'Give Contract Helper access?' }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(320);
    await accessible(page);
    await shoot(page, 'consent-dark-320');
    const asked = page.url();

    const other = await harness.visit();
    await other.page.goto('/login');
    await other.page.getByLabel('Email').fill(email);
    await other.page.getByLabel('Password').fill(PASSWORD);
    await other.page.getByLabel('Password').press('Enter');
    await other.page.waitForURL('**/envelopes');
    await other.page.goto(asked);
    await other.page.getByText('started in another browser').waitFor();
    await shoot(other.page, 'expired');
    await other.context.close();

    await page.getByRole('button', { name: 'Deny' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirect}*`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    await page.goto(asked);
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
    expect(withoutApp(visit)).toEqual([]);
    await context.close();
  });

  it('works without JavaScript, where the form itself redirects', async () => {
    const { page, context } = await harness.visit({ javaScriptEnabled: false });
    const { verifier, challenge } = pkce();
    await page.goto(asking(challenge));
    await logIn(page);
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Choose at least one thing').waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByLabel('Send on your behalf').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${redirect}*`);
    const tokens = await exchange(page.url(), verifier);
    expect(tokens.scope).toBe('envelopes:send');
    await context.close();
  });

  it('shows an error page for a request that cannot be answered to the app', async () => {
    const { page, context } = await harness.visit();
    await page.goto(
      asking(pkce().challenge).replace(encodeURIComponent(redirect), 'https%3A%2F%2Fevil.example'),
    );
    await page.getByRole('heading', { name: 'This request cannot be answered' }).waitFor();
    await accessible(page);
    await shoot(page, 'problem');
    await context.close();
  });

  it('asks first before it sends unless told otherwise, or if administrators demand it', async () => {
    const visit = await harness.visit();
    const { page, context } = visit;
    await page.goto('/settings/agents');
    await page.waitForURL('**/login?next=*');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await page.getByLabel('Require confirmation before sending').waitFor();

    const allowSending = async (change: (ask: Locator) => Promise<unknown>) => {
      await page.goto(asking(pkce().challenge));
      await page.getByLabel('Send on your behalf').check();
      const ask = page.getByRole('switch', { name: 'Ask me before sending' });
      expect(await ask.isChecked()).toBe(true);
      await change(ask);
      await accessible(page);
      await shoot(page, 'consent-asks');
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${redirect}*`);
      await page.goto('/settings/agents');
    };
    const chips = (name: string) => page.getByText(name, { exact: true }).count();
    await page.getByRole('listitem').first().waitFor();
    const before = {
      asking: await chips('Asks before sending'),
      sending: await chips('Send on your behalf'),
    };
    const counts = (asking: number, sending: number) =>
      expect
        .poll(async () => [await chips('Asks before sending'), await chips('Send on your behalf')])
        .toEqual([asking, sending]);

    await allowSending(async () => {});
    await counts(before.asking + 1, before.sending);
    await allowSending((ask) => ask.uncheck());
    await counts(before.asking + 1, before.sending + 1);

    await page.getByLabel('Require confirmation before sending').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await shoot(page, 'agents-rule');
    await page.reload();
    await counts(before.asking + before.sending + 2, 0);
    await allowSending(async (ask) => {
      expect(await ask.isDisabled()).toBe(true);
      await page.getByText('Your organization requires this.').waitFor();
    });
    await counts(before.asking + before.sending + 3, 0);
    expect(withoutApp(visit)).toEqual([]);
    await context.close();
  });
});
