import { PDF } from '@libpdf/core';
import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { signUp } from '../e2e/dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope, signByLink, tokenIn } from '../e2e/envelope-steps.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';

/** A lease with this monthly rent. */
async function makeLease(rent: string): Promise<Uint8Array> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  const lines = [
    'Lease',
    'The landlord lets the premises to the tenant.',
    `The monthly rent is ${rent} euros.`,
  ];
  for (const [row, line] of lines.entries()) page.drawText(line, { x: 72, y: 400 - row * 24, size: 12 });
  return await pdf.save();
}

type Graph = {
  readonly envelope: {
    readonly id: string;
    readonly version: number;
    readonly status: string;
    readonly documents: readonly { readonly id: string }[];
  };
};

describe.skipIf(findChromium() === null)('a new version (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  it(
    'of a lease changes one sum after one of two people has signed, and both sign that one',
    async () => {
      const { page, faults } = await harness.visit();
      await signUp(page);
      const key = await apiKeyOf(page);
      const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
        const answer = await fetch(`${harness.origin}/api/v1/envelopes${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const json = (await answer.json()) as T;
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
        return json;
      };
      const read = (id: string) => ask<Graph>('GET', `/${id}`);

      const first = await makeEnvelope(page, key, 'Lease', { document: await makeLease('1,200') });
      await signByLink(page, ADA.email, ADA.name);
      const old = { ada: await tokenIn(page, ADA.email), ben: await tokenIn(page, BEN.email) };

      // The rent was wrong: the same people, another file, and their fields where they were.
      await page.goto(`/envelopes/${first}`);
      await page.locator('main').getByText('More', { exact: true }).first().click();
      await page.getByText('New version', { exact: true }).click();
      const asked = page.getByRole('dialog', { name: 'Make a new version?' });
      await shows(asked.getByRole('listitem')).toContainText(ADA.name);
      await asked.getByRole('button', { name: 'Make new version' }).click();
      await page.waitForURL(/\/edit$/);
      const next = page.url().split('/').at(-2) ?? '';
      await page.goto(`/envelopes/${first}`);
      await page.getByText('There’s a draft of version 2').waitFor();
      const contentBase64 = Buffer.from(await makeLease('1,250')).toString('base64');
      await ask('POST', `/${next}/documents`, {
        ...{ originalFilename: 'Lease.pdf', detect: false },
        document: { contentBase64, contentType: 'application/pdf' },
      });
      const added = (await read(next)).envelope;
      await ask('DELETE', `/${next}/documents/${added.documents[0]?.id}?expectedVersion=${added.version}`);
      const box = { type: 'signature', page: 1, x: 0.1, width: 0.3, height: 0.05 };
      await ask('PUT', `/${next}/draft`, {
        expectedVersion: (await read(next)).envelope.version,
        fields: [0, 1].map((participantIndex) => ({
          ...box,
          y: 0.1 + participantIndex * 0.1,
          participantIndex,
        })),
      });
      await page.goto(`/envelopes/${next}`);
      await page.getByRole('tab', { name: 'Versions' }).click();
      const versions = page.getByRole('region', { name: 'Version 2' });
      await shows(versions.getByRole('deletion')).toHaveText('1,200');
      await shows(versions.getByRole('insertion')).toHaveText('1,250');
      expect((await read(first)).envelope.status).toBe('in_progress');
      await page.goto(`/envelopes/${next}/edit`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const sending = page.getByRole('dialog');
      await sending.getByText('Sending it ends version 1').waitFor();
      await sending.getByText(`asked again: ${ADA.name}`).waitFor();
      await sending.getByRole('button', { name: 'Send now' }).click();
      await page.waitForURL(new RegExp(`/envelopes/${next}$`));
      expect((await read(first)).envelope.status).toBe('voided');

      // Ben, who was about to sign the old one, can't any more.
      const late = await fetch(`${harness.origin}/api/signer/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${old.ben}`, 'content-type': 'application/json' },
        body: JSON.stringify({ values: [], signature: { kind: 'typed', text: BEN.name } }),
      });
      expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, 'invalid_state']);
      for (const [person, token] of [
        [ADA, old.ada],
        [BEN, old.ben],
      ] as const) {
        await expect.poll(() => tokenIn(page, person.email), { timeout: patience(20_000) }).not.toBe(token);
        await signByLink(page, person.email, person.name);
      }
      expect((await read(next)).envelope.status).toBe('completed');

      // The sender finds the way from the old one to the new one, and the sealed file there.
      await page.goto(`/envelopes/${first}`);
      await page.getByText('Replaced by a new version').first().waitFor();
      await page.locator(`main a[href="/envelopes/${next}"]`).first().click();
      await page.getByRole('link', { name: /^Sealed PDF/ }).waitFor();
      await shows(page).toHaveURL(new RegExp(`/envelopes/${next}$`));
      expect(faults).toEqual([]);
    },
    patience(60_000),
  );
});
