import { readFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '#server/pdf/seal/metadata.ts';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { signUp } from '../e2e/dashboard-steps.ts';
import { ADA, apiKeyOf, makeEnvelope, signByLink } from '../e2e/envelope-steps.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';

const SAMPLE = new URL('../../static/sample-nda.pdf', import.meta.url);
const ARCHIVABLE = 'Make sealed PDFs archivable (PDF/A-3u)';
/** The part of PDF/A that a file says it conforms to. */
const readPart = async (file: Buffer) => readArchive(await PDF.load(file))?.part ?? null;

describe.skipIf(findChromium() === null)('an archive (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  /** Turns the setting on or off, and waits until it is kept. */
  async function setArchivable(page: Page, isOn: boolean): Promise<void> {
    await page.goto('/settings/defaults#archivable');
    await page.getByRole('switch', { name: ARCHIVABLE }).setChecked(isOn);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await shows(page.getByRole('switch', { name: ARCHIVABLE })).toBeChecked({ checked: isOn });
  }

  /** Signs the sample contract, and returns its sealed file. */
  async function signSample(page: Page): Promise<{ id: string; file: Buffer }> {
    await page.goto('/envelopes');
    await page.getByRole('button', { name: 'Sign the sample', exact: true }).click();
    await page.waitForURL('**/sign**');
    await page.locator('canvas').first().waitFor();
    await page
      .getByRole('button', { name: /^Signature, page 1/ })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('link', { name: 'Back to the envelope' }).click();
    await page.waitForURL(/\/envelopes\/env_\w+$/);
    return await fetchSealed(page, new URL(page.url()).pathname.split('/').at(-1) ?? '');
  }

  async function fetchSealed(page: Page, id: string): Promise<{ id: string; file: Buffer }> {
    const ask = () => page.request.get(`/envelopes/${id}/document?variant=sealed`);
    await shows.poll(async () => (await ask()).status(), { timeout: patience(60_000) }).toBe(200);
    return { id, file: await (await ask()).body() };
  }

  it(
    'gets contracts that say they are archivable, which stay so when the setting is turned off again',
    async () => {
      const { page, faults } = await harness.visit();
      page.setDefaultTimeout(patience(20_000));
      await signUp(page);
      await setArchivable(page, true);
      const { id, file } = await signSample(page);
      expect(await readPart(file)).toBe('3');

      // Anybody can check it, and it is what its archive has.
      const roots = page.waitForResponse((answer) => answer.url().endsWith('/api/verify'));
      await page.goto('/verify');
      await (await roots).finished();
      const upload = { name: 'sample.pdf', mimeType: 'application/pdf', buffer: file };
      await page.locator('input[type=file]').setInputFiles(upload);
      await page
        .getByRole('heading', { name: /^This document hasn’t changed since it was sealed on / })
        .waitFor();

      // What is sealed later follows the setting; what was sealed doesn't change.
      await setArchivable(page, false);
      const document = await readFile(SAMPLE);
      const next = await makeEnvelope(page, await apiKeyOf(page), 'NDA', { people: [ADA], document });
      await signByLink(page, ADA.email, ADA.name);
      expect(await readPart((await fetchSealed(page, next)).file)).toBeNull();
      expect((await fetchSealed(page, id)).file.equals(file)).toBe(true);
      expect(faults).toEqual([]);
    },
    patience(120_000),
  );
});
