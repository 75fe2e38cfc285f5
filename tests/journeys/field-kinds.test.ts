import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { expect as shows, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import {
  addParticipant,
  dragOntoPage,
  placed,
  readMailLink,
  saved,
  signUp,
  upload,
} from '../e2e/dashboard-steps.ts';
import { read } from '../e2e/envelope-steps.ts';
import { findChromium } from '../support/chromium.ts';
import { boundInk, pictureOf, type Box } from '../support/ink.ts';
import { patience } from '../support/patience.ts';
import { renderedPages, scratchDirectory, textOf, writtenTo } from '../support/pdf.ts';

const NOTE = 'Only together with Annex B.';
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

describe.skipIf(findChromium() === null)(
  'a document with every kind of field (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    const scratch = scratchDirectory();
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, patience(180_000));
    afterAll(async () => {
      scratch.remove();
      await harness?.close();
    });

    const picture = async (page: Page, name: string) => {
      if (PICTURES !== undefined) await writeFile(`${PICTURES}/${name}.png`, await page.screenshot());
    };

    it(
      'is built in the editor, seen and filled in on a phone, and sealed as it was seen',
      async () => {
        const { page, faults } = await harness.visit();
        page.setDefaultTimeout(patience(15_000));
        await signUp(page);
        await upload(page, 'Lease.pdf');
        await addParticipant(page, 'Ada Lovelace', 'ada@example.com');
        await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.75 });
        await dragOntoPage(page, 'Stamp', { page: 1, x: 0.75, y: 0.62 });
        await dragOntoPage(page, 'Fixed text', { page: 1, x: 0.4, y: 0.3 });
        await page.getByLabel('Text', { exact: true }).fill(NOTE);
        await shows(placed(page, /^Fixed text/)).toBeVisible();
        await dragOntoPage(page, 'Strikethrough', { page: 1, x: 0.26, y: 0.114 });
        await saved(page);
        await picture(page, 'editor');

        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
        await page.waitForURL(/\/envelopes\/env_\w+$/);
        const id = page.url().split('/').at(-1) ?? '';
        const { fields } = await readGraph(page, id);
        const byType = (type: string) => requireOne(fields.filter((field) => field.type === type));
        const [note, strike] = [byType('note'), byType('strikethrough')];
        expect([note.participantId, note.prefillValue, note.value]).toEqual([null, NOTE, null]);

        const link = await readMailLink(page, 'ada@example.com');
        const phone = await harness.visit({
          ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 },
        });
        phone.page.setDefaultTimeout(patience(15_000));
        await phone.page.goto(link);
        await phone.page.getByRole('button', { name: 'Review document' }).click();
        await phone.page.locator('canvas').first().waitFor();
        await shows(phone.page.locator('#signer-proceed')).toBeEnabled();
        const sheet = phone.page.locator('[data-page="1"]');
        await shows.poll(async () => await inkOf(sheet, note)).not.toBeNull();
        const seen = await inkOf(sheet, note);
        const struck = await inkOf(sheet, strike);
        await picture(phone.page, 'phone');
        await phone.page.locator('#signer-proceed').click();
        const dialog = phone.page.getByRole('dialog', { name: 'Your stamp' });
        await dialog.waitFor();
        await picture(phone.page, 'stamp-dialog');
        const stamp = { name: 'stamp.png', mimeType: 'image/png', buffer: paintStamp() };
        await dialog.locator('input[type=file]').setInputFiles(stamp);
        await shows(dialog.getByRole('img', { name: 'Your stamp' })).toBeVisible();
        await picture(phone.page, 'stamp-chosen');
        await dialog.getByRole('button', { name: 'Use this stamp' }).click();
        await picture(phone.page, 'review');
        await phone.page.getByRole('button', { name: 'Adopt and sign' }).click();
        await phone.page.getByRole('button', { name: 'Sign and finish' }).click();
        await phone.page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
        expect(phone.faults).toEqual([]);

        await shows
          .poll(async () => (await readGraph(page, id)).envelope.sealedAt, { timeout: patience(30_000) })
          .not.toBeNull();
        const answer = await page.request.get(`/envelopes/${id}/document?variant=sealed`);
        const file = writtenTo(scratch.path, 'sealed.pdf', await answer.body());
        expect(textOf(file)).toContain(NOTE);
        const [sealed] = renderedPages(file, 1, 144);
        if (sealed === undefined) throw new Error('the sealed file has no page');
        const stampField = byType('stamp');
        expect(boundInk(sealed, stampField)).not.toBeNull();
        const printed = boundInk(sealed, note);
        for (const side of ['x', 'y', 'width', 'height'] as const)
          expect(printed?.[side], side).toBeCloseTo(seen?.[side] ?? -1, 1.7);
        // The line goes through what is printed there, which begins after it.
        expect(boundInk(sealed, strike)?.x).toBeCloseTo(strike.x, 2);
        expect(struck?.x).toBeCloseTo(strike.x, 1);
        expect(faults).toEqual([]);
      },
      patience(120_000),
    );
  },
);

/** Paints a stamp as a company has it: its name in a frame. */
function paintStamp(): Buffer {
  const canvas = createCanvas(400, 260);
  const context = canvas.getContext('2d');
  context.strokeStyle = '#101038';
  context.fillStyle = '#101038';
  context.lineWidth = 14;
  context.strokeRect(20, 20, 360, 220);
  context.font = 'bold 48px sans-serif';
  context.fillText('ACME Ltd.', 80, 150);
  return canvas.toBuffer('image/png');
}

async function readGraph(page: Page, id: string): Promise<WireGraph> {
  return await read<WireGraph>(page, 'envelope.get', { id });
}

/** Returns where a field's ink is on a page of the screen. */
async function inkOf(sheet: Locator, field: Box): Promise<Box | null> {
  return boundInk(await pictureOf(sheet), field);
}

function requireOne<T>(found: readonly T[]): T {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`there are ${found.length} of them`);
  return one;
}
