import { readFile } from 'node:fs/promises';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import {
  boxOf,
  dragOnto,
  editorReady,
  fromMenu,
  fromPageMenu,
  openNew,
  PASSWORD,
  signUp,
  toast,
} from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope, signByLink, tokenIn } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('envelopes (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function ready(options?: Parameters<DashboardHarness['visit']>[0]) {
    const visit = await harness.visit(options);
    const email = await signUp(visit.page);
    return { ...visit, email, key: await apiKeyOf(visit.page) };
  }
  const row = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem').filter({ hasText: name });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const fits = async (page: Page) =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  const hasNoViolations = async (page: Page) => expect(await findViolations(page)).toEqual([]);

  it('shows a new signature in the list and on the envelope page without a reload', async () => {
    const { page, context, key, faults } = await ready();
    const id = await makeEnvelope(page, key, 'Lease');
    await row(page, 'Lease').getByText('Waiting for Ada Lovelace').waitFor();
    const beside = await context.newPage();
    await beside.goto(`/envelopes/${id}`);
    await beside.getByText('Asked to sign').waitFor();
    const loads: string[] = [];
    for (const one of [page, beside]) one.on('load', () => loads.push(one.url()));

    await signByLink(page, ADA.email, ADA.name);
    await row(page, 'Lease').getByText('Waiting for Ben Bitdiddle').waitFor();
    await row(page, 'Lease').getByText('1 of 2 signed').waitFor();
    await shows(beside.getByRole('listitem').filter({ hasText: BEN.email }).first()).toContainText(
      'Asked to sign',
    );
    await signByLink(page, BEN.email, BEN.name);
    await row(page, 'Lease').getByText('Completed', { exact: true }).waitFor();
    await beside.getByRole('link', { name: /^Sealed PDF/ }).waitFor();
    expect(loads).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('recalls an envelope before anyone has signed, and duplicates it', async () => {
    const { page, key, faults } = await ready();
    const id = await makeEnvelope(page, key, 'Lease', { people: [ADA] });
    await page.goto(`/envelopes/${id}`);
    await fromPageMenu(page, 'Recall');
    await page.getByRole('dialog').getByRole('button', { name: 'Recall envelope' }).click();
    await page.getByText('Envelope recalled. It’s a draft again.').waitFor();
    await page.getByRole('link', { name: 'Continue editing' }).waitFor();
    expect(await page.getByText('Recall', { exact: true }).count()).toBe(0);
    await fromPageMenu(page, 'Duplicate');
    await page.waitForURL(
      (url) => /\/envelopes\/env_\w+\/edit$/.test(url.pathname) && !url.pathname.includes(id),
    );
    expect(faults).toEqual([]);
  });

  it('loads more on scrolling, and returns to the same place', async () => {
    const { page, key, faults } = await ready();
    for (let i = 0; i < 60; i += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          fetch(`${harness.origin}/api/v1/envelopes`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ originalFilename: 'a.pdf', displayName: `Draft ${i + n}` }),
          }),
        ),
      );
    await makeEnvelope(page, key, 'Oldest by name: Zulu', { people: [ADA] });
    await page.goto('/envelopes?sort=name');
    const items = page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
    // The next page loads before its place is visible, so the second may already have arrived with the first.
    await expect.poll(() => items.count()).toBeGreaterThanOrEqual(25);
    expect(await items.count()).toBeLessThan(61);
    await expect
      .poll(async () => {
        await items.last().scrollIntoViewIfNeeded();
        return items.count();
      })
      .toBeGreaterThan(50);
    await page.getByText('You’ve reached the end.').waitFor();
    await shows(items).toHaveCount(61);
    await link(page, 'Oldest by name: Zulu').focus();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    const before = (await boxOf(link(page, 'Oldest by name: Zulu'))).y;
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: 'Oldest by name: Zulu' }).waitFor();
    await page.goBack();
    await shows(items).toHaveCount(61);
    await shows(link(page, 'Oldest by name: Zulu')).toBeFocused();
    await shows(link(page, 'Oldest by name: Zulu')).toBeInViewport();
    const after = (await boxOf(link(page, 'Oldest by name: Zulu'))).y;
    expect(Math.abs(after - before)).toBeLessThan(80);
    await page.keyboard.press('n');
    await page.waitForURL('**/envelopes/new');
    expect(faults).toEqual([]);
  });

  it('offers every action on the envelope page', async () => {
    const { page, key, faults } = await ready();
    const wrong = { name: 'Ada Lovelace', email: 'aad@example.com' };
    const id = await makeEnvelope(page, key, 'Contract', { people: [wrong, BEN] });
    const old = await tokenIn(page, wrong.email);
    await page.goto(`/envelopes/${id}`);
    const ada = page.getByRole('listitem').filter({ hasText: wrong.name }).first();
    await page.getByText('Nothing was emailed').waitFor();
    await ada.getByRole('button', { name: 'Copy link' }).click();
    await toast(page, 'Link for Ada Lovelace copied. Send it only to them.').waitFor();
    await page.getByText('You copied the link for Ada Lovelace').first().waitFor();
    // Nobody can be reminded without email, so what works is first.
    await shows(page.getByRole('button', { name: /^Copy link.*Ada Lovelace$/ })).toHaveCount(2);
    await shows(page.getByRole('button', { name: 'Remind' })).toHaveCount(0);

    await fromMenu(page, wrong.name, 'Edit');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill('nobody');
    await page.locator('dialog form, [role=dialog] form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog').getByText('Enter a valid email address.').waitFor();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(ADA.email);
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(`to Ada Lovelace (${ADA.email})`).waitFor();
    await tokenIn(page, ADA.email);
    const gone = await fetch(`${harness.origin}/api/signer/envelope`, {
      headers: { authorization: `Bearer ${old}` },
    });
    expect(((await gone.json()) as any).details.reason).toBe('link_replaced');

    await fromPageMenu(page, 'Change expiration');
    await page.getByRole('dialog').getByRole('button', { name: 'In 14 days' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change expiration' }).click();
    await page.getByText('Expiration date changed.').waitFor();
    await page.locator('main').getByText('More', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Change expiration' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing has changed since it was sent').waitFor();

    await fromPageMenu(page, 'Void');
    await page.getByLabel('Reason').fill('Settled otherwise');
    await page.getByRole('button', { name: 'Void envelope' }).click();
    await page.getByText('“Settled otherwise”').first().waitFor();
    await shows(page.getByRole('button', { name: 'Remind' })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  it('passes links on instead of reminding, and copies what is voided to a new draft', async () => {
    const { page, key, faults } = await ready();
    const people = [ADA, BEN].map((person) => ({ ...person, orderIndex: 0 }));
    const id = await makeEnvelope(page, key, 'Lease', { people });
    await page.goto(`/envelopes/${id}`);
    await page.getByText('Waiting for Ada Lovelace and Ben Bitdiddle').waitFor();
    await page.getByRole('button', { name: 'Copy link for Ada Lovelace' }).click();
    await toast(page, 'Link for Ada Lovelace copied. Send it only to them.').waitFor();
    await page.goto('/envelopes');
    await row(page, 'Lease').hover();
    await shows(row(page, 'Lease').getByRole('button', { name: 'Remind' })).toHaveCount(0);
    await row(page, 'Lease')
      .getByRole('button', { name: /^Copy link.*Lease$/ })
      .click();
    await toast(page, 'Link for Ada Lovelace copied. Send it only to them.').first().waitFor();
    await page.goto(`/envelopes/${id}`);
    await fromPageMenu(page, 'Void');
    const dialog = page.getByRole('dialog', { name: 'Void “Lease”?' });
    await shows(dialog.getByRole('listitem')).toHaveText([
      /Ada Lovelace.*Gets an email/s,
      /Ben Bitdiddle.*Gets an email/s,
    ]);
    await hasNoViolations(page);
    await dialog.getByLabel('Reason').fill('The terms have changed.');
    await dialog.getByLabel('Copy it to a new draft').check();
    await dialog.getByRole('button', { name: 'Void envelope' }).click();
    await page.waitForURL(({ pathname }) => pathname.endsWith('/edit') && !pathname.includes(id));
    await page.goto(`/envelopes/${id}`);
    await page.getByText('“The terms have changed.”').first().waitFor();
    await shows(page.getByRole('main').getByRole('button', { name: 'Duplicate' })).toBeVisible();
    expect(faults).toEqual([]);
  });

  it('shows the files, data and passed checks of a completed envelope', async () => {
    const { page, key, faults } = await ready();
    const id = await makeEnvelope(page, key, 'Done', { people: [ADA] });
    await signByLink(page, ADA.email, ADA.name);
    await page.goto(`/envelopes/${id}`);
    await page.getByRole('link', { name: /^Sealed PDF/ }).waitFor();
    const bytesOf = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: new RegExp(`^${name}`) }).click(),
      ]);
      return await readFile(await download.path());
    };
    for (const name of ['Sealed PDF', 'Certificate', 'Original'])
      expect((await bytesOf(name)).subarray(0, 5).toString(), name).toBe('%PDF-');
    expect(JSON.parse((await bytesOf('Evidence')).toString())).toMatchObject({ envelopeId: id });
    await page.getByRole('tab', { name: 'Contract data' }).click();
    await page.getByRole('heading', { name: 'Contract data' }).waitFor();
    await shows(page.getByRole('region', { name: 'Contract data' })).toContainText('Ada Lovelace');
    const verification = page.getByRole('region', { name: 'Verification' });
    await verification.getByRole('heading', { name: 'Verified' }).click();
    await shows(verification).toContainText('The sealed file contains the exact document that was signed.');
    expect(faults).toEqual([]);
  });

  it('takes a document and recipients, suggests earlier ones, and keeps everything after a reload', async () => {
    const { page, key, email, faults } = await ready();
    await makeEnvelope(page, key, 'Before', { people: [ADA, BEN] });
    await openNew(page);
    const add = page.getByRole('button', { name: 'Add recipient' });
    const recipients = page.getByRole('list', { name: 'Recipients in signing order' });
    const names = () =>
      recipients.getByLabel('Name').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await add.press('Enter');
    await page.keyboard.type('love');
    await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shows(recipients.getByLabel('Email')).toHaveValue(ADA.email);
    await page.getByRole('button', { name: 'I need to sign' }).press('Enter');
    await add.press('Enter');
    await page.keyboard.type('Cem Turing');
    await page.keyboard.press('Tab');
    await page.keyboard.type('cem@');
    expect(await names()).toEqual(['Ada Lovelace', 'Grace Hopper', 'Cem Turing']);
    await fromMenu(page, 'Cem Turing', 'Move Cem Turing up');
    await shows(page.locator('summary', { hasText: 'More actions for Cem Turing' })).toBeFocused();
    expect(await names()).toEqual(['Ada Lovelace', 'Cem Turing', 'Grace Hopper']);
    const grip = recipients.getByTitle('Drag to reorder');
    await dragOnto(page, grip.nth(2), recipients.getByRole('listitem').first(), -0.05);
    await shows.poll(names).toEqual(['Grace Hopper', 'Ada Lovelace', 'Cem Turing']);

    const buffer = Buffer.from(await plainPdf(2));
    await page
      .getByLabel('Document file')
      .setInputFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('No fields found. You can place them yourself.').waitFor();
    await page.reload();
    await page.getByText('No fields found. You can place them yourself.').waitFor();
    await shows.poll(names).toEqual(['Grace Hopper', 'Ada Lovelace', 'Cem Turing']);
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.getByText('Enter a valid email address.', { exact: true }).waitFor();
    await recipients.getByLabel('Email').nth(2).fill('cem@example.com');
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    const id = /env_\w+/.exec(page.url())?.[0] ?? '';
    const graph = await fetch(`${harness.origin}/api/v1/envelopes/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { participants } = (await graph.json()) as { participants: { email: string }[] };
    expect(participants.map((one) => one.email)).toEqual([email, ADA.email, 'cem@example.com']);
    expect(faults).toEqual([]);
  });

  it('returns to the same page after the session ended', async () => {
    const { page, context, key, email } = await ready();
    const id = await makeEnvelope(page, key, 'Half way', { people: [ADA] });
    await page.goto(`/envelopes/${id}`);
    await fromPageMenu(page, 'Void');
    await page.getByLabel('Reason').fill('Kept');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Void envelope' }).click();
    await page.getByRole('dialog').getByText('Your session has ended').waitFor();
    await shows(page.getByLabel('Reason')).toHaveValue('Kept');
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`**/envelopes/${id}`);
    await page.getByRole('heading', { name: 'Half way' }).waitFor();
  });

  it.each([
    ['light', { width: 1280, height: 860 }],
    ['dark', { width: 320, height: 700 }],
  ] as const)('passes axe in %s', async (colorScheme, viewport) => {
    const { page, key } = await ready({ colorScheme, viewport });
    const soon = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const id = await makeEnvelope(page, key, 'A lease with a rather long name, as leases have them', {
      policy: { expiresAt: soon },
    });
    const done = await makeEnvelope(page, key, 'Done', { people: [BEN] });
    await signByLink(page, BEN.email, BEN.name);
    await page.goto(`/envelopes/${colorScheme === 'light' ? done : id}`);
    await page.getByRole('heading', { name: 'Verified' }).waitFor();
    await hasNoViolations(page);
    await fits(page);
    if (colorScheme === 'light') return;
    await fromMenu(page, ADA.name, 'Edit');
    await hasNoViolations(page);
  });
});
