import { expect as shows, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { signUp } from '../e2e/dashboard-steps.ts';
import { ADA, apiKeyOf, call, makeEnvelope, read } from '../e2e/envelope-steps.ts';

describe.skipIf(findChromium() === null)(
  'a sender who tidies up (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    const rows = (page: Page) => page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
    const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
    const openView = (page: Page, name: string) =>
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();

    it('moves what has ended into the archive, takes it back, finds it, and takes several home as one file', async () => {
      const { page, faults } = await harness.visit({});
      await signUp(page);
      const key = await apiKeyOf(page);
      for (const name of ['Lease 2024', 'Lease 2025']) {
        const id = await makeEnvelope(page, key, name, { people: [ADA] });
        const { envelope } = await read<{ envelope: { version: number } }>(page, 'envelope.get', { id });
        await call(page, 'envelope.void', { id, expectedVersion: envelope.version });
      }
      await makeEnvelope(page, key, 'Lease 2026', { people: [ADA] });

      await page.goto('/envelopes');
      await shows(rows(page)).toHaveCount(3);
      // What waits for somebody can't be put away.
      await row(page, 'Lease 2026').getByRole('checkbox').check();
      await shows(page.getByRole('button', { name: 'Move to archive' })).toHaveCount(0);
      await row(page, 'Lease 2026').getByRole('checkbox').uncheck();

      for (const name of ['Lease 2024', 'Lease 2025']) await row(page, name).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Move to archive' }).click();
      await page.getByText('Moved to the archive').waitFor();
      await shows(rows(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await shows(rows(page)).toHaveCount(3);

      for (const name of ['Lease 2024', 'Lease 2025']) await row(page, name).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Move to archive' }).click();
      await shows(rows(page)).toHaveCount(1);
      await openView(page, 'Archive');
      await shows(rows(page)).toHaveCount(2);
      expect(new URL(page.url()).searchParams.get('archived')).toBe('only');
      await page.goto('/envelopes?q=lease%202024');
      await shows(rows(page)).toHaveCount(1);

      await page.goto('/envelopes?archived=only');
      for (const name of ['Lease 2024', 'Lease 2025']) await row(page, name).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('link', { name: 'Download ZIP' }).click(),
      ]);
      const files = unzipSync(new Uint8Array(await readFile(await file.path())));
      expect(Object.keys(files).sort()).toEqual(['Lease 2024.pdf', 'Lease 2025.pdf']);

      await page.getByRole('button', { name: 'Take out of archive' }).click();
      await page.getByText('The archive is empty').waitFor();
      await openView(page, 'All');
      await shows(rows(page)).toHaveCount(3);
      expect(faults).toEqual([]);
    });
  },
);
