import { readFile } from 'node:fs/promises';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { sealableDocument } from '../pdf/support/sealable-document.ts';
import { signedBefore } from '../pdf/support/signed-document.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { fileOf, readSealVectors } from '../vectors/seal/vectors.ts';
import { signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, makeEnvelope, signByLink } from './envelope-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

describe.skipIf(findChromium() === null)(
  'the page that verifies (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 180_000);
    afterAll(() => harness?.close());
    const isSound = async (page: Page) => expect(await findViolations(page)).toEqual([]);
    const vector = (name: string) => {
      const found = readSealVectors().find((one) => one.name === name);
      if (found === undefined) throw new Error(`no vector ${name}`);
      return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: fileOf(found) };
    };
    const codes = (page: Page) =>
      page.locator('[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));

    it('shows what it found, saves the sealed original of a changed file, and sends nothing', async () => {
      const { page, faults } = await harness.visit();
      // The file comes from another instance, whose root isn't known here.
      await page.route('**/api/verify', (route) =>
        route.fulfill({ json: { roots: [], timestampRoots: [], log: null } }),
      );
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

      await page.locator('input[accept*=pdf]').setInputFiles(vector('isa-content'));
      await page.getByRole('heading', { name: 'This document was changed after it was sealed.' }).waitFor();
      expect((await codes(page))[0]).toBe('appended_changes');
      await page.getByRole('img', { name: /^In this copy: .*The fee is 900 euros/ }).waitFor();
      await page.getByRole('img', { name: /^As sealed: The fee is 100 euros\.$/ }).waitFor();
      await isSound(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the sealed original' }).click(),
      ]);
      expect(await readFile(await download.path())).toEqual(vector('valid-b-b').buffer);
      expect(sent).toEqual([]);
      expect(faults).toEqual([]);
    });

    it('warns of tampering and look-alikes only: a file without a seal is described', async () => {
      const { page, faults } = await harness.visit();
      const roots = page.waitForResponse((answer) => answer.url().endsWith('/api/verify'));
      await page.goto('/verify');
      await (await roots).finished();
      const plain = {
        name: 'plain.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(await plainPdf(1)),
      };
      await page.locator('input[type=file]').setInputFiles(plain);
      const heading = page.getByRole('heading', { name: 'This PDF wasn’t sealed by Countersign.' });
      await heading.waitFor();
      await page.getByText('It has no seal, so there’s nothing to check.', { exact: false }).waitFor();
      await page.getByRole('heading', { name: 'It may have been printed or saved again' }).waitFor();
      expect(await page.locator('.text-danger').count()).toBe(0);
      await isSound(page);
      await page.locator('input[accept*=pdf]').setInputFiles(vector('valid-b-b'));
      // A seal like ours, under a root that this page doesn't know, may be a forgery.
      await page.getByRole('heading', { name: 'This document’s seal isn’t valid.' }).waitFor();
      expect((await codes(page)).slice(0, 2)).toEqual(['unchanged', 'root_not_trusted']);
      expect(await page.locator('.text-danger').count()).toBeGreaterThan(0);
      await isSound(page);
      await page.locator('input[accept*=pdf]').setInputFiles(vector('isa-content'));
      await page.getByRole('heading', { name: 'This document was changed after it was sealed.' }).waitFor();
      expect(await page.locator('.text-danger').count()).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    });

    it('describes what another service signed, in neutral colors', async () => {
      const { page, faults } = await harness.visit();
      await page.goto('/verify');
      const document = await sealableDocument([{}]);
      const isNeutral = async () => {
        await page.getByRole('heading', { name: 'This PDF wasn’t sealed by Countersign.' }).waitFor();
        await isSound(page);
        return (await page.locator('.text-danger').count()) === 0;
      };
      const choose = async (buffer: Uint8Array) => {
        const file = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buffer) };
        await page.locator('input[accept*=pdf], input[type=file]').first().setInputFiles(file);
      };
      // The usual kind, and the one that our own seals are of.
      for (const subFilter of ['adbe.pkcs7.detached', 'ETSI.CAdES.detached'] as const) {
        await page.reload();
        await choose(await signedBefore(document, { subFilter }));
        await page.getByText('It has a signature, but none that Countersign made').waitFor();
        expect(await isNeutral()).toBe(true);
      }
      await page.reload();
      // A seal that doesn't say what was presented to signers, as those of other services.
      await choose(vector('presented-length-missing').buffer);
      await page.getByText('It was signed with another service, under the name').waitFor();
      expect(await isNeutral()).toBe(true);
      expect((await codes(page)).slice(0, 2)).toEqual(['unchanged', 'root_not_trusted']);
      expect(faults).toEqual([]);
    });

    it('takes the evidence file, and asks the public log only when the person chooses to', async () => {
      const { page, faults } = await harness.visit();
      await signUp(page);
      const key = await apiKeyOf(page);
      const id = await makeEnvelope(page, key, 'Deed', { people: [ADA] });
      await signByLink(page, ADA.email, ADA.name);
      const download = () => page.request.get(`/envelopes/${id}/document?variant=sealed`);
      await shows.poll(async () => (await download()).status(), { timeout: patience(60_000) }).toBe(200);
      const pdf = {
        name: 'deed.pdf',
        mimeType: 'application/pdf',
        buffer: await (await download()).body(),
      };
      await harness.publishLog();
      const exported = await page.request.get(`/api/v1/envelopes/${id}/evidence`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const evidence = {
        name: 'deed-evidence.json',
        mimeType: 'application/json',
        buffer: await exported.body(),
      };
      // The log grows after the evidence is exported.
      await makeEnvelope(page, key, 'Next', { people: [ADA] });
      await harness.publishLog();

      const asked: string[] = [];
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/log/')) asked.push(new URL(request.url()).pathname);
        if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
      });
      const roots = page.waitForResponse((answer) => answer.url().endsWith('/api/verify'));
      await page.goto('/verify');
      await (await roots).finished();
      await page.locator('input[type=file]').setInputFiles(evidence);
      await page.getByText('deed-evidence.json is ready. Now choose the PDF.').waitFor();
      await isSound(page);
      await page.locator('input[type=file]').setInputFiles(pdf);
      await page
        .getByRole('heading', { name: /^This document hasn’t changed since it was sealed on / })
        .waitFor();
      await page.getByText(/^Sealed by .+\. Signed by \u2068Ada Lovelace\u2069\.$/).waitFor();
      await page.getByText('Checked with deed-evidence.json').waitFor();
      expect((await codes(page)).slice(-2)).toEqual(['log_complete_and_continued', 'published']);
      expect(asked).toEqual([]);
      await isSound(page);

      const ask = page.getByRole('button', { name: 'Compare with the public log' });
      await page.context().setOffline(true);
      await ask.click();
      await page.getByText(/Its newest state couldn’t be downloaded/).waitFor();
      expect((await codes(page)).at(-1)).toBe('log_not_reached');
      await page.context().setOffline(false);
      faults.length = 0;
      asked.length = 0;
      await ask.click();
      await page.getByText(/entries now and still contains it/).waitFor();
      expect((await codes(page)).at(-1)).toBe('published_and_continued');
      await shows(page.getByRole('heading', { name: 'The audit log was published' })).toBeFocused();
      expect(asked).toContain('/log/checkpoint');
      expect(asked.every((path) => /^\/log\/(?:checkpoint|tile\/\d\/)/.test(path))).toBe(true);
      await isSound(page);

      // A log with a rewritten history is detected.
      await page.locator('input[accept*=pdf]').setInputFiles([pdf, evidence]);
      await ask.waitFor();
      await page.route('**/log/tile/**', (route) => route.fulfill({ body: Buffer.alloc(8192, 7) }));
      await ask.click();
      await page
        .getByRole('heading', { name: 'The document is unchanged, but its evidence isn’t valid.' })
        .waitFor();
      expect((await codes(page)).at(-1)).toBe('log_forked');
      await page.unroute('**/log/tile/**');

      // Evidence isn't kept for the next file, can be added later, and may belong to another log.
      await page.locator('input[accept*=pdf]').setInputFiles(vector('log-published'));
      await page.getByText('Add evidence file').waitFor();
      expect((await codes(page)).at(-1)).toBe('no_evidence_file');
      const foreign = readSealVectors().find(({ name }) => name === 'log-published')?.evidence ?? '';
      await page
        .locator('input[accept="application/json,.json"]')
        .setInputFiles({ ...evidence, buffer: Buffer.from(foreign) });
      await page
        .getByText(
          'This page only knows this service’s log. To check sign.example.com/log, use the command line.',
        )
        .waitFor();
      expect((await codes(page)).at(-1)).toBe('log_key_not_given');
      await isSound(page);
      expect(sent).toEqual([]);
      expect(faults).toEqual([]);
    });

    it('verifies without a connection once it is loaded, and explains how to do it elsewhere', async () => {
      const { page, faults } = await harness.visit();
      await signUp(page);
      const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people: [ADA] });
      await signByLink(page, ADA.email, ADA.name);
      const download = () => page.request.get(`/envelopes/${id}/document?variant=sealed`);
      await shows.poll(async () => (await download()).status(), { timeout: patience(60_000) }).toBe(200);
      const buffer = await (await download()).body();

      const roots = page.waitForResponse((answer) => answer.url().endsWith('/api/verify'));
      await page.goto('/verify');
      await (await roots).finished();
      await page.context().setOffline(true);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer });
      await page
        .getByRole('heading', { name: /^This document hasn’t changed since it was sealed on / })
        .waitFor();
      expect((await codes(page)).slice(0, 2)).toEqual(['unchanged', 'sealed_by']);
      await page.getByText('Ada Lovelace', { exact: true }).waitFor();
      await isSound(page);
      await page.getByRole('button', { name: 'Check it yourself' }).first().click();
      await page.getByText('pdfsig').first().waitFor();

      await page.getByRole('button', { name: 'How checking works' }).click();
      await page.getByRole('dialog', { name: 'How checking works' }).waitFor();
      await isSound(page);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Check on the command line' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save root certificate' }).click(),
      ]);
      expect(await readFile(await saved.path(), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/);
      await isSound(page);
      expect(faults).toEqual([]);
    });
  },
);
