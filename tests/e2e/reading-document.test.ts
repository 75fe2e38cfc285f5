import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { oneFieldForm } from '../support/one-field-form.ts';
import { patience } from '../support/patience.ts';
import { call } from './envelope-steps.ts';
import { editorReady, fromMenu, openNew, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

async function axe(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

describe.skipIf(findChromium() === null)('a document on its way (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness({ idle: true });
  }, 180_000);
  afterAll(() => harness?.close());

  it('shows upload and reading progress, and lets the sender continue without waiting', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 320, height: 700 } });
    await signUp(page);
    await openNew(page);
    let release = () => {};
    await page.route('**/envelopes/new/document?*', async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    const buffer = Buffer.from(await plainPdf(2));
    await page
      .getByLabel('Document file')
      .setInputFiles({ name: 'Slow.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
    await axe(page);
    release();
    await page.getByText('Looking for fields…').waitFor();
    await axe(page);
    await page.goto('/envelopes?view=drafts');
    await page.getByRole('link', { name: 'Slow' }).click();
    await page.getByText('Looking for fields…').waitFor();
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // More files can be added here too. A file that can't be used keeps the page open until it's removed.
    await page.getByLabel('Document file').setInputFiles([
      { name: 'Broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnothing else') },
      { name: 'Annex.pdf', mimeType: 'application/pdf', buffer: Buffer.from(oneFieldForm('Annex')) },
    ]);
    const files = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    await shows(files).toHaveText(['Slow.pdf', 'Annex.pdf', /^Broken\.pdf.*damaged/s]);
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Remove Broken.pdf' }).click();
    await shows(files).toHaveText(['Slow.pdf', 'Annex.pdf']);
    await page.getByRole('button', { name: 'Place fields myself' }).click();
    await editorReady(page);
    await shows(page.locator('[data-page="3"]')).toBeAttached();
    expect(faults).toEqual([]);
  }, 90_000);

  it('takes further files while the first is read, and moves and removes them', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await openNew(page);
    const choose = (...names: string[]) =>
      page.getByLabel('Document file').setInputFiles(
        names.map((name) => ({
          ...{ name: `${name}.pdf`, mimeType: 'application/pdf' },
          buffer: Buffer.from(oneFieldForm(name)),
        })),
      );
    const files = page.getByRole('list', { name: 'Documents' });
    const names = () => files.locator('p.font-medium').allTextContents();
    const searched = files.getByText('Looking for fields…');
    await choose('First');
    await shows(searched).toHaveCount(1);
    // As if a worker had started.
    const { id } = JSON.parse(
      (await page.evaluate(() => sessionStorage.getItem('countersign.new-envelope'))) ?? '{}',
    );
    await call(page, 'envelope.detect', { id, expectedVersion: 1 });
    await choose('Second', 'Third');
    await shows(searched).toHaveCount(3);
    await fromMenu(page, 'Third.pdf', 'Move Third.pdf up');
    await shows.poll(names).toEqual(['First.pdf', 'Third.pdf', 'Second.pdf']);
    await fromMenu(page, 'Second.pdf', 'Remove Second.pdf');
    await shows.poll(names).toEqual(['First.pdf', 'Third.pdf']);
    await axe(page);
    await shows(page.getByRole('button', { name: 'Place fields' })).toBeDisabled();
    await harness.app.work();
    await shows(files.getByText('1 field found')).toHaveCount(2, { timeout: patience(20_000) });
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    expect(faults).toEqual([]);
  }, 120_000);
});
