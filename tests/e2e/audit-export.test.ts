import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';
import { apiKeyOf } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('the audit log (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 400_000);
  afterAll(() => harness?.close());

  it('is exported as it is shown, which it records', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await apiKeyOf(page);
    await page.goto('/settings/audit?area=developers&period=7');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 1 entry' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Grace Hopper created the API key Tests');
    // Nothing can be recorded on someone else's link.
    expect((await page.request.get('/settings/audit/export')).status()).toBe(405);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Grace Hopper exported the audit log of Acme Legal GmbH' })
      .waitFor();
    expect(faults).toEqual([]);
  });
});
