import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERASED_PERSON } from '#domain/organization/retention.ts';
import type { Report } from '#verify/verify.ts';
import type { AppOptions } from '../e2e/app-harness.ts';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { runProgram, runScript } from '../support/program.ts';
import { startTimestampServer, type TimestampServer } from '../support/timestamp/timestamp-server.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada.years@example.com' };
const BEN = { name: 'Ben Okafor', email: 'ben.years@example.com' };
const BOX = { type: 'signature', page: 1, x: 0.1, y: 0.4, width: 0.3, height: 0.06 };
const LATER_YEARS = 11;
const VERIFIER = new URL('../../packages/verify/src/cli.ts', import.meta.url);

/** The files that a third party received. */
type Copy = { readonly pdf: string; readonly evidence: string };

/** What they trust: the instance's root, the timestamp services' roots and the log's key. */
type Trust = { readonly root: string; readonly timestamps: string | null; readonly logKey: string };

const LOGGED = ['presented_matches', 'log_complete_and_continued', 'published_and_continued'];
const VALID = {
  ...{ code: 0, verdict: 'valid', level: 'B-T' },
  codes: ['unchanged', 'sealed_by', 'time_confirmed', 'no_long_term_data', ...LOGGED],
};
/** Sealed without a timestamp service. */
const UNTIMED = {
  ...VALID,
  level: 'B-B',
  codes: ['unchanged', 'sealed_by', 'time_claimed', 'no_long_term_data', ...LOGGED],
};

describe.skipIf(findChromium() === null)(
  'a copy that outlives its service (skipped where there is no Chromium)',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-years-'));
    const [dataDir, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ];
    const trusted = join(home, 'timestamp-roots.pem');
    let timestamps: TimestampServer;
    let first: SignerHarness;
    const running = new Set<SignerHarness>();
    beforeAll(async () => {
      timestamps = await startTimestampServer({ days: 6000 });
      writeFileSync(trusted, new X509Certificate(timestamps.root).toString());
      const env = { TIMESTAMP_URLS: timestamps.url, TIMESTAMP_ROOTS: trusted };
      first = await start({ dataDir, env });
    }, patience(180_000));
    afterAll(async () => {
      for (const harness of running) await harness.close();
      await timestamps?.close();
      rmSync(home, { recursive: true, force: true });
    });

    async function start(options: AppOptions): Promise<SignerHarness> {
      const harness = await openSignerHarness(options);
      running.add(harness);
      return harness;
    }
    async function stop(harness: SignerHarness): Promise<void> {
      running.delete(harness);
      await harness.close();
    }

    /** Has everyone sign an envelope, and waits for its seal. */
    async function complete(harness: SignerHarness, people: readonly (typeof ADA)[]): Promise<string> {
      const id = await harness.send({
        participants: people.map((person) => ({ ...person, orderIndex: 1 })),
        fields: people.map((_, index) => ({ ...BOX, x: 0.1 + 0.4 * index, participantIndex: index })),
      });
      for (const { name, email } of people) {
        const token = new URL(await harness.linkFor(email)).hash.replace('#token=', '');
        const answer = await fetch(`${harness.origin}/api/signer/sign`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ values: [], signature: { kind: 'typed', text: name } }),
        });
        expect(answer.status).toBe(200);
      }
      await expect
        .poll(async () => (await harness.graph(id)).envelope.sealedAt, { timeout: patience(30_000) })
        .not.toBeNull();
      return id;
    }

    const save = (name: string, content: Uint8Array | string) => {
      const path = join(home, name);
      writeFileSync(path, content);
      return path;
    };

    /** Downloads the sealed file and the evidence, which proves publication in the log. */
    async function take(harness: SignerHarness, id: string, name: string): Promise<Copy> {
      await harness.publishLog();
      return {
        pdf: save(`${name}.pdf`, await harness.download(`/envelopes/${id}/document?variant=sealed`)),
        evidence: save(`${name}.json`, await harness.download(`/envelopes/${id}/evidence`)),
      };
    }

    /**
     * Has a third party check their copy on a service's page, which shows times in their browser's time zone.
     */
    async function checkOnPage(harness: SignerHarness, { pdf, evidence }: Copy, at?: Date) {
      const { page, faults } = await harness.visit();
      if (at !== undefined) await page.clock.setFixedTime(at);
      const roots = page.waitForResponse((answer) => answer.url().endsWith('/api/verify'));
      await page.goto('/verify');
      await (await roots).finished();
      await page.locator('input[type=file]').setInputFiles(evidence);
      await page.getByText(/is ready\. Now choose the PDF\./).waitFor();
      await page.locator('input[type=file]').setInputFiles(pdf);
      await page.locator('[data-code]').first().waitFor();
      await page.getByRole('button', { name: 'Compare with the public log' }).click();
      await page.getByText(/entries now and still contains it/).waitFor();
      const found = { codes: await readCodes(page), text: await page.locator('main').innerText() };
      expect(faults).toEqual([]);
      await page.context().close();
      return found;
    }

    const readCodes = (page: Page) =>
      page.locator('[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));

    /**
     * Has the third party check it with the standalone verifier, which asks the log that a service publishes.
     */
    async function checkAlone({ origin }: SignerHarness, { pdf, evidence }: Copy, trust: Trust, at?: Date) {
      const { ended, output } = runScript(VERIFIER, {}, [
        ...[pdf, '--json', '--evidence', evidence, '--ca', trust.root],
        ...(trust.timestamps === null ? [] : ['--tsa-ca', trust.timestamps]),
        ...['--log-key', trust.logKey, '--log', `${origin}/log`],
        ...(at === undefined ? [] : ['--at', at.toISOString()]),
      ]);
      const { code } = await ended;
      const { stdout, stderr } = output();
      expect(stderr).toBe('');
      const { verdict, level, results } = JSON.parse(stdout) as Report;
      return { code, verdict, level, codes: results.map((one) => one.code) };
    }

    /** What the third party wrote down when they got their copy. */
    async function noteTrust({ origin }: SignerHarness): Promise<Trust> {
      const answer = await fetch(`${origin}/api/verify`);
      const { roots, log } = (await answer.json()) as {
        roots: { certificate: string }[];
        log: { key: string };
      };
      const root = save('root.pem', roots.map(({ certificate }) => certificate).join('\n'));
      return { root, timestamps: trusted, logKey: log.key };
    }

    async function countEntries({ origin }: SignerHarness): Promise<number> {
      const answer = await fetch(`${origin}/log/checkpoint`);
      return Number((await answer.text()).split('\n')[1]);
    }

    /** Runs an operator command. */
    async function runCommand(directory: string, ...args: string[]) {
      const program = runProgram('main', { DATA_DIR: directory }, args);
      const { code } = await program.ended;
      return { code, ...program.output() };
    }

    it(
      'verifies after a signer was erased, the service was restored elsewhere, and the certificate expired',
      async () => {
        const id = await complete(first, [ADA, BEN]);
        const copy = await take(first, id, 'before');
        const trust = await noteTrust(first);
        expect(await checkAlone(first, copy, trust)).toEqual(VALID);

        // Ada asks to be erased. The sender no longer has anything about her, and copies stay valid.
        expect(await first.dashboard.retention.erasePerson({ email: ADA.email })).toEqual({
          ...{ erased: 1, held: 0, open: 0 },
        });
        const known = (await first.graph(id)).participants.map(({ name, email }) => ({ name, email }));
        expect(known).toEqual([ERASED_PERSON, BEN]);
        const after = await take(first, id, 'after');
        expect(readFileSync(copy.evidence, 'utf8')).toContain(ADA.email);
        expect(readFileSync(after.evidence, 'utf8')).not.toContain(ADA.email);
        for (const one of [copy, after]) {
          const { codes, text } = await checkOnPage(first, one);
          expect(codes).toEqual(VALID.codes);
          expect(text).toMatch(/Signed by .?Ada Lovelace.? and .?Ben Okafor/);
          expect(await checkAlone(first, one, trust)).toEqual(VALID);
        }

        // The service is backed up while running, and restored elsewhere.
        expect(await runCommand(dataDir, 'backup', backup)).toMatchObject({ code: 0, stderr: '' });
        await stop(first);
        expect(await runCommand(restored, 'restore', backup, '--kept', copy.evidence)).toMatchObject({
          ...{ code: 0, stderr: '' },
          stdout: expect.stringContaining('1 chains, 1 entries and 1 checkpoints are valid'),
        });

        // Years later, the certificate has expired. The timestamp proves that it was valid when the document
        // was sealed.
        const then = new Date();
        then.setUTCFullYear(then.getUTCFullYear() + LATER_YEARS);
        const env = { TIMESTAMP_ROOTS: trusted };
        const second = await start({ dataDir: restored, env, clock: () => then });
        const late = await checkOnPage(second, copy, then);
        expect(late.codes).toEqual(VALID.codes);
        expect(late.text).toContain('Its certificate was valid at the time.');
        expect(late.text).toContain('An independent timestamp service confirms');
        expect(await checkAlone(second, copy, trust, then)).toEqual(VALID);
        const unconfirmed = await checkAlone(second, copy, { ...trust, timestamps: null }, then);
        expect(unconfirmed).toMatchObject({ code: 3, verdict: 'incomplete' });
        expect(unconfirmed.codes).toContain('certificate_expired_since');

        // The log continues from where it was, and still has all its entries.
        const before = await countEntries(second);
        const next = await take(second, await complete(second, [BEN]), 'next');
        expect(await countEntries(second)).toBeGreaterThan(before);
        expect(await checkOnPage(second, next, then)).toMatchObject({ codes: UNTIMED.codes });
        expect(await checkAlone(second, next, trust, then)).toEqual(UNTIMED);
        expect(await checkAlone(second, copy, trust, then)).toEqual(VALID);
      },
      patience(180_000),
    );
  },
);
