import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

describe.skipIf(findChromium() === null)('the sheet of a field (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('leads to a review that begins with the first answer', async () => {
    const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    const texts = Array.from({ length: 12 }, (_, at) => ({
      ...place,
      type: 'text',
      y: 0.1 + at * 0.05,
      label: `Line ${at + 1}`,
      required: false,
    }));
    await harness.send({
      participants: [{ name: 'Ida', email: 'ida.reviews@example.com' }],
      fields: [...texts, { ...place, type: 'signature', y: 0.85 }],
    });
    const { page } = await harness.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(await harness.linkFor('ida.reviews@example.com'));
    await page.getByRole('button', { name: 'Review document' }).tap();
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.getByRole('button', { name: 'Skip all' }).tap();
    await page.getByRole('button', { name: 'Adopt and sign' }).tap();
    await page.getByRole('heading', { name: 'Review before you sign' }).waitFor();
    await page
      .getByText('Line 1', { exact: true })
      .or(page.getByText(/^Line 1 /))
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('is left empty for the next field, but not when it is the last one', async () => {
    const place = { type: 'text', page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Kim', email: 'kim.skips@example.com' }],
      fields: [
        { ...place, y: 0.2, label: 'Street' },
        { ...place, y: 0.3, label: 'City' },
      ],
    });
    const { page, faults } = await harness.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(await harness.linkFor('kim.skips@example.com'));
    await page.getByRole('button', { name: 'Review document' }).tap();
    await page.getByRole('button', { name: 'Start' }).tap();
    const sheet = page.locator('#signer-actions');
    const next = sheet.getByRole('button', { name: 'Next' });
    await sheet.locator('label', { hasText: 'Street' }).waitFor();
    await next.tap();
    await sheet.locator('label', { hasText: 'City' }).waitFor();
    await sheet.locator('input').fill('Turin');
    await next.tap();
    await sheet.locator('label', { hasText: 'Street' }).waitFor();
    await next.tap();
    await sheet.locator('.text-danger').waitFor();
    await sheet.locator('input').fill('Via Po 1');
    await sheet.getByRole('button', { name: 'Review' }).tap();
    await page.getByRole('heading', { name: 'Review before you sign' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('leaves the field to sign in view, even at the end of the document', async () => {
    const place = { page: 2, x: 0.6, y: 0.93, width: 0.3, height: 0.05 };
    await harness.send({
      participants: [{ name: 'Noor', email: 'noor.sees@example.com' }],
      fields: [{ type: 'signature', ...place, participantIndex: 0 }],
    });
    const { page } = await harness.visit({
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(await harness.linkFor('noor.sees@example.com'));
    await page.getByRole('button', { name: 'Review document' }).tap();
    const isInView = () =>
      page.evaluate(() => {
        const field = document.querySelector('[id^=page-f]')?.getBoundingClientRect();
        const header = document.querySelector('header')?.getBoundingClientRect();
        const sheet = document.querySelector('[role=dialog]')?.getBoundingClientRect();
        if (field === undefined || header === undefined || sheet === undefined) return false;
        const isAcross = field.left >= 0 && field.right <= innerWidth;
        return isAcross && field.top >= header.bottom && field.bottom <= sheet.top;
      });
    await page.getByRole('button', { name: 'Start' }).tap();
    await expect.poll(isInView).toBe(true);
  });

  it('closes when it is pulled down, and keeps what was typed; others’ fields are faint', async () => {
    const eve = { name: 'Eve', email: 'eve.pulls@example.com' };
    const text = {
      type: 'text',
      page: 1,
      x: 0.1,
      y: 0.2,
      width: 0.3,
      height: 0.03,
      label: 'City',
      participantIndex: 0,
    };
    await harness.send({
      participants: [eve, { name: 'Ben Okafor', email: 'ben.later@example.com' }],
      fields: [
        text,
        { ...text, type: 'signature', y: 0.5 },
        { ...text, type: 'signature', x: 0.5, y: 0.5, participantIndex: 1 },
        { ...text, x: 0.5, private: true, participantIndex: 1 },
      ],
    });
    const { page, faults } = await harness.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(await harness.linkFor('eve.pulls@example.com'));
    await page.getByRole('button', { name: 'Review document' }).tap();
    // Shows where others sign, except for private fields.
    const open = page.locator('[data-open-field]');
    await open.filter({ hasText: 'BO' }).waitFor();
    expect(await open.count()).toBe(1);
    await page.getByRole('button', { name: 'Start' }).tap();
    const input = page.locator('#signer-actions input');
    await input.fill('Turin');
    const handle = page.getByRole('button', { name: 'Close', exact: true });
    await pull(page, handle, 20);
    expect(await input.inputValue()).toBe('Turin');
    await pull(page, handle, 160);
    await input.waitFor({ state: 'detached' });
    await page.locator('[data-docks]').filter({ hasText: 'Turin' }).waitFor();
    await page.getByText('1 of 2 done').waitFor();

    await page.getByRole('button', { name: 'Next' }).tap();
    const dialog = page.getByRole('dialog');
    await pull(page, dialog.getByRole('heading'), 200);
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  }, 120_000);

  /** Moves a finger down from the middle of an element. */
  async function pull(page: Page, from: ReturnType<Page['locator']>, distance: number): Promise<void> {
    const box = await from.boundingBox();
    if (box === null) throw new Error('there is nothing to pull');
    const devtools = await page.context().newCDPSession(page);
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }],
      });
    await touch('touchStart', 0);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', (distance * step) / 8);
    await touch('touchEnd', distance);
  }
});
