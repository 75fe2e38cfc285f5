import { fileURLToPath } from 'node:url';
import { expect as shows, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { onePage } from '../support/pdf.ts';
import { plainPdf } from '../support/envelopes.ts';
import { addParticipant, dragOnto, editorReady, fromMenu, openNew, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { read } from './envelope-steps.ts';

type Graph = {
  envelope: {
    documents: { name: string }[];
    displayName: string;
    message: { subject: string | null; body: string | null } | null;
    copies: { email: string }[];
  };
  participants: { email: string; orderIndex: number; role: string; message: string | null }[];
};
/** A contract with a signature, a name and a date that are detected. */
const SAMPLE = fileURLToPath(new URL('../../static/sample-nda.pdf', import.meta.url));

type File = { readonly name: string; readonly bytes: Uint8Array };

describe.skipIf(findChromium() === null)('a new envelope (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  async function begin(options: Parameters<DashboardHarness['visit']>[0] = {}) {
    const visit = await harness.visit({ viewport: { width: 1280, height: 1200 }, ...options });
    await signUp(visit.page);
    await openNew(visit.page);
    return visit;
  }
  const three = async (): Promise<File[]> => [
    { name: 'Agreement.pdf', bytes: await plainPdf(2) },
    { name: 'Broken.pdf', bytes: Buffer.from('%PDF-1.7\nnothing else') },
    { name: 'Annex.pdf', bytes: onePage({ text: 'Annex' }) },
    { name: 'Terms.pdf', bytes: onePage({ text: 'Terms' }) },
  ];

  it('is named after its first file in words, unless someone types a name', async () => {
    const { page, faults } = await begin();
    const name = page.getByLabel('Envelope name');
    await page.getByLabel('Document file').setInputFiles({
      name: 'Mutual_NDA-v2_final.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(onePage({ text: 'Agreement' })),
    });
    await shows(name).toHaveValue('Mutual NDA v2 final');
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    await shows(page.getByLabel('Envelope name')).toHaveValue('Mutual NDA v2 final');

    await openNew(page);
    await name.fill('Byron_NDA');
    await page.getByLabel('Document file').setInputFiles({
      name: 'Mutual_NDA.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(onePage({ text: 'Agreement' })),
    });
    await page.getByText('No fields found').waitFor();
    await shows(name).toHaveValue('Byron_NDA');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('link', { name: 'Byron_NDA' }).waitFor();
    await page.getByRole('link', { name: 'Mutual NDA v2 final' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('says what keeps it from being sent, leads there, and notices misspelled addresses', async () => {
    const { page, faults } = await begin();
    const reason = page.locator('#send-reason');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await shows(reason).toHaveText('Add a document to continue. Then 1 more to do.');
    await page.getByLabel('Document file').setInputFiles(SAMPLE);
    await reason.getByText('Add a recipient to send.', { exact: true }).click();
    await shows(page.getByRole('button', { name: 'Add recipient' })).toBeFocused();
    await addParticipant(page, 'Ben', 'foo');
    const email = page.getByRole('combobox', { name: 'Email' });
    await shows(email).not.toHaveAttribute('aria-invalid');
    await page.keyboard.press('Tab');
    await page.getByText('Enter a valid email address.', { exact: true }).waitFor();
    await reason.getByText('Ben: Enter a valid email address.').click();
    await shows(email).toBeFocused();
    await email.fill('ben@gmial.com');
    await page.keyboard.press('Tab');
    await page.getByText('Did you mean ben@gmail.com?').waitFor();
    await shows(send).toBeEnabled();
    await shows(reason).toHaveText('The address of Ben may be misspelled.');
    await page.getByRole('button', { name: 'Use it' }).click();
    await shows(email).toHaveValue('ben@gmail.com');
    await shows(reason).toHaveText('');
    await shows(page.getByRole('combobox', { name: 'Name', exact: true })).toHaveAttribute(
      'aria-required',
      'true',
    );
    expect(faults).toEqual([]);
  });

  it('asks before it is left while a file uploads', async () => {
    const { page, faults } = await begin();
    const held = Promise.withResolvers<void>();
    await page.route('**/envelopes/new/document*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Document file').setInputFiles(SAMPLE);
    await shows(page.locator('#send-reason')).toContainText('sample-nda.pdf is still uploading');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop the upload?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.evaluate(() => location.reload()).catch(() => undefined);
    const dialogEvent = await asked;
    expect(dialogEvent.type()).toBe('beforeunload');
    await dialogEvent.dismiss();
    await reloaded;
    held.resolve();
    await page.getByText('Add a recipient to send.', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('goes on to its fields although its files were read at the same moment', async () => {
    const { page } = await begin();
    await page.getByLabel('Document file').setInputFiles({
      name: 'Lease.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await plainPdf(2)),
    });
    let overtaken = 0;
    await page.route('**/envelope.draft*', async (route) => {
      // Whatever changes the draft first, this request comes second.
      if ((overtaken += 1) === 1) await route.fetch();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/edit#fields');
    await editorReady(page);
    expect(overtaken).toBe(2);
  });

  it('is sent five clicks after an empty dashboard', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 1280, height: 900 } });
    await signUp(page);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    await click(page.getByRole('main').getByRole('link', { name: 'New envelope' }));
    await page.locator('[data-ready="true"]').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await click(page.getByText('choose files'));
    await (await chooser).setFiles(SAMPLE);
    await click(page.getByRole('button', { name: 'Add recipient' }));
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.com');
    await click(page.getByRole('button', { name: 'Send', exact: true }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Send now' }));
    await page.waitForURL(/\/envelopes\/env_\w+$/);
    await page.getByText('Waiting for Ada Lovelace', { exact: true }).waitFor();
    expect(clicks).toBe(5);
    expect(faults).toEqual([]);
  }, 90_000);

  it('takes several files at once, orders and removes them, and keeps those that are fine', async () => {
    const { page, faults } = await begin();
    const rows = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    const names = () => rows.locator('[dir=auto]').allTextContents();
    await dropFiles(page, await three());
    await page.getByText('This document is damaged and can’t be read.').waitFor();
    await shows.poll(names).toEqual(['Agreement.pdf', 'Annex.pdf', 'Terms.pdf', 'Broken.pdf']);
    await shows(rows.first()).toContainText('2 pages, PDF');
    await shows(page.getByRole('button', { name: 'Place fields' })).toBeEnabled();
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Remove Broken.pdf' }).press('Enter');

    await fromMenu(page, 'Annex.pdf', 'Move Annex.pdf up');
    await shows.poll(names).toEqual(['Annex.pdf', 'Agreement.pdf', 'Terms.pdf']);
    await shows(page.locator('summary', { hasText: 'More actions for Annex.pdf' })).toBeFocused();
    await dragOnto(page, rows.nth(2).getByTitle('Drag to reorder'), rows.nth(0), 0.1);
    await shows.poll(names).toEqual(['Terms.pdf', 'Annex.pdf', 'Agreement.pdf']);
    await fromMenu(page, 'Annex.pdf', 'Remove Annex.pdf');
    await shows.poll(names).toEqual(['Terms.pdf', 'Agreement.pdf']);

    await page.reload();
    await shows.poll(names).toEqual(['Terms.pdf', 'Agreement.pdf']);
    await page.getByLabel('Envelope name').fill('Mutual NDA');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL('**/envelopes');
    await page.getByRole('link', { name: 'Mutual NDA' }).waitFor();
    // Nothing else is left: neither the broken file nor an earlier attempt.
    expect((await read<{ items: unknown[] }>(page, 'envelope.list', {})).items).toHaveLength(1);
    expect(faults).toEqual([]);
  }, 90_000);

  it('shows the first page of a file while it is uploaded', async () => {
    const { page, faults } = await begin();
    const held = Promise.withResolvers<void>();
    await page.route('**/envelopes/new/document?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await dropFiles(page, [{ name: 'Annex.pdf', bytes: onePage({ text: 'Annex' }) }]);
    const row = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    await shows(row.locator('[data-drawn]')).toBeVisible();
    await shows(row.getByRole('progressbar', { name: 'Upload progress' })).toBeAttached();
    await hasNoViolations(page);
    held.resolve();
    await page.getByText('No fields found.').waitFor();
    await shows(row.locator('[data-drawn]')).toBeVisible();
    expect(faults).toEqual([]);
  }, 90_000);

  it('leaves no envelope behind when the only file is refused, removed or discarded', async () => {
    const { page, faults } = await begin();
    const count = async () => (await read<{ items: unknown[] }>(page, 'envelope.list', {})).items.length;
    await dropFiles(page, [{ name: 'Broken.pdf', bytes: Buffer.from('%PDF-1.7\nnothing else') }]);
    await page.getByText('This document is damaged and can’t be read.').waitFor();
    expect(await count()).toBe(0);
    await dropFiles(page, [{ name: 'Whole.pdf', bytes: onePage({ text: 'Whole' }) }]);
    await page.getByText('No fields found.').waitFor();
    expect(await count()).toBe(1);
    await fromMenu(page, 'Whole.pdf', 'Remove Whole.pdf');
    await shows.poll(count).toBe(0);
    await dropFiles(page, [{ name: 'Again.pdf', bytes: onePage({ text: 'Again' }) }]);
    await page.getByText('No fields found.').waitFor();
    await page.getByRole('textbox', { name: 'Message to everyone' }).fill('Please sign.');
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await shows(page.getByText('Add a document to continue.')).toBeVisible();
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Again.pdf', { exact: true }).waitFor();
    await shows(page.getByRole('textbox', { name: 'Message to everyone' })).toHaveValue('Please sign.');
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await page.getByText('“Again” deleted').waitFor();
    expect(await count()).toBe(1);
    await page.goto('/reports');
    await shows.poll(count).toBe(0);
    expect(faults).toEqual([]);
  }, 90_000);

  it('puts people into groups by dragging and by keys, with a code, a note, a copy and a message', async () => {
    const { page, faults } = await begin();
    const boxes = page.getByRole('list', { name: 'Recipients in signing order' }).getByRole('listitem');
    const people = () =>
      boxes.evaluateAll((all) =>
        all.map((box) =>
          [...box.querySelectorAll<HTMLInputElement>('[data-person] input')]
            .filter(({ placeholder }) => placeholder === 'Name')
            .map(({ value }) => value),
        ),
      );
    for (const name of ['Ada', 'Ben', 'Cem']) {
      await page.getByRole('button', { name: 'Add recipient' }).press('Enter');
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(`${name.toLowerCase()}@example.com`);
    }
    await dragOnto(page, boxes.nth(2).getByTitle('Drag to reorder'), boxes.nth(1).locator('[data-box]'));
    await shows.poll(people).toEqual([['Ada'], ['Ben', 'Cem']]);
    await page.getByText('Sign at the same time', { exact: true }).waitFor();
    await fromMenu(page, 'Ben', 'Move Ben up');
    await shows.poll(people).toEqual([['Ada'], ['Ben'], ['Cem']]);
    await fromMenu(page, 'Ben', 'Sign at the same time as Ada');
    await shows.poll(people).toEqual([['Ada', 'Ben'], ['Cem']]);
    await page.getByLabel('Role of Cem').selectOption('Approver');
    await page.getByRole('button', { name: 'Identity check for Ada' }).press('Enter');
    await page.getByLabel('Identity check', { exact: true }).selectOption('Email link and access code');
    await fromMenu(page, 'Cem', 'Add private note');
    await shows(page.getByLabel('Private note')).toBeFocused();
    await page.keyboard.type('Please check page 2.');
    await page.getByRole('button', { name: 'Add copy recipient' }).press('Enter');
    await page.keyboard.type('Elif');
    await page.keyboard.press('Tab');
    await page.keyboard.type('elif@example.com');
    await page.getByLabel('Email subject').fill('The agreement');
    await page.getByLabel('Message to everyone').fill('As discussed.');
    await dropFiles(page, [{ name: 'Agreement.pdf', bytes: await plainPdf(1) }]);
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.getByText('Enter an access code of at least 6 characters.', { exact: true }).waitFor();
    await hasNoViolations(page);
    await page.getByLabel('Access code').fill('harbour-2614');
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL(/\/edit/);
    await editorReady(page);
    const id = /env_\w+/.exec(page.url())?.[0] ?? '';
    const { envelope, participants } = await read<Graph>(page, 'envelope.get', { id });
    expect(participants).toMatchObject([
      { email: 'ada@example.com', orderIndex: 0, authentication: { method: 'access_code' } },
      { email: 'ben@example.com', orderIndex: 0 },
      { email: 'cem@example.com', orderIndex: 1, role: 'approver', message: 'Please check page 2.' },
    ]);
    expect(envelope.message).toEqual({ subject: 'The agreement', body: 'As discussed.' });
    expect(envelope.copies).toMatchObject([{ email: 'elif@example.com' }]);
    expect(faults).toEqual([]);
  }, 90_000);

  it('works by touch on the narrowest phone, in the dark', async () => {
    const { page, faults } = await begin({
      viewport: { width: 320, height: 700 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    });
    await dropFiles(page, (await three()).slice(2));
    await shows(page.getByRole('button', { name: 'Place fields' })).toBeEnabled();
    await page.getByRole('button', { name: 'I need to sign' }).tap();
    await page.locator('summary', { hasText: 'More actions for Annex.pdf' }).tap();
    await page.getByRole('button', { name: 'Move Annex.pdf down' }).tap();
    await shows
      .poll(() => page.getByRole('list', { name: 'Documents' }).locator('[dir=auto]').allTextContents())
      .toEqual(['Terms.pdf', 'Annex.pdf']);
    await hasNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Place fields' }).tap();
    await page.waitForURL(/\/edit/);
    expect(faults).toEqual([]);
  }, 90_000);
});

/** Drops files on the page, as if from the desktop. */
async function dropFiles(page: Page, files: readonly File[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, base64 } of dropped)
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
    return data;
  }, given);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

async function hasNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}
