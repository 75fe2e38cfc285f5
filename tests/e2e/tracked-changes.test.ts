import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { negotiatedContract } from '../support/tracked-changes.ts';
import { openNew, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

/**
 * The first Word file waits until its converter has been loaded and compiled, twice if a request gave up on
 * it.
 */
const CONVERTED_MS = patience(180_000);

describe.skipIf(findChromium() === null)(
  'tracked changes in the editor (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    it(
      'are accepted or rejected as the sender chose',
      async () => {
        const { page, faults } = await harness.visit();
        await signUp(page);
        await openNew(page);
        await page.getByText('Upload options').click();
        await page.getByLabel('Tracked changes in Word files').selectOption('Reject all');
        const file = {
          name: 'Contract.docx',
          mimeType: 'application/octet-stream',
          buffer: negotiatedContract(),
        };
        await page.getByLabel('Document file').setInputFiles(file);
        await page.getByRole('button', { name: 'Place fields' }).click({ timeout: CONVERTED_MS });
        await page.waitForURL('**/edit');
        await page.getByText('Changes to your file').click();
        await shows(page.getByText('Tracked changes were rejected.')).toBeVisible();
        expect(faults).toEqual([]);
      },
      2 * CONVERTED_MS,
    );
  },
);
