import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { PDF } from '@libpdf/core';
import { type CDPSession, expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { onePage } from '../support/pdf.ts';
import {
  addParticipant,
  boxOf,
  dragBy,
  dragOntoPage,
  editorReady,
  openNew,
  palette,
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

  const strip = (page: Page) => page.getByRole('navigation', { name: 'Page thumbnails' });
  const thumbnail = (page: Page, number: number) => page.locator(`[data-thumbnail="${number}"]`);
  const current = (page: Page) => strip(page).locator('[aria-current="page"]');
  const violations = async (page: Page) =>
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);

  it('shows thumbnails under the names of the files, and goes to pages by click and key', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 1440, height: 900 } });
    await signUp(page);
    await openNew(page);
    await page.getByLabel('Document file').setInputFiles(
      [
        { name: 'Agreement.pdf', bytes: await plainPdf(3) },
        { name: 'Annex.pdf', bytes: onePage({ text: 'Annex' }) },
      ].map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })),
    );
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    await shows(strip(page).getByText('Agreement.pdf')).toBeVisible();
    await shows(strip(page).getByText('Annex.pdf')).toBeVisible();
    await shows(strip(page).locator('[data-drawn]')).toHaveCount(4);
    // A thumbnail drawn at its own width would lose the text.
    const canvas = thumbnail(page, 1).locator('canvas');
    expect(await canvas.evaluate((element: HTMLCanvasElement) => element.width)).toBeGreaterThan(200);
    await shows(current(page)).toHaveAccessibleName('Page 1 of 4');

    await thumbnail(page, 3).click();
    await shows(current(page)).toHaveAccessibleName('Page 3 of 4');
    const top = await boxOf(page.locator('[data-page="3"]'));
    const bar = await boxOf(page.getByRole('toolbar', { name: 'Page tools' }));
    expect(top.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(top.y).toBeLessThan(bar.y + bar.height + 60);

    await page.keyboard.press('Home');
    await shows(thumbnail(page, 1)).toBeFocused();
    await shows(current(page)).toHaveAccessibleName('Page 1 of 4');
    await page.keyboard.press('ArrowDown');
    await shows(thumbnail(page, 2)).toBeFocused();
    await shows(current(page)).toHaveAccessibleName('Page 2 of 4');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('draws only the thumbnails in view of a document with 2,000 pages', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 1440, height: 900 } });
    await signUp(page);
    await upload(page, 'Register.pdf', await manyPages(2000));
    await thumbnail(page, 1).and(page.locator('[data-drawn]')).waitFor();
    expect(await strip(page).locator('[data-thumbnail]').count()).toBeLessThan(30);
    await thumbnail(page, 1).focus();
    await page.keyboard.press('End');
    await shows(current(page)).toHaveAccessibleName('Page 2000 of 2000');
    await shows(thumbnail(page, 2000)).toBeFocused();
    await thumbnail(page, 2000).and(page.locator('[data-drawn]')).waitFor();
    expect(await strip(page).locator('[data-thumbnail]').count()).toBeLessThan(30);
    expect(faults).toEqual([]);
  });

  it('fits the width or the whole page, and zooms', async () => {
    const { page } = await harness.visit({ viewport: { width: 1440, height: 900 } });
    await signUp(page);
    await upload(page);
    const sheet = page.locator('[data-page="1"]');
    const width = async () => (await boxOf(sheet)).width;
    const fitWidth = page.getByRole('button', { name: 'Fit width' });
    const fitPage = page.getByRole('button', { name: 'Fit page' });
    await shows(fitWidth).toHaveAttribute('aria-pressed', 'true');
    const broad = await width();
    await fitPage.click();
    await shows(fitPage).toHaveAttribute('aria-pressed', 'true');
    const bar = await boxOf(page.getByRole('toolbar', { name: 'Page tools' }));
    const whole = await boxOf(sheet);
    expect(whole.height).toBeLessThanOrEqual(900 - bar.y - bar.height);
    expect(whole.width).toBeLessThan(broad);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await shows(fitPage).toHaveAttribute('aria-pressed', 'false');
    expect(await width()).toBeGreaterThan(whole.width);
    await fitWidth.click();
    expect(await width()).toBe(broad);
  });

  it('has room for all types of fields beside three recipients', async () => {
    const { page } = await harness.visit({ viewport: { width: 1440, height: 900 } });
    await signUp(page);
    await upload(page);
    for (const name of ['Ada', 'Ben', 'Cem']) await addParticipant(page, name, `${name}@example.com`);
    await page.getByRole('button', { name: 'Edit Cem' }).click();
    const last = await boxOf(palette(page, 'Attachment'));
    expect(last.y + last.height).toBeLessThanOrEqual(900);
    await shows(page.getByLabel('Email', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Ben' }).click();
    await shows(page.getByLabel('Email', { exact: true })).toHaveValue('Ben@example.com');
  });

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

  it('marks fields with a condition on the page and in the list', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await dragOntoPage(page, 'Checkbox', { page: 1, x: 0.3, y: 0.2 });
    await dragOntoPage(page, 'Text', { page: 1, x: 0.4, y: 0.4 });
    await shows(page.locator('[data-conditional]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show only if…' }).click();
    await shows(placed(page, /^Text.*conditional/).locator('[data-conditional]')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.locator('[data-page="1"]').click({ position: { x: 20, y: 20 } });
    await shows(
      page.getByRole('list', { name: 'Fields in reading order' }).locator('[data-conditional]'),
    ).toHaveCount(1);
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
    expect(await violations(page)).toEqual([]);
    await dock.getByRole('button', { name: 'Edit' }).tap();
    await page.getByLabel('Label', { exact: true }).fill('Start date');
    expect(await violations(page)).toEqual([]);
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

async function manyPages(count: number): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (let number = 1; number <= count; number += 1) pdf.addPage({ size: 'a4' });
  return await pdf.save();
}
