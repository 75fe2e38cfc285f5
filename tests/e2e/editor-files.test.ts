import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { onePage } from '../support/pdf.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import {
  addParticipant,
  dragOntoPage,
  editorReady,
  fromMenu,
  openNew,
  placed,
  saved,
  signUp,
} from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { tokenIn } from './envelope-steps.ts';

/** Longer, because joining files renders all their pages. */
const slow = { timeout: patience(20_000) };

describe.skipIf(findChromium() === null)('files in the editor (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('adds, orders and removes files with their fields, and shows their names to everyone', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await openNew(page);
    await choose(page, [
      { name: 'Agreement.pdf', bytes: await plainPdf(1) },
      { name: 'Annex.pdf', bytes: onePage({ text: 'Annex' }) },
    ]);
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    const names = () =>
      page.getByRole('list', { name: 'Documents' }).locator('button > span:first-child').allTextContents();
    await shows.poll(names, slow).toEqual(['Agreement.pdf', 'Annex.pdf']);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await shows(placed(page, /^Signature for Ada/)).toHaveCount(1);
    await page.locator('[data-page="1"]').click({ position: { x: 20, y: 20 } });
    await saved(page);

    await fromMenu(page, 'Annex.pdf', 'Move Annex.pdf up');
    await shows.poll(names, slow).toEqual(['Annex.pdf', 'Agreement.pdf']);
    await editorReady(page);
    const heading = page.getByRole('main').getByRole('heading', { name: 'Annex' });
    await shows(heading).toBeVisible();
    // The field has moved with its page, and a field placed next isn't lost.
    await shows(placed(page, /^Signature for Ada, page 2/)).toHaveCount(1);
    await hasNoViolations(page);

    await choose(page, [{ name: 'Terms.pdf', bytes: onePage({ text: 'Terms' }) }]);
    await shows.poll(names, slow).toEqual(['Annex.pdf', 'Agreement.pdf', 'Terms.pdf']);
    await editorReady(page);
    await fromMenu(page, 'Annex.pdf', 'Remove Annex.pdf');
    await page.getByRole('dialog').getByText('It has no fields.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click();
    await shows.poll(names, slow).toEqual(['Agreement.pdf', 'Terms.pdf']);
    await editorReady(page);
    await shows(placed(page, /^Signature for Ada, page 1/)).toHaveCount(1);
    await fromMenu(page, 'Agreement.pdf', 'Remove Agreement.pdf');
    await page.getByRole('dialog').getByText('1 field goes with it. You can’t undo this.').waitFor();
    await hasNoViolations(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Asked to sign').waitFor();
    const originals = page.getByRole('region', { name: 'Downloads' });
    for (const name of ['Agreement.pdf', 'Terms.pdf']) {
      const href = await originals.getByRole('link', { name }).getAttribute('href');
      expect((await page.request.get(href ?? '')).headers()['content-disposition']).toContain(name);
    }
    const signer = await harness.visit();
    await signer.page.goto(`/sign#token=${await tokenIn(page, 'ada@example.com')}`);
    await signer.page.getByRole('button', { name: 'Review document' }).click();
    await signer.page.locator('[data-page="1"] canvas').waitFor();
    await shows(signer.page.getByRole('heading', { name: 'Terms' })).toBeAttached();
    await hasNoViolations(signer.page);
    expect([...faults, ...signer.faults]).toEqual([]);
  }, 120_000);
});

async function choose(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  await page
    .getByLabel('Document file')
    .setInputFiles(
      files.map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })),
    );
}

async function hasNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}
