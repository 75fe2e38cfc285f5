import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDF } from '@libpdf/core';
import { type CDPSession, expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { boxOf, signUp, upload } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

/** A contract whose fields are detected. */
const SAMPLE = fileURLToPath(new URL('../../static/sample-nda.pdf', import.meta.url));

// As a component test, a swipe would lead back in the history of the page that runs all of them.
describe.skipIf(findChromium() === null)('swipes in the editor (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

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
});

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
