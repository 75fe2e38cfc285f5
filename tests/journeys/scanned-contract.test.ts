import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { editorReady, openNew, saved, signUp } from '../e2e/dashboard-steps.ts';
import { read, tokenIn } from '../e2e/envelope-steps.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { scratchDirectory, textOf, writtenTo } from '../support/pdf.ts';
import { scanContract } from '../support/scanned-contract.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' };
const PEOPLE = [
  { party: 'Northwind Traders Inc.', name: 'Nora North', email: 'nora@example.com', title: 'President' },
  { party: 'Harbor Consulting LLC', name: 'Hal Harbor', email: 'hal@example.com', title: 'Manager' },
];

describe.skipIf(findChromium() === null)(
  'a contract from the scanner (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    const directory = scratchDirectory();
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, patience(180_000));
    afterAll(async () => {
      directory.remove();
      await harness?.close();
    });

    /** Uploads a crooked scan on gray paper, and opens it in the editor, without waiting until it has been read. */
    async function uploadScan(page: Page): Promise<void> {
      await openNew(page);
      const buffer = Buffer.from(await scanContract({ degrees: 1, paper: [230, 180] }));
      await page
        .getByLabel('Document file')
        .setInputFiles({ name: 'Scan_0007.pdf', mimeType: 'application/pdf', buffer });
      await page.getByRole('button', { name: 'Place fields' }).click();
      await page.waitForURL('**/edit**');
      await editorReady(page);
    }

    /** Signs on a phone, filling in the title that the contract asks for. */
    async function sign(page: Page, { email, title }: (typeof PEOPLE)[number]): Promise<void> {
      const token = await tokenIn(page, email);
      const { page: phone, faults, context } = await harness.visit(PHONE);
      phone.setDefaultTimeout(patience(20_000));
      const button = (name: string) => phone.getByRole('button', { name, exact: true });
      await phone.goto(`/sign#token=${token}`);
      await button('Review document').tap();
      await button('Start').tap();
      await button('Adopt and sign').tap();
      await phone.locator('#signer-actions').getByRole('textbox').fill(title);
      await button('Review').tap();
      await button('Sign and finish').tap();
      await phone.getByRole('heading', { name: /signed/ }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }

    it(
      'is sent with the fields and parties that its picture shows, and signed on a phone',
      async () => {
        const { page, faults } = await harness.visit({ viewport: { width: 1280, height: 1200 } });
        page.setDefaultTimeout(patience(30_000));
        await signUp(page);
        await uploadScan(page);

        // Each party has its own fields, and the people who sign for them are entered.
        for (const { party, name, email } of PEOPLE) {
          await page.getByRole('button', { name: `Edit ${party}` }).click();
          await page.getByLabel('Name', { exact: true }).fill(name);
          await page.getByLabel('Email', { exact: true }).fill(email);
          await page.keyboard.press('Escape');
        }
        await page.getByRole('button', { name: 'Accept 8' }).click();
        await saved(page);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
        await page.waitForURL(/\/envelopes\/env_\w+$/);
        const id = page.url().split('/').at(-1) ?? '';
        for (const person of PEOPLE) await sign(page, person);

        const graph = () => read<WireGraph>(page, 'envelope.get', { id });
        await expect
          .poll(async () => (await graph()).envelope.sealedAt, { timeout: patience(30_000) })
          .not.toBeNull();
        await page.reload();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: /^Sealed PDF/ }).click(),
        ]);
        const sealed = await readFile(await download.path());
        const text = textOf(writtenTo(directory.path, 'sealed.pdf', sealed));
        for (const { name, title } of PEOPLE) {
          expect(text).toContain(name);
          expect(text).toContain(title);
        }
        expect(faults).toEqual([]);
      },
      patience(120_000),
    );
  },
);
