import { readFile } from 'node:fs/promises';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfsig } from '../pdf/support/pdf-tools.ts';
import { signedBefore } from '../pdf/support/signed-document.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import {
  addParticipant,
  dragOntoPage,
  followMail,
  openNew,
  placed,
  signUp,
  upload,
} from './dashboard-steps.ts';
import { observe, openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

describe.skipIf(findChromium() === null)('signed PDFs (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('are sent, signed again and downloaded with their certificate, which signers get too', async () => {
    const { page, context, faults } = await harness.visit();
    await signUp(page);
    await upload(page, 'Signed.pdf', await signedBefore(await plainPdf(2)));
    await page.getByText('The PDF was signed before.').waitFor({ state: 'attached' });
    await addParticipant(page, 'Ada Lovelace', 'ada@example.com');
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.35, y: 0.25 });
    await placed(page, /^Signature for Ada Lovelace/).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Asked to sign').waitFor();
    const envelope = page.url();

    const signer = observe(context, await followMail(page, 'ada@example.com'), harness.origin);
    await signer.page.getByRole('button', { name: 'Review document' }).click();
    await signer.page.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
    await signer.page.getByRole('tab', { name: 'Type' }).click();
    await signer.page.getByRole('dialog').getByRole('textbox').first().fill('Ada Lovelace');
    await signer.page.getByRole('button', { name: 'Adopt and sign' }).click();
    await signer.page.getByRole('button', { name: 'Review' }).click();
    await signer.page.getByRole('button', { name: 'Sign and finish' }).click();
    const own = await saved(signer.page, signer.page.getByRole('button', { name: 'Download certificate' }));
    expect(signer.faults).toEqual([]);

    await page.goto(envelope);
    const sealed = page.getByRole('link', { name: /^Sealed PDF/ });
    await shows(sealed).toContainText('earlier signatures stay valid');
    expect(pdfsig(await saved(page, sealed)).match(/Signature is Valid/g)).toHaveLength(2);
    const certificate = await saved(page, page.getByRole('link', { name: /^Certificate/ }));
    expect(Buffer.compare(certificate, own)).toBe(0);
    expect(pdfsig(certificate).match(/Signature is Valid/g)).toHaveLength(1);
    expect(faults).toEqual([]);
  }, 90_000);

  it('that permit no changes are refused with the reason', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    await openNew(page);
    const buffer = Buffer.from(await signedBefore(await plainPdf(), { certify: 1 }));
    await page
      .getByLabel('Document file')
      .setInputFiles({ name: 'Certified.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('a digital signature that permits no further signatures').waitFor();
  });
});

async function saved(page: Page, button: ReturnType<Page['getByRole']>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return await readFile(await download.path());
}
