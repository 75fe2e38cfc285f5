import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDF } from '@libpdf/core';
import { type CDPSession, expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import {
  addParticipant,
  boxOf,
  dragBy,
  dragOntoPage,
  editorReady,
  placed,
  saved,
  signUp,
  upload,
} from './dashboard-steps.ts';
import { observe, openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

/** A contract whose fields are detected. */
const SAMPLE = fileURLToPath(new URL('../../static/sample-nda.pdf', import.meta.url));

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(findChromium() === null)('pages in the editor (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('moves nothing under a pressed pointer when changes arrive from elsewhere', async () => {
    const { page, context } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await saved(page);
    const { page: other } = observe(context, await context.newPage(), harness.origin);
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
  });

  it('turns pages with a swipe, and settles suggestions with one', async () => {
    const { page, faults } = await harness.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await signUp(page);
    await upload(page, 'Sample.pdf', await withSecondPage(SAMPLE));
    const touch = await page.context().newCDPSession(page);
    const dock = page.getByRole('navigation', { name: 'Panels' });
    const suggestions = page.locator('[data-proposal]');
    await dock.getByRole('button', { name: 'Accept' }).waitFor();
    const count = await suggestions.count();
    expect(count).toBeGreaterThan(1);
    const box = await boxOf(dock);
    const inDock = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await swipe(touch, inDock, { x: -120, y: 0 });
    await shows(suggestions).toHaveCount(count - 1);
    await swipe(touch, inDock, { x: 120, y: 0 });
    await shows(suggestions).toHaveCount(count - 2);

    const shown = (number: number) => page.getByText(`Page ${number} of 2`, { exact: true });
    await shows(shown(1)).toBeVisible();
    await swipe(touch, { x: 300, y: 400 }, { x: -200, y: 10 });
    await shows(shown(2)).toBeVisible();
    await swipe(touch, { x: 100, y: 400 }, { x: 200, y: 10 });
    await shows(shown(1)).toBeVisible();
    expect(faults).toEqual([]);
  });

  it.each([390, 320])('places and changes fields with a thumb at %i px', async (width) => {
    const { page, faults } = await harness.visit({
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await signUp(page);
    await upload(page);
    const dock = page.getByRole('navigation', { name: 'Panels' });
    const words = dock.getByRole('button').locator('span:visible');
    const cut = (spans: Element[]) => spans.filter((span) => span.scrollWidth > span.clientWidth).length;
    expect(await words.count()).toBeGreaterThan(4);
    expect(await words.evaluateAll(cut)).toBe(0);
    await dock.getByRole('button', { name: 'Date' }).tap();
    await dock.getByText('Tap where Recipient 1 fills it in').waitFor();
    const sheet = await boxOf(page.locator('[data-page="1"]'));
    await page.touchscreen.tap(sheet.x + sheet.width / 2, sheet.y + sheet.height / 3);
    await placed(page, /^Date for Recipient 1/).waitFor();
    await dock.getByText('Recipient 1').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dock.getByRole('button', { name: 'Edit' }).tap();
    await page.getByLabel('Label', { exact: true }).fill('Start date');
    expect(await findViolations(page)).toEqual([]);
    await dock.getByRole('button', { name: 'Done' }).tap();
    await shows(page.getByLabel('Label', { exact: true })).toBeHidden();
    await dock.getByText('Start date').waitFor();
    await dock.getByRole('button', { name: 'Duplicate' }).tap();
    await shows(placed(page, /^Date/)).toHaveCount(2);
    await dock.getByRole('button', { name: 'Remove' }).tap();
    await shows(placed(page, /^Date/)).toHaveCount(1);
    await page.getByRole('button', { name: 'Recipient 1' }).first().tap();
    await page.getByRole('button', { name: 'Edit Recipient 1' }).tap();
    await page.getByLabel('Email').fill('ada@example.com');
    await dock.getByRole('button', { name: 'Done' }).tap();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });
});

/** Moves one finger in several steps, like a person. */
async function swipe(touch: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }) {
  const at = (part: number) => [{ x: from.x + by.x * part, y: from.y + by.y * part }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function withSecondPage(path: string): Promise<Uint8Array> {
  const pdf = await PDF.load(await readFile(path));
  pdf.addPage({ size: 'letter' });
  return await pdf.save();
}
