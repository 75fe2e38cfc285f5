import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { mailedCode } from './mailed-code.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const box = (y: number, label: string) => ({
  ...{ type: 'attachment', page: 1, x: 0.1, y, width: 0.4, height: 0.04 },
  ...{ label, required: true, participantIndex: 0 },
});

/** A photo of several megabytes that is wider than necessary. */
async function photo(): Promise<Buffer> {
  const canvas = createCanvas(3600, 2700);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(3600, 2700);
  let seed = 1;
  for (let index = 0; index < pixels.data.length; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels.data[index] = index % 4 === 3 ? 255 : 64 + ((seed >> 16) % 128);
  }
  context.putImageData(pixels, 0, 0);
  return await canvas.encode('jpeg', 90);
}

const chooser = (page: Page) => page.locator('input[type=file]:not([capture])');

describe.skipIf(findChromium() === null)('a file that a signer attaches', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function opened(fields: readonly Record<string, unknown>[], options: object = {}) {
    const id = await harness.send({ participants: [ADA], fields });
    const { page, faults } = await harness.visit(options);
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('canvas').first().waitFor();
    return { id, page, faults };
  }

  it('is shrunk, sent with its progress, and signed with', { timeout: 120_000 }, async () => {
    const { id, page, faults } = await opened([box(0.2, 'Passport'), box(0.4, 'Statement')]);
    const taken = await photo();
    expect(taken.length).toBeGreaterThan(6_000_000);
    const [passport, statement] = [chooser(page).first(), chooser(page).last()];
    await passport.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: taken });
    await page.getByRole('button', { name: 'Passport, page 1, required: IMG_1.jpg' }).waitFor();
    await page.getByRole('status').getByText('IMG_1.jpg is attached.').waitFor({ state: 'attached' });
    const buffer = Buffer.from(await plainPdf());
    await statement.setInputFiles({ name: 'Bank.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('2 of 2 done').waitFor();

    // The server has the files, so they survive a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Passport, page 1, required: IMG_1.jpg' }).waitFor();
    await page.getByText('2 of 2 done').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('Bank.pdf').first().waitFor();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();

    const { fields } = await harness.graph(id);
    const [first, second] = fields.map(({ attachment }) => attachment);
    expect(first).toMatchObject({ filename: 'IMG_1.jpg', contentType: 'image/jpeg' });
    expect(second).toMatchObject({ filename: 'Bank.pdf', contentType: 'application/pdf' });
    expect(first?.sizeBytes).toBeLessThan(taken.length);
    const stored = await harness.download(`/envelopes/${id}/attachments/${first?.id}`);
    const { width, height } = await loadImage(stored);
    expect([width, height]).toEqual([2400, 1800]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is uploaded by whoever fills in a public form', async () => {
    const url = await publishedForm();
    const { page, faults } = await harness.visit();
    await page.goto(url);
    await page.getByLabel('Name').fill('Greta Guest');
    await page.getByLabel('Email').fill('greta@example.com');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    const code = page.getByLabel('Code', { exact: true });
    await code.waitFor();
    await code.fill(await mailedCode(harness.database, 'greta@example.com'));
    await page.waitForURL('**/sign**');
    await page.locator('canvas').first().waitFor();
    const buffer = Buffer.from(await plainPdf());
    await chooser(page).first().setInputFiles({ name: 'Passport.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('1 of 1 done').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();

    const { items } = await harness.call<{ items: { id: string }[] }>('GET', '/envelopes?limit=1');
    const { envelope, fields } = await harness.graph(items[0]?.id ?? '');
    const attachment = fields[0]?.attachment;
    expect(attachment).toMatchObject({ filename: 'Passport.pdf', contentType: 'application/pdf' });
    const stored = await harness.download(`/envelopes/${envelope.id}/attachments/${attachment?.id}`);
    expect(stored.subarray(0, 5).toString()).toBe('%PDF-');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  /** Publishes a template whose one field takes a file. Returns the form's address. */
  async function publishedForm(): Promise<string> {
    const contentBase64 = Buffer.from(await plainPdf()).toString('base64');
    const draft = await harness.call<WireGraph>('POST', '/envelopes', {
      originalFilename: 'Application.pdf',
      document: { contentBase64, contentType: 'application/pdf' },
      participants: [ADA],
      fields: [box(0.2, 'Passport')],
    });
    const { template } = await harness.call<{ template: { id: string } }>('POST', '/templates', {
      sourceEnvelopeId: draft.envelope.id,
      name: 'Application',
      roles: [{ name: 'Guest', participantId: draft.participants[0]?.id }],
    });
    const form = { enabled: true, roleApiName: 'guest' };
    return (await harness.call<{ url: string }>('PUT', `/templates/${template.id}/form`, form)).url;
  }
});
