import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const BEN = { name: 'Ben Bitdiddle', email: 'ben@example.com' };
const box = { page: 1, x: 0.1, width: 0.3, height: 0.05 };
const signature = (participantIndex: number, y: number) => ({
  ...box,
  type: 'signature',
  y,
  participantIndex,
});
const AMOUNT = {
  ...{ ...box, type: 'number', y: 0.3, participantIndex: 0, label: 'Amount' },
  format: { pattern: '1.234,56', decimals: 2, currency: null },
};
const TOUCH = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** A black bar on white. */
const INK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADwAAAAUCAAAAAD0aAH1AAAAHUlEQVR42mP4TwFgGNVMlmYGUsGo5pGneTRXEQsAIID0KNiqMwsAAAAASUVORK5CYII=';
const slow = { timeout: patience(20_000) };

describe.skipIf(findChromium() === null)('the pages of recipients', () => {
  let harness: SignerHarness;
  let newcomers = 0;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  const tokenOf = (link: string) => new URL(link).hash.replace('#token=', '');
  async function signAs(link: string, values: unknown[] = [], mark: object = { kind: 'typed', text: 'Ada' }) {
    const answer = await fetch(`${harness.origin}/api/signer/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(link)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ values, signature: mark }),
    });
    if (!answer.ok) throw new Error(`sign answered ${answer.status}: ${await answer.text()}`);
  }
  /** A person who hasn't had an email yet, so that the newest one contains this test's link. */
  const newcomer = (person: typeof ADA) => ({ ...person, email: `${(newcomers += 1)}.${person.email}` });
  const open = async (page: Page, link: string) => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Review document' }).click();
  };

  it('read their page in the language that the sender chose, until they choose another', async () => {
    const person = { ...newcomer(ADA), language: 'de' };
    await harness.send({ participants: [person], fields: [signature(0, 0.6)] });
    const { page, faults } = await harness.visit({ locale: 'fr-FR' });
    await page.goto(await harness.linkFor(person.email));
    await page.getByRole('button', { name: 'Dokument ansehen' }).waitFor();
    // The button is server-rendered; the address is cleared once the page's scripts run.
    await page.waitForURL(({ hash }) => hash === '');
    await page.reload();
    await page.getByRole('button', { name: 'Dokument ansehen' }).waitFor();
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('button', { name: 'Review document' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Review document' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('show earlier answers to a later signer as they are drawn: values in their format, marks as made', async () => {
    const fields = [signature(0, 0.6), AMOUNT, signature(1, 0.75)];
    const id = await harness.send({ participants: [{ ...ADA, language: 'de' }, BEN], fields });
    const amount = (await harness.graph(id)).fields.find(({ type }) => type === 'number');
    const value = { fieldId: amount?.id, value: '1234.5' };
    await signAs(await harness.linkFor(ADA.email), [value], { kind: 'uploaded', image: INK });
    const { page, faults } = await harness.visit();
    await open(page, await harness.linkFor(BEN.email));
    const first = page.locator('[data-page="1"]');
    await first.getByText('1.234,50').waitFor();
    expect(await page.getByText('Done', { exact: true }).count()).toBe(0);
    // The middle of the mark, which the prepared document leaves white.
    const ink = () =>
      first.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const [x, y] = [canvas.width * 0.1, canvas.height * 0.6];
        const data = canvas
          .getContext('2d')
          ?.getImageData(x, y, canvas.width * 0.3, canvas.height * 0.05).data;
        return (data ?? []).some((byte, index) => index % 4 < 3 && byte < 200);
      });
    await expect.poll(ink, slow).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('hand the turn to someone else by touch, whose link works while the old one does not', async () => {
    const ada = newcomer(ADA);
    const id = await harness.send({ participants: [ada], fields: [signature(0, 0.6)] });
    const link = await harness.linkFor(ada.email);
    const { page } = await harness.visit({ ...TOUCH, locale: 'en-US' });
    await open(page, link);
    await page.getByText('More', { exact: true }).tap();
    await page.getByRole('button', { name: 'Ask someone else to sign' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Ask someone else to sign' });
    await dialog.getByRole('button', { name: 'Ask someone else to sign' }).tap();
    await dialog.getByText('Enter a valid email address').waitFor();
    await dialog.getByLabel('Their name').fill('Carol Coder');
    await dialog.getByLabel('Their email').fill('carol@example.com');
    await dialog.getByRole('button', { name: 'Ask Carol to sign' }).tap();
    await page.getByRole('heading', { name: 'handed this over' }).waitFor();
    const carol = await harness.linkFor('carol@example.com');
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Review document' }).count()).toBe(0);
    await signAs(carol);
    await expect.poll(async () => (await harness.graph(id)).envelope.status, slow).toBe('completed');
    await page.context().close();
  });

  it('let signers download what they sign before, and what they signed after', async () => {
    const ada = newcomer(ADA);
    await harness.send({ participants: [ada, BEN], fields: [signature(0, 0.6), signature(1, 0.75)] });
    const { page } = await harness.visit();
    await open(page, await harness.linkFor(ada.email));
    await page.locator('[data-page="1"] canvas').waitFor();
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()]);
      return (await readFile(await download.path())).subarray(0, 5).toString();
    };
    expect(
      await saved(async () => {
        await page.getByText('More', { exact: true }).click();
        await page.getByRole('button', { name: 'Download document' }).click();
      }),
    ).toBe('%PDF-');
    await page.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    expect(await saved(() => page.getByRole('button', { name: 'Download what you signed' }).click())).toBe(
      '%PDF-',
    );
    await page.context().close();
  });

  it('ask an approver without fields for nothing but the approval', async () => {
    const approver = { ...newcomer(ADA), role: 'approver' };
    const id = await harness.send({ participants: [approver, BEN], fields: [signature(1, 0.75)] });
    const { page } = await harness.visit({ ...TOUCH });
    await page.goto(await harness.linkFor(approver.email));
    await page.getByText('asked you to approve').waitFor();
    await page.getByRole('button', { name: 'Review document' }).tap();
    await page.locator('[data-page="1"] canvas').waitFor();
    await page.getByText('You can review and approve.').waitFor();
    await page.getByRole('button', { name: 'Review' }).tap();
    await page.getByRole('button', { name: 'Approve', exact: true }).tap();
    await page.getByRole('heading', { name: 'You’ve approved' }).waitFor();
    const events = (await harness.events(id)).map(({ action }) => action);
    expect(events).toContain('participant.approved');
    expect(events).not.toContain('participant.signed');
    await page.context().close();
  });

  it('show a copy to read, and nothing to act on', async () => {
    const copies = [{ name: 'Dora', email: 'dora@example.com', when: 'sent' }];
    await harness.send({ participants: [ADA], fields: [signature(0, 0.6)], copies });
    const { text } = await harness.mailTo('dora@example.com', '');
    const link = /https?:\S+\/copy#token=\S+/.exec(text)?.[0] ?? '';
    const { page, faults } = await harness.visit({ ...TOUCH });
    await page.goto(link);
    await page.getByRole('heading', { name: /has shared a copy with you/ }).waitFor();
    await page.getByText('Not everyone has signed yet.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download document' }).tap(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    for (const name of ['Sign', 'Decline', 'Review document'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: 'Read document' }).tap();
    const reader = page.getByRole('dialog');
    await reader.locator('[data-page="1"] .pdf-text span').first().waitFor();
    for (const name of ['Search the document', 'Print', 'Download document'])
      await reader.getByRole('button', { name, exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: /has shared a copy with you/ }).waitFor();
    expect(await reader.count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('follow the signers without a reload, until the sealed document is there', async () => {
    const ada = { name: 'Ada Lovelace', email: 'ada.copied@example.com' };
    const email = `edda.${randomUUID()}@example.com`;
    const copies = [{ name: 'Edda', email, when: 'sent' }];
    await harness.send({ participants: [ada], fields: [signature(0, 0.6)], copies });
    const { text } = await harness.mailTo(email, '');
    const { page, faults } = await harness.visit();
    await page.goto(/https?:\S+\/copy#token=\S+/.exec(text)?.[0] ?? '');
    await page.getByText('Not everyone has signed yet.').waitFor();
    await page.evaluate(() => (document.documentElement.dataset['kept'] = ''));
    const token = new URL(await harness.linkFor(ada.email)).hash.slice('#token='.length);
    const signed = await fetch(`${harness.origin}/api/signer/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ values: [], signature: { kind: 'typed', text: ada.name } }),
    });
    expect(signed.status).toBe(200);
    await page.getByText('It’s sealed').waitFor({ timeout: 60_000 });
    await page.getByRole('listitem').filter({ hasText: ada.name }).getByText('Signed').waitFor();
    expect(await page.locator('html[data-kept]').count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download document' }).click(),
    ]);
    expect(download.suggestedFilename()).toContain('signed');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
