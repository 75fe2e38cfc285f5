import { readFile } from 'node:fs/promises';
import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { onePage } from '../support/pdf.ts';
import {
  PASSWORD,
  addParticipant,
  dragOntoPage,
  editorReady,
  followMail,
  openNew,
  placed,
  saved,
  signUp,
  upload,
  fromPageMenu,
} from './dashboard-steps.ts';
import { makeEnvelope } from './envelope-steps.ts';
import { observe, openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

describe.skipIf(findChromium() === null)('the dashboard (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('signs up, shows errors next to inputs, signs out, and returns to the requested page after signing in', async () => {
    const { page, faults } = await harness.visit();
    await page.goto('/envelopes?view=drafts');
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.getByRole('link', { name: 'Create an organization' }).click();
    await page.getByLabel('Organization').fill('Acme');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Email').fill('grace@acme.example');
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await page.getByLabel('Password').fill('short');
    await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText('Use at least 10 characters.').waitFor();
    expect(await page.getByLabel('Organization').inputValue()).toBe('Acme');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL('**/envelopes?view=drafts');

    await page.locator('summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.goto('/settings/api-keys');
    await page.getByLabel('Email').fill('grace@acme.example');
    await page.getByLabel('Password').fill('another password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Wrong email or password.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/settings/api-keys');
    expect(faults).toEqual([]);
  });

  it('does not redirect to another origin after signing in', async () => {
    const { page } = await harness.visit();
    const email = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/login?next=//evil.example/');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${harness.origin}/envelopes`);
  });

  it('explains why a document is not accepted, and accepts another', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    await openNew(page);
    const choose = (name: string, bytes: Uint8Array) =>
      page
        .getByLabel('Document file')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
    await choose('letter.docx', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]));
    await page.getByText('This document is damaged and can’t be read.').waitFor();
    await choose('picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    await page.getByText('This isn’t a PDF, Word document').waitFor();
    await choose('broken.pdf', Buffer.from('%PDF-1.7\nnothing else'));
    await page.getByText('This document is damaged and can’t be read.').nth(1).waitFor();
    await choose('whole.pdf', onePage({ text: 'Hello' }));
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit');
    await page.goto('/envelopes?view=drafts');
    await page.getByRole('link', { name: 'whole' }).waitFor();
    expect(await page.getByRole('link', { name: 'broken' }).count()).toBe(0);
  });

  it('shows what prevents sending, sends once fixed, and voids with a reason', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await upload(page, 'Lease of the mill.pdf');
    await addParticipant(page, 'Bob Byte', '');
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.5, y: 0.4 });
    await addParticipant(page, 'Ada Lovelace', 'ada@example.com');
    await page.getByRole('button', { name: 'Move Ada Lovelace up' }).click();
    await saved(page);
    await page.reload();
    await editorReady(page);
    expect(await placed(page, /^Signature for Bob Byte/).count()).toBe(1);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const todo = page.getByRole('dialog', { name: 'Before you send' });
    await todo.getByRole('button', { name: 'Recipient 2 needs an email address.' }).click();
    await page.keyboard.type('bob@example.com');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this envelope?' });
    const asked = dialog.getByRole('list', { name: 'Who gets a link' }).getByRole('listitem');
    expect(await asked.allInnerTexts()).toEqual([
      expect.stringContaining('ada@example.com'),
      expect.stringContaining('bob@example.com'),
      expect.stringContaining('Everyone above gets the sealed PDF.'),
    ]);
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Asked to sign').waitFor();
    await page.getByText('Not their turn yet').waitFor();

    await page.goto('/envelopes?view=waiting');
    await page.getByText('Waiting for Ada Lovelace', { exact: true }).waitFor();
    await page.goto('/envelopes?q=windmill');
    await page.getByText('No envelopes match “windmill”').waitFor();
    await page.goto('/envelopes?q=mill');
    await page.getByRole('link', { name: 'Lease of the mill' }).click();
    await page.getByRole('heading', { name: 'Lease of the mill' }).waitFor();
    await fromPageMenu(page, 'Void');
    await page.getByLabel('Reason').fill('The price is wrong');
    await page.getByRole('button', { name: 'Void envelope' }).click();
    await page.getByText('“The price is wrong”').first().waitFor();
    await shows(page.getByText('Void', { exact: true })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  it('shows a new API key once, and rejects a revoked one', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    await page.goto('/settings/api-keys');
    await page.getByText('Create API key').click();
    await page.getByLabel('Name', { exact: true }).fill('Billing');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByRole('status').locator('code').innerText();
    const ping = () =>
      fetch(`${harness.origin}/api/v1/ping`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await ping()).status).toBe(200);
    // The preselected scopes are enough for the quick start.
    await makeEnvelope(page, secret, 'First');
    await page.goto('/settings/api-keys');
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('listitem').filter({ hasText: 'Billing' }).locator('time:visible').first().waitFor();
    await page.getByRole('button', { name: 'Revoke Billing' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect((await ping()).status).toBe(401);
  });

  it('lists envelopes, creates keys, deletes a draft and signs out without JavaScript', async () => {
    const { page, context } = await harness.visit();
    await signUp(page);
    await upload(page, 'Plain.pdf');
    const address = page.url().replace(/\/edit$/, '');
    const storageState = await context.storageState();
    const { page: plain } = await harness.visit({ javaScriptEnabled: false, storageState });
    await plain.goto('/envelopes');
    await plain.getByRole('link', { name: 'Plain' }).waitFor();
    await plain.goto('/settings/api-keys');
    await plain.getByLabel('Name', { exact: true }).fill('Script');
    await plain.getByRole('button', { name: 'Create key' }).click();
    await plain.getByText(/svc_sk_\w{30,}/).waitFor();
    await plain.goto(address);
    await plain.getByRole('button', { name: 'Delete draft' }).click();
    await plain.waitForURL('**/envelopes');
    await plain.getByRole('heading', { name: 'Welcome, Grace Hopper' }).waitFor();
    await plain.locator('header summary').click();
    await plain.getByRole('button', { name: 'Sign out' }).click();
    expect(new URL(plain.url()).pathname).toBe('/login');
  });

  it('shows a page for what does not exist or belongs to others', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    await upload(page);
    const address = page.url();
    const stranger = await harness.visit();
    await signUp(stranger.page);
    for (const path of [address, address.replace(/\/edit$/, ''), '/envelopes/env_nothing', '/nowhere']) {
      const answer = await stranger.page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await stranger.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    const document = await stranger.page.request.get(address.replace(/edit$/, 'document'));
    expect(document.status()).toBe(404);
  });

  it('places fields, has two people sign, and downloads the sealed PDF', async () => {
    const { page, context, faults } = await harness.visit();
    await signUp(page);
    await upload(page, 'Agreement.pdf');
    for (const [index, name] of ['Ada Lovelace', 'Bob Byte'].entries()) {
      await addParticipant(page, name, `${name.split(' ')[0]?.toLowerCase()}@example.com`);
      await dragOntoPage(page, 'Signature', { page: 1, x: 0.35, y: 0.25 + index * 0.2 });
      await placed(page, new RegExp(`^Signature for ${name}`)).waitFor();
    }
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Asked to sign').waitFor();
    const envelope = page.url();

    for (const [to, name] of [
      ['ada@example.com', 'Ada Lovelace'],
      ['bob@example.com', 'Bob Byte'],
    ] as const) {
      const signer = observe(context, await followMail(page, to), harness.origin);
      await signer.page.getByRole('button', { name: 'Review document' }).click();
      await signer.page.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
      await signer.page.getByRole('tab', { name: 'Type' }).click();
      await signer.page.getByRole('dialog').getByRole('textbox').first().fill(name);
      await signer.page.getByRole('button', { name: 'Adopt and sign' }).click();
      await signer.page.getByRole('button', { name: 'Review' }).click();
      await signer.page.getByRole('button', { name: 'Sign and finish' }).click();
      await signer.page.getByRole('heading', { name: /signed/ }).waitFor();
      expect(signer.faults).toEqual([]);
      await signer.page.close();
    }

    const sealed = page.getByRole('link', { name: /^Sealed PDF/ });
    await shows(async () => {
      await page.goto(envelope);
      await shows(sealed).toBeVisible({ timeout: 200 });
    }).toPass({ timeout: 30_000 });
    await page.getByText('Completed').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), sealed.click()]);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.includes('ETSI.CAdES.detached')).toBe(true);
    expect(faults).toEqual([]);
  }, 90_000);
});
