import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';
import { apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('reports (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());
  const isSound = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  it('take an own period, say what is wrong with it, and export the numbers', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await page.goto('/reports?of=me');
    await page.locator('summary').filter({ hasText: 'Last 30 days' }).click();
    await shows(page.getByRole('link', { name: /^This year/ })).toBeVisible();
    await isSound(page);
    await page.getByLabel('From').fill('2026-03-10');
    await page.getByLabel('To', { exact: true }).fill('2026-03-01');
    await page.getByRole('button', { name: 'Use these dates' }).click();
    await page.getByRole('alert').filter({ hasText: 'The first date must come before the last.' }).waitFor();
    await isSound(page);
    await page.getByLabel('From').fill('2025-03-01');
    await page.getByRole('button', { name: 'Use these dates' }).click();
    await page.getByText('Mar 1, 2025 to Mar 1, 2026').waitFor();
    expect(new URL(page.url()).search).toBe('?of=me&from=2025-03-01&to=2026-03-01');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('report-2025-03-01-2026-03-01.csv');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[1]).toBe('Period,2025-03-01 – 2026-03-01,0,0,0,0,0,,,,');
    expect(lines.filter((line) => line.startsWith('Sent by month,'))).toHaveLength(13);
    const menu = page.locator('summary').filter({ hasText: 'Custom period' });
    await shows(menu).toContainText('Mar 1, 2025');
    await menu.click();
    await page.keyboard.press('Escape');
    await shows(menu).toBeFocused();
    await menu.click();
    await page.getByRole('link', { name: /^Last 7 days/ }).click();
    await page.waitForURL('**/reports?days=7&of=me');
    expect(faults).toEqual([]);
  });

  it('remind the people who have waited longest, once an hour', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    const key = await apiKeyOf(page);
    await makeEnvelope(page, key, 'Lease 14 Harbour Street', { people: [BEN] });
    await page.goto('/reports');
    const waiting = page.getByRole('region', { name: 'Waiting longest' });
    const remind = waiting.getByRole('button', { name: /^Remind.*Lease 14 Harbour Street$/ });
    await shows(waiting.getByRole('listitem')).toHaveText([/Lease 14 Harbour Street.*Ben Bitdiddle/]);
    await remind.click();
    await page.getByText('Reminder sent').waitFor();
    await shows(remind).toHaveCount(0);
    await isSound(page);
    expect(faults).toEqual([]);
  });

  it('have labels that can be read on phones, without scrolling sideways', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 320, height: 700 } });
    await signUp(page);
    await page.goto('/reports?days=365');
    const labels = page.locator('section[aria-labelledby="report-sent"] svg text[text-anchor="middle"]');
    await shows(labels.first()).toBeVisible();
    const boxes = await labels.evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right, height }) => ({ left, right, height })),
    );
    for (const [at, { left, height }] of boxes.entries()) {
      expect(height).toBeGreaterThan(10);
      expect(left).toBeGreaterThan(boxes[at - 1]?.right ?? 0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await isSound(page);
    expect(faults).toEqual([]);
  });
});
