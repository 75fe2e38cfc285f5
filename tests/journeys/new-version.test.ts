import { writeFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { signUp } from '../e2e/dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope, tokenIn } from '../e2e/envelope-steps.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';

const CHIARA = { name: 'Chiara Russo', email: 'chiara@example.com' };
const PEOPLE = [ADA, BEN, CHIARA].map((person, orderIndex) => ({ ...person, orderIndex }));
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

/** A lease with this monthly rent. The second version has a clause more, so what follows stands further down. */
async function makeLease(rent: string, more: readonly string[] = []): Promise<Uint8Array> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  const lines = [
    'Lease',
    ...more,
    'The landlord lets the premises to the tenant.',
    `The monthly rent is ${rent} euros.`,
    'Signed by the landlord:',
    'Signed by the tenant:',
    'Signed by the guarantor:',
  ];
  for (const [row, line] of lines.entries()) page.drawText(line, { x: 300, y: 760 - row * 48, size: 12 });
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

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).click();
  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined) await writeFile(`${PICTURES}/${name}.png`, await page.screenshot());
  }
  /** Signs in the page's own way, from the document on. */
  async function sign(page: Page): Promise<void> {
    await page.locator('canvas').first().waitFor();
    await page.locator('#signer-proceed').click();
    await press(page, 'Adopt and sign');
    await page
      .locator('#signer-proceed')
      .or(page.getByRole('button', { name: 'Sign and finish' }))
      .first()
      .waitFor();
    if (await page.locator('#signer-proceed').isVisible()) await page.locator('#signer-proceed').click();
    await press(page, 'Sign and finish');
    await page.getByRole('heading', { name: /^(?:Everyone has signed|You’ve signed)/ }).waitFor();
  }
  async function openDocument(page: Page, token: string): Promise<void> {
    await page.goto(`/sign#token=${token}`);
    await press(page, 'Review document');
  }

  it(
    'of a lease changes one sum that a signer asked to change, and three people sign that one',
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

      // The first of three has signed when the second one asks for another rent.
      const people = { people: PEOPLE, document: await makeLease('1,200') };
      const first = await makeEnvelope(page, key, 'Lease', people);
      const ada = await harness.visit();
      const old = { ada: await tokenIn(page, ADA.email), ben: '' };
      await openDocument(ada.page, old.ada);
      await sign(ada.page);
      const ben = await harness.visit();
      old.ben = await tokenIn(page, BEN.email);
      await openDocument(ben.page, old.ben);
      await ben.page.locator('.pdf-text span', { hasText: '1,200 euros' }).first().click({ clickCount: 3 });
      await press(ben.page, 'Ask a question');
      const asking = ben.page.getByRole('dialog');
      await asking.getByRole('radio', { name: 'A change' }).check();
      await asking.getByLabel('What should it say?').fill('The monthly rent is 1,100 euros.');
      await press(ben.page, 'Send');
      await asking.getByText('gets your message by email').first().waitFor();

      // The sender agrees, and replaces the file by one with the new rent.
      await page.goto(`/envelopes/${first}`);
      await page.getByLabel('Your answer').fill('That is fine with us. You get a new version.');
      await press(page, 'Send answer');
      await page.getByText('Answered', { exact: true }).first().waitFor();
      await page.locator('[data-action-dock]').getByRole('button', { name: 'Make new version' }).click();
      const asked = page.getByRole('dialog', { name: 'Make a new version?' });
      await shows(asked.getByRole('listitem')).toContainText(ADA.name);
      await picture(page, 'dialog');
      await asked.getByRole('button', { name: 'Make new version' }).click();
      await page.waitForURL(/\/edit$/);
      const next = page.url().split('/').at(-2) ?? '';
      await page.goto(`/envelopes/${first}`);
      await page.getByText('There’s a draft of version 2').waitFor();
      const contentBase64 = Buffer.from(await makeLease('1,100', ['Pets are allowed.'])).toString('base64');
      await ask('POST', `/${next}/documents`, {
        ...{ originalFilename: 'Lease.pdf', detect: false },
        document: { contentBase64, contentType: 'application/pdf' },
      });
      const added = (await read(next)).envelope;
      await ask('DELETE', `/${next}/documents/${added.documents[0]?.id}?expectedVersion=${added.version}`);
      const box = { type: 'signature', page: 1, x: 0.1, width: 0.3, height: 0.04 };
      await ask('PUT', `/${next}/draft`, {
        expectedVersion: (await read(next)).envelope.version,
        fields: [0, 1, 2].map((participantIndex) => ({
          ...{ ...box, participantIndex },
          y: 0.3 + participantIndex * 0.057,
        })),
      });
      await page.goto(`/envelopes/${next}`);
      await page.getByRole('tab', { name: 'Versions' }).click();
      const versions = page.getByRole('region', { name: 'Version 2' });
      await shows(versions.getByRole('deletion')).toHaveText('1,200');
      await picture(page, 'versions');
      expect((await read(first)).envelope.status).toBe('in_progress');
      await page.goto(`/envelopes/${next}/edit`);
      await page.getByRole('banner').getByText('Version 2', { exact: true }).waitFor();
      await page.getByRole('banner').getByText('Sending it ends version 1').waitFor();
      await picture(page, 'editor');
      await press(page, 'Send');
      const sending = page.getByRole('dialog');
      await sending.getByText('Sending it ends version 1').waitFor();
      await sending.getByText(`asked again: ${ADA.name}`).waitFor();
      await picture(page, 'send');
      await sending.getByRole('button', { name: 'Send now' }).click();
      await page.waitForURL(new RegExp(`/envelopes/${next}$`));
      expect((await read(first)).envelope.status).toBe('voided');

      // Ben, who still has the old one open, can't sign it any more. His link leads on once it's his turn.
      const late = await fetch(`${harness.origin}/api/signer/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${old.ben}`, 'content-type': 'application/json' },
        body: JSON.stringify({ values: [], signature: { kind: 'typed', text: BEN.name } }),
      });
      expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, 'invalid_state']);

      // Ada's old link leads her to the new one, where she sees both versions beside each other.
      await ada.page.goto('about:blank');
      await ada.page.goto(`/sign#token=${old.ada}`);
      await ada.page.getByRole('heading', { name: 'There’s a newer version' }).waitFor();
      await ada.page.getByRole('link', { name: 'Open the newer version' }).waitFor();
      await picture(ada.page, 'old-link');
      await ada.page.getByRole('link', { name: 'Open the newer version' }).click();
      await press(ada.page, 'Review document');
      const changes = ada.page.getByRole('dialog', { name: '2 things changed since version 1' });
      await changes.getByText('You signed version 1, so you’re asked again.').waitFor();
      await shows(changes.getByRole('deletion')).toHaveText('1,200');
      for (const [number, words] of [
        [1, 'Version 1, page 1'],
        [2, 'Version 2, page 1'],
      ] as const)
        await shows(changes.getByRole('img', { name: words }), `${number}`).toBeVisible();
      expect(await findViolations(ada.page)).toEqual([]);
      await picture(ada.page, 'changes');
      await press(ada.page, 'Next change');
      await changes.getByText('Change 2 of 2').waitFor();
      await press(ada.page, 'Continue to sign');
      await sign(ada.page);
      expect(ada.faults).toEqual([]);

      // Ben is on his phone, looks at one change in its place, and signs.
      await expect.poll(() => tokenIn(page, BEN.email), { timeout: patience(20_000) }).not.toBe(old.ben);
      const phone = await harness.visit(PHONE);
      await openDocument(phone.page, await tokenIn(page, BEN.email));
      const listed = phone.page.getByRole('dialog', { name: '2 things changed since version 1' });
      await listed.getByText('sent a new version').waitFor();
      expect(await findViolations(phone.page)).toEqual([]);
      await picture(phone.page, 'changes-phone');
      await listed.getByRole('button', { name: /1,200/ }).tap();
      await shows(listed.getByRole('img', { name: 'Version 2, page 1' })).toBeVisible();
      await picture(phone.page, 'change-phone');
      await press(phone.page, 'Version 1');
      await shows(listed.getByRole('img', { name: 'Version 1, page 1' })).toBeVisible();
      await press(phone.page, 'All changes');
      await press(phone.page, 'Continue to sign');
      await sign(phone.page);
      expect(phone.faults).toEqual([]);

      const chiara = await harness.visit();
      await openDocument(chiara.page, await tokenIn(page, CHIARA.email));
      await press(chiara.page, 'Continue to sign');
      await sign(chiara.page);
      expect(chiara.faults).toEqual([]);
      expect((await read(next)).envelope.status).toBe('completed');

      // The sender finds the way from the old one to the new one, and the sealed file there.
      await page.goto(`/envelopes/${first}`);
      await page.getByText('Replaced by a new version').first().waitFor();
      await picture(page, 'replaced');
      await page.locator(`main a[href="/envelopes/${next}"]`).first().click();
      await page.getByRole('link', { name: /^Sealed PDF/ }).waitFor();
      await shows(page).toHaveURL(new RegExp(`/envelopes/${next}$`));
      expect(faults).toEqual([]);
    },
    patience(60_000),
  );
});
