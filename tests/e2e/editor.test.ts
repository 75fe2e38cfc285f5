import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { onePage } from '../support/pdf.ts';
import { negotiatedContract } from '../support/tracked-changes.ts';
import {
  addParticipant,
  boxOf,
  dragOntoPage,
  editorReady,
  openNew,
  placed,
  saved,
  signUp,
  upload,
} from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

// Each test has many steps, which take a while on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

/**
 * The first Word file waits until its converter has been loaded and compiled, twice if a request gave up on
 * it.
 */
const CONVERTED_MS = patience(180_000);

describe.skipIf(findChromium() === null)('the editor (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('lists what was changed in the file, if anything', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await upload(page);
    await shows(page.getByText('Changes to your file')).toHaveCount(0);
    const note = '<</Type /Annot /Subtype /Square /Rect [5 5 20 20] /C [1 0 0]>>';
    const script = '/OpenAction <</S /JavaScript /JS (app.alert)>>';
    const pdf = onePage({ text: 'Lease', catalog: script, page: '/Annots [6 0 R]', objects: [note] });
    await upload(page, 'Noted.pdf', pdf);
    const listed = page
      .getByRole('listitem')
      .filter({ hasText: 'Notes and markup became part of the page.' });
    await shows(listed).toBeHidden();
    await page.getByText('Changes to your file').click();
    await shows(listed).toContainText('(1)');
    await shows(page.getByText('Scripts were removed.')).toBeVisible();
    expect((await new AxeBuilder({ page }).include('details').analyze()).violations).toEqual([]);
    expect(faults).toEqual([]);
  });

  it(
    'accepts or rejects tracked changes as the sender chose',
    async () => {
      const { page, faults } = await harness.visit();
      await signUp(page);
      await openNew(page);
      await page.getByText('Upload options').click();
      await page.getByLabel('Tracked changes in Word files').selectOption('Reject all');
      const file = {
        name: 'Contract.docx',
        mimeType: 'application/octet-stream',
        buffer: negotiatedContract(),
      };
      await page.getByLabel('Document file').setInputFiles(file);
      await page.getByRole('button', { name: 'Place fields' }).click({ timeout: CONVERTED_MS });
      await page.waitForURL('**/edit');
      await page.getByText('Changes to your file').click();
      await shows(page.getByText('Tracked changes were rejected.')).toBeVisible();
      expect(faults).toEqual([]);
    },
    2 * CONVERTED_MS,
  );

  it('selects several fields by clicks, dragging and keys, and changes them in one step', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await dragOntoPage(page, 'Name', { page: 1, x: 0.3, y: 0.15 });
    await dragOntoPage(page, 'Phone', { page: 1, x: 0.45, y: 0.27 });
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.6, y: 0.4 });
    const [name, phone, signature] = [
      placed(page, /^Name/),
      placed(page, /^Phone/),
      placed(page, /^Signature/),
    ];
    await shows(signature).toBeFocused();
    await page.getByRole('button', { name: 'Company', exact: true }).click();
    const paper = await boxOf(page.locator('[data-page="1"]'));
    await page.mouse.click(paper.x + paper.width * 0.7, paper.y + paper.height * 0.15);
    await shows(placed(page, /^Company/)).toBeFocused();
    await page.keyboard.press('Delete');
    await shows(placed(page, /^Company/)).toHaveCount(0);

    await name.click();
    await phone.click({ modifiers: ['Shift'] });
    await shows(page.getByRole('heading', { name: '2 fields' })).toBeVisible();
    await signature.click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Align left edges' }).click();
    await expect.poll(async () => (await boxOf(phone)).x).toBeCloseTo((await boxOf(name)).x, 0);
    expect((await boxOf(signature)).x).toBeCloseTo((await boxOf(name)).x, 0);
    await page.keyboard.press('Control+z');
    expect((await boxOf(phone)).x - (await boxOf(name)).x).toBeGreaterThan(30);

    // The selection box covers the first two fields, and the arrow keys move them together by exact steps.
    const sheet = await boxOf(page.locator('[data-page="1"]'));
    await page.mouse.move(sheet.x + sheet.width * 0.05, sheet.y + sheet.height * 0.1);
    await page.mouse.down();
    await page.mouse.move(sheet.x + sheet.width * 0.9, sheet.y + sheet.height * 0.32, { steps: 5 });
    await page.mouse.up();
    await shows(page.getByRole('heading', { name: '2 fields' })).toBeVisible();
    const before = [await boxOf(name), await boxOf(phone)];
    await phone.focus();
    await page.keyboard.press('ArrowDown');
    for (const [index, field] of [name, phone].entries()) {
      const moved = async () => ((await boxOf(field)).y - (before[index]?.y ?? 0)) / sheet.height;
      await expect.poll(moved).toBeCloseTo(0.01, 3);
    }

    // By keyboard alone: Space adds to the selection, Shift L aligns, Delete removes both in one step.
    await page.keyboard.press('Escape');
    await name.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await shows(phone).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+L');
    expect((await boxOf(phone)).x).toBeCloseTo((await boxOf(name)).x, 0);
    await page.keyboard.press('Delete');
    await shows(placed(page)).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await shows(placed(page)).toHaveCount(3);
    await page.keyboard.press('Control+a');
    await shows(page.getByRole('heading', { name: '3 fields' })).toBeVisible();
    await page.getByLabel('Required', { exact: true }).uncheck();
    await shows(placed(page, /required/)).toHaveCount(0);
    await saved(page);
    expect(faults).toEqual([]);
  });

  it('snaps to other fields unless Alt is held, copies to pages, cuts and pastes', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await upload(page);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.3, y: 0.2 });
    await dragOntoPage(page, 'Initials', { page: 1, x: 0.75, y: 0.5 });
    const [signature, initials] = [placed(page, /^Signature/), placed(page, /^Initials/)];
    const target = await boxOf(signature);
    const from = await boxOf(initials);
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(target.x + 5 + 3, from.y + 60, { steps: 5 });
    await shows(page.locator('[data-guide="x"]')).toHaveCount(1);
    expect((await boxOf(initials)).x).toBeCloseTo(target.x, 0);
    await page.keyboard.down('Alt');
    await page.mouse.move(target.x + 5 + 4, from.y + 60);
    await shows(page.locator('[data-guide]')).toHaveCount(0);
    expect((await boxOf(initials)).x).toBeCloseTo(target.x + 4, 0);
    await page.keyboard.up('Alt');
    await page.mouse.up();

    // Initials on each page in two clicks.
    await page.getByRole('button', { name: 'Copy to pages…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
    await shows(placed(page, /^Initials for Ada, page 2/)).toHaveCount(1);
    await shows(page.getByRole('dialog')).toHaveCount(0);
    await placed(page, /^Initials for Ada, page 1/).focus();
    await page.keyboard.press('g');
    await page.getByLabel('These pages').check();
    await page.getByRole('textbox', { name: 'Pages' }).fill('7');
    await page.keyboard.press('Enter');
    await page.getByText('The document has pages 1 to 2.').waitFor();
    await page.keyboard.press('Escape');
    await shows(page.getByRole('dialog')).toHaveCount(0);

    await signature.focus();
    await page.keyboard.press('Control+x');
    await shows(signature).toHaveCount(0);
    await page.keyboard.press('Control+v');
    await shows(signature).toHaveCount(1);
    await shows(signature).toBeFocused();
    await page.keyboard.press('Control+d');
    await shows(signature).toHaveCount(2);
    await saved(page);
    await page.reload();
    await editorReady(page);
    await shows(placed(page)).toHaveCount(4);
    expect(faults).toEqual([]);
  });

  it('shows suggestions separately, accepts or dismisses one or all, and matches parties to recipients', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await uploadLease(page);
    const proposals = page.locator('[data-proposal]');
    await shows(proposals).toHaveCount(6);
    await shows(placed(page, /suggested$/)).toHaveCount(6);

    // The page for a new envelope opens at the first suggestion.
    const first = placed(page, /^Signature for Landlord/i);
    await shows(first).toBeFocused();
    await page.getByRole('button', { name: 'Next suggestion' }).click();
    await shows(placed(page, /^Signature for Tenant.*suggested$/i)).toBeFocused();
    await first.focus();
    await page.keyboard.press('Enter');
    await shows(proposals).toHaveCount(5);
    await shows(placed(page, /^Signature for Tenant.*suggested$/i)).toBeFocused();
    await page.keyboard.press('Delete');
    await shows(placed(page)).toHaveCount(5);
    await page.keyboard.press('Control+z');
    await shows(placed(page)).toHaveCount(6);

    await addParticipant(page, 'Ada Lovelace', 'ada@example.com');
    await page.getByLabel('Who is Tenant?').selectOption({ label: 'Ada Lovelace' });
    await shows(placed(page, /for Ada Lovelace.*suggested$/)).toHaveCount(3);
    await page.getByLabel('Suggestions').selectOption({ label: 'Ada Lovelace (3)' });
    await page.getByRole('button', { name: 'Accept 3' }).click();
    await shows(proposals).toHaveCount(2);
    await placed(page, /^Date “Date” for Ada Lovelace/).click();
    await shows(page.getByLabel('Value comes from')).toHaveValue('signed_date');
    await page.getByLabel('Suggestions').selectOption({ label: 'All suggestions (2)' });
    await page.getByRole('button', { name: 'Dismiss 2' }).click();
    await shows(placed(page)).toHaveCount(4);
    await saved(page);
    await page.reload();
    await editorReady(page);
    await shows(placed(page)).toHaveCount(4);
    await shows(proposals).toHaveCount(0);
    await page.getByRole('button', { name: 'Ada Lovelace' }).first().waitFor();
    expect(faults).toEqual([]);
  });

  it.each([
    ['light', { width: 1280, height: 860 }],
    ['dark', { width: 1280, height: 860 }],
    ['light', { width: 320, height: 640 }],
  ] as const)('lists its shortcuts, and passes axe: %s, %o', async (colorScheme, viewport) => {
    const { page } = await harness.visit({ colorScheme, viewport });
    await signUp(page);
    await uploadLease(page);
    const violations = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    await placed(page, /suggested/)
      .first()
      .focus();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Control+a');
    if (viewport.width < 1024) await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('heading', { name: '6 fields' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violations()).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await shows(page.getByRole('dialog')).toHaveCount(0);
  });

  it('renders only pages near the viewport, and jumps to fields on others', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await uploadPages(page, 60);
    await addParticipant(page, 'Ada', 'ada@example.com');
    await dragOntoPage(page, 'Initials', { page: 1, x: 0.8, y: 0.3 });
    await page.getByRole('button', { name: 'Copy to pages…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-page]').count()).toBeLessThan(8);
    await page
      .getByRole('button', { name: /^Initials/ })
      .last()
      .click();
    await shows(placed(page, /^Initials for Ada, page 60/)).toBeFocused();
    await page.locator('[data-page="60"][data-drawn]').waitFor();
    // Tab moves from field to field, across pages that weren't rendered a moment ago.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await shows(placed(page, /^Initials for Ada, page 58/)).toBeFocused();
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('[data-page="1"][data-drawn]').waitFor();
    await shows(placed(page, /^Initials for Ada, page 58/)).toBeFocused();
    expect(faults).toEqual([]);
  });
});

/** A lease of one page with the signature blocks of two parties. */
async function uploadLease(page: Page): Promise<void> {
  const pdf = PDF.create();
  const sheet = pdf.addPage({ size: 'a4' });
  sheet.drawText('This Lease is made between the Landlord and the Tenant.', { x: 72, y: 740, size: 12 });
  sheet.drawText('IN WITNESS WHEREOF, the parties have executed this Lease.', { x: 72, y: 700, size: 12 });
  for (const [x, role] of [
    [72, 'LANDLORD'],
    [320, 'TENANT'],
  ] as const) {
    sheet.drawText(`${role}:`, { x, y: 600, size: 12 });
    sheet.drawText('By: ______________________', { x, y: 560, size: 11 });
    sheet.drawText('Name: ____________________', { x, y: 530, size: 11 });
    sheet.drawText('Date: ____________________', { x, y: 500, size: 11 });
  }
  await uploadBytes(page, await pdf.save());
}

async function uploadPages(page: Page, count: number): Promise<void> {
  const pdf = PDF.create();
  for (let number = 1; number <= count; number += 1)
    pdf.addPage({ size: 'a4' }).drawText(`Page ${number}`, { x: 72, y: 740, size: 14 });
  await uploadBytes(page, await pdf.save());
}

async function uploadBytes(page: Page, bytes: Uint8Array): Promise<void> {
  await openNew(page);
  await page
    .getByLabel('Document file')
    .setInputFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: 'Place fields' }).click();
  await page.waitForURL('**/edit');
  await editorReady(page);
}
