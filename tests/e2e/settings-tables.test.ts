import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { boxOf, signUp } from './dashboard-steps.ts';
import { apiKeyOf } from './envelope-steps.ts';

const WIDE = { viewport: { width: 1440, height: 900 } } as const;
const PHONE = { width: 320, height: 700 } as const;

describe.skipIf(findChromium() === null)(
  'tables of the settings (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 400_000);
    afterAll(() => harness?.close());

    /**
     * Checks that column names show only on wide screens, and that nothing is wider than the smallest phone.
     */
    const isTable = async (page: Page, column: string) => {
      const name = page.locator('main [aria-hidden]').getByText(column, { exact: true });
      await shows(name).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.setViewportSize(PHONE);
      await shows(name).toBeHidden();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      await page.setViewportSize(WIDE.viewport);
    };

    it('lists members and invitations, and offers to save another role only', async () => {
      const { page, faults } = await harness.visit({ ...WIDE, colorScheme: 'dark' });
      const address = await signUp(page);
      await page.goto('/settings/members');
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByLabel('Email addresses').fill(`neo@acme.example,\numa@acme.example ${address}`);
      await page.getByRole('button', { name: 'Send invitations' }).click();
      await page.getByText('Invitations sent: 2').waitFor();
      await page.getByText(`${address}: `).waitFor();
      const invited = page.getByRole('region', { name: /^Pending invitations/ }).getByRole('listitem');
      await invited.filter({ hasText: 'neo@acme.example' }).waitFor();
      await isTable(page, 'Last active');
      const search = page.getByLabel('Search name or email');
      await search.fill('grace');
      await shows(invited).toHaveCount(0);
      await search.fill('nobody');
      await page.getByText('No members match').waitFor();
      await search.fill('');
      await page.getByRole('button', { name: 'No second factor 1' }).click();
      await shows(invited).toHaveCount(0);
      await page.getByRole('button', { name: 'No second factor 1' }).click();
      const own = page.getByRole('region', { name: /^Members/ }).getByRole('listitem');
      const save = own.getByRole('button', { name: /Save/ });
      await shows(save).toHaveCount(0);
      await own.getByRole('combobox').selectOption({ label: 'Admin' });
      await shows(save).toBeVisible();
      // Aligned with the column names.
      const column = page.locator('main [aria-hidden]').getByText('Role', { exact: true });
      expect((await boxOf(own.getByRole('combobox'))).x).toBeCloseTo((await boxOf(column)).x, 0);
      expect(faults).toEqual([]);
    });

    it('lists API keys and the audit log', async () => {
      const { page, faults } = await harness.visit(WIDE);
      await signUp(page);
      await apiKeyOf(page);
      await page.goto('/settings/api-keys');
      await shows(page.getByRole('listitem').filter({ hasText: 'Tests' })).toContainText('Never');
      await isTable(page, 'Last used');
      await page.goto('/settings/audit');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Grace Hopper created the API key Tests' })
        .waitFor();
      await isTable(page, 'From');
      expect(faults).toEqual([]);
    });

    it('filters the audit log, opens an entry, and exports what is shown', async () => {
      const { page, faults } = await harness.visit(WIDE);
      await signUp(page);
      await apiKeyOf(page);
      await page.goto('/settings/audit');
      const entries = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
      await page
        .getByLabel('Action', { exact: true })
        .selectOption({ label: 'API keys, webhooks, and agents' });
      await page.waitForURL('**/settings/audit?area=developers');
      await shows(entries).toHaveCount(1);
      await page.getByLabel('Period').selectOption({ label: 'Last 7 days' });
      await page.waitForURL('**/settings/audit?area=developers&period=7');
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await entries.locator('summary').press('Enter');
      await entries.getByText('api_key.created').waitFor();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('dialog', { name: 'Export the audit log' }).waitFor();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
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
      await entries.filter({ hasText: 'Grace Hopper exported the audit log of Acme Legal GmbH' }).waitFor();
      // Days are in the reader's time zone.
      await page.getByLabel('Period').selectOption({ label: 'Choose days…' });
      await page.getByLabel('To', { exact: true }).fill('2026-01-01');
      await page.getByRole('heading', { name: 'No entries match' }).waitFor();
      expect(faults).toEqual([]);
    });
  },
);
