import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { editorReady, openNew, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

async function axe(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
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
    await page.getByRole('button', { name: 'Place fields myself' }).click();
    await editorReady(page);
    expect(faults).toEqual([]);
  }, 90_000);
});
