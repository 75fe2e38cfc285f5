import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { fileOf, readSealVectors } from '../vectors/seal/vectors.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

describe.skipIf(findChromium() === null)(
  'the page that verifies (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 180_000);
    afterAll(() => harness?.close());
    const isSound = async (page: Page) =>
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    const vector = (name: string) => {
      const found = readSealVectors().find((one) => one.name === name);
      if (found === undefined) throw new Error(`no vector ${name}`);
      return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: fileOf(found) };
    };
    const codes = (page: Page) =>
      page.locator('[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));

    it('shows what it found, saves the sealed original of a changed file, and sends nothing', async () => {
      const { page, faults } = await harness.visit();
      await page.goto('/verify');
      await page.getByRole('heading', { name: 'Is this signed document genuine?' }).waitFor();
      await isSound(page);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.url());
      });
      await page.locator('input[type=file]').setInputFiles(vector('valid-b-b'));
      await page
        .getByRole('heading', { name: 'Nothing is wrong, but not everything could be checked.' })
        .waitFor();
      expect((await codes(page)).slice(0, 2)).toEqual(['unchanged', 'root_not_given']);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await isSound(page);

      await page.locator('input[type=file]').setInputFiles(vector('isa-content'));
      await page.getByRole('heading', { name: 'This document was changed after it was sealed.' }).waitFor();
      expect((await codes(page))[0]).toBe('appended_changes');
      await isSound(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the sealed original' }).click(),
      ]);
      expect(await readFile(await download.path())).toEqual(vector('valid-b-b').buffer);
      expect(sent).toEqual([]);
      expect(faults).toEqual([]);
    });
  },
);
