import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import {
  PASSWORD,
  addParticipant,
  boxOf,
  dragBy,
  dragOntoPage,
  editorReady,
  palette,
  placed,
  saved,
  signUp,
  upload,
} from './dashboard-steps.ts';
import { observe, openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

/** Places a field with the keyboard. */
async function place(page: Page, type: string): Promise<void> {
  await palette(page, type).focus();
  await page.keyboard.press('Enter');
  await placed(page, new RegExp(`^${type} for`)).waitFor();
}

/** Blocks live updates in a tab, so that it notices other people's changes only when it saves. */
async function deaf(page: Page): Promise<void> {
  await page.route('**/api/live*', (route) => route.abort());
}

describe.skipIf(findChromium() === null)('keeping a draft (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function twoTabs() {
    const { page, context } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await saved(page);
    const { page: other } = observe(context, await context.newPage(), harness.origin);
    return { page, other, context };
  }

  it('shows changes saved in another tab, and merges both', async () => {
    const { page, other } = await twoTabs();
    await other.goto(page.url());
    await editorReady(other);
    await place(page, 'Name');
    await placed(other, /^Name for Ada/).waitFor();
    // It learned this by saving, not from a live update.
    await deaf(other);
    await other.reload();
    await editorReady(other);
    await place(page, 'Phone');
    await saved(page);
    await place(other, 'Company');
    await placed(other, /^Phone for Ada/).waitFor();
    await saved(other);
    // Undo reverts what was done in this tab, but nothing from the other one.
    await other.getByRole('button', { name: 'Undo' }).click();
    await saved(other);
    await shows(placed(page)).toHaveCount(2);
    expect(await placed(page, /^(Name|Phone) for Ada/).count()).toBe(2);
  }, 90_000);

  it('moves nothing under a pressed pointer when changes arrive from elsewhere', async () => {
    const { page, other } = await twoTabs();
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await saved(page);
    await other.goto(page.url());
    await editorReady(other);

    const field = placed(page, /^Signature/);
    const before = await boxOf(field);
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
    await page.mouse.down();
    const told = page.waitForResponse(/envelope\.get/);
    await dragBy(other, placed(other, /^Signature/), 60, 120);
    await addParticipant(other, 'Ben', 'ben@example.com');
    await saved(other);
    await (await told).finished();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await boxOf(field)).toEqual(before);
    await shows(page.getByRole('button', { name: 'Edit Ben' })).toHaveCount(0);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Edit Ben' }).waitFor();
    await expect.poll(async () => (await boxOf(field)).y).toBeGreaterThan(before.y + 60);
    await shows(field).toHaveAttribute('aria-pressed', 'true');
  }, 90_000);

  it('keeps changes while offline and after a reload, and saves them automatically', async () => {
    const { page, context } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await saved(page);
    await page.route('**/api/trpc/**', (route) => route.abort());
    await place(page, 'Text');
    await page.getByText('No connection. Your last changes are kept in this tab.').waitFor();
    await page.getByText(/Trying again in/).waitFor();
    await place(page, 'Phone');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await editorReady(page);
    await shows(placed(page)).toHaveCount(2);
    await page.unroute('**/api/trpc/**');
    await saved(page);

    await context.setOffline(true);
    await place(page, 'Company');
    await page.getByText('No connection.').waitFor();
    await context.setOffline(false);
    await saved(page);
    await page.reload();
    await editorReady(page);
    await shows(placed(page)).toHaveCount(3);
  }, 90_000);

  it('continues with all changes after signing in again, here or in another tab', async () => {
    const { page, context, faults } = await harness.visit();
    const email = await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await saved(page);
    await context.clearCookies();
    await place(page, 'Text');
    const dialog = page.getByRole('dialog', { name: 'Sign in to save your changes' });
    await shows(dialog.getByLabel('Email')).toHaveValue(email);
    await dialog.getByLabel('Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByText('Wrong email or password.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await saved(page);

    await context.clearCookies();
    await place(page, 'Phone');
    await dialog.waitFor();
    const elsewhere = await context.newPage();
    await elsewhere.goto(`${harness.origin}/login`);
    await elsewhere.getByLabel('Email').fill(email);
    await elsewhere.getByLabel('Password').fill(PASSWORD);
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
    await elsewhere.waitForURL('**/envelopes');
    await shows(dialog).toHaveCount(0);
    await saved(page);
    await page.reload();
    await editorReady(page);
    await shows(placed(page)).toHaveCount(2);
    expect(faults).toEqual([]);
  }, 90_000);
});
