import { expect as shows, type BrowserContextOptions } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { fromPageMenu, signUp, toast } from './dashboard-steps.ts';
import { ADA, apiKeyOf, call, makeEnvelope, read } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('what toasts undo (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function signedUp(options: BrowserContextOptions = {}) {
    const visit = await harness.visit(options);
    await signUp(visit.page);
    return { ...visit, key: await apiKeyOf(visit.page) };
  }

  it('take back a canceled send time and an archived template', async () => {
    const { page, key, faults } = await signedUp();
    const id = await makeEnvelope(page, key, 'Lease', { people: [ADA], send: false });
    await page.goto(`/envelopes/${id}`);
    await fromPageMenu(page, 'Save as template');
    await page.getByLabel('Template name').fill('House lease');
    await page.getByLabel('Role for Ada Lovelace (ada@example.com)').fill('Tenant');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.waitForURL('**/templates/tpl_*');
    await page.getByRole('button', { name: 'Archive template' }).click();
    await toast(page, '“House lease” archived').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Archive template' }).waitFor();

    type Graph = { envelope: { version: number; scheduledSendAt: string | null } };
    const stored = async () => (await read<Graph>(page, 'envelope.get', { id })).envelope;
    const sendAt = new Date(Date.now() + 48 * 3_600_000).toISOString();
    await call(page, 'envelope.send', { id, expectedVersion: (await stored()).version, sendAt });
    const before = (await stored()).scheduledSendAt;
    await page.goto(`/envelopes/${id}`);
    await fromPageMenu(page, 'Change send time');
    await page.getByRole('button', { name: 'Cancel scheduled send' }).click();
    await toast(page, 'Scheduled send canceled.').waitFor();
    expect((await stored()).scheduledSendAt).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone').waitFor();
    expect((await stored()).scheduledSendAt).toBe(before);
    expect(faults).toEqual([]);
  });

  it('delete a draft from its page once they close', async () => {
    const { page, key, faults } = await signedUp();
    const id = await makeEnvelope(page, key, 'Lease', { send: false });
    await makeEnvelope(page, key, 'Offer', { send: false });
    const rows = page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
    const count = async () => (await read<{ items: unknown[] }>(page, 'envelope.list', {})).items.length;
    await page.goto(`/envelopes/${id}`);
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await page.waitForURL('**/envelopes');
    await shows(rows).toHaveText([/Offer/]);
    expect(await count()).toBe(2);
    await toast(page, '“Lease” deleted').getByRole('button', { name: 'Close' }).click();
    await shows.poll(count).toBe(1);
    await shows(rows).toHaveText([/Offer/]);
    expect(faults).toEqual([]);
  });
});
