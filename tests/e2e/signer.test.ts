import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const SIGNATURE = {
  type: 'signature',
  page: 2,
  x: 0.1,
  y: 0.6,
  width: 0.3,
  height: 0.06,
  participantIndex: 0,
};
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;

function box(type: string, y: number, more: Record<string, unknown> = {}) {
  return { type, page: 1, x: 0.1, y, width: 0.3, height: 0.028, participantIndex: 0, ...more };
}

describe.skipIf(findChromium() === null)('the signer’s page (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  /** Presses Tab until the element with this id has the focus. */
  async function tabTo(page: Page, id: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await page.evaluate(() => document.activeElement?.id)) === id) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${id}`);
  }

  it('records nothing when the link is opened, and keeps the token out of sight', async () => {
    const id = await harness.send({ participants: [ADA], fields: [SIGNATURE] });
    const { page, faults } = await harness.visit();
    const link = await harness.linkFor(ADA.email);
    const answer = await page.goto(link);
    expect(answer?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': expect.stringContaining('no-store'),
      'x-robots-tag': expect.stringContaining('noindex'),
    });
    expect(await answer?.text()).not.toContain('Service agreement');
    await page.getByText('Service agreement').waitFor();
    expect(await page.getByText(harness.sender).count()).toBeGreaterThan(0);
    expect(page.url()).toBe(`${harness.origin}/sign`);
    expect((await harness.events(id)).map(({ action }) => action)).not.toContain('participant.viewed');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('canvas').first().waitFor();
    expect((await harness.events(id)).map(({ action }) => action)).toContain('participant.viewed');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('can be read and pressed before its scripts are there', async () => {
    const dan = { name: 'Dan', email: 'dan@example.com' };
    const id = await harness.send({ participants: [dan, ADA], fields: [SIGNATURE] });
    const { page, faults } = await harness.visit(PHONE);
    const pressed = Promise.withResolvers<void>();
    await page.route('**/_app/immutable/**/*.js', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.goto(await harness.linkFor(dan.email));
    const button = page.getByRole('button', { name: 'Review document' });
    await button.waitFor();
    await page.getByText('Grace Hopper has asked you to sign').waitFor();
    await page.getByText('Ada Lovelace').waitFor();
    expect(await page.getByText('Loading').isVisible()).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect((await harness.events(id)).map(({ action }) => action)).not.toContain('participant.viewed');
    await button.tap();
    expect(await button.isDisabled()).toBe(true);
    pressed.resolve();
    await page.locator('canvas').first().waitFor();
    expect(await page.locator('#early-landing').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('looks the same before its style sheet is there', async () => {
    const fay = { name: 'Fay', email: 'fay@example.com' };
    await harness.send({ participants: [fay, ADA], fields: [SIGNATURE] });
    const { page, faults } = await harness.visit(PHONE);
    const seen = Promise.withResolvers<void>();
    const compared = Promise.withResolvers<void>();
    await page.route('**/_app/immutable/**/*.css', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.route('**/_app/immutable/**/*.js', async (route) => {
      await compared.promise;
      await route.continue();
    });
    await page.goto(await harness.linkFor(fay.email), { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Review document' }).waitFor();
    const sheets = () => page.evaluate(() => document.styleSheets.length);
    const [first, inPage] = [await page.screenshot(), await sheets()];
    seen.resolve();
    await expect.poll(sheets).toBeGreaterThan(inPage);
    expect((await page.screenshot()).equals(first)).toBe(true);
    compared.resolve();
    await page.locator('html[data-interactive]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps the keyboard on the button when its scripts arrive', async () => {
    const eve = { name: 'Eve', email: 'eve@example.com' };
    await harness.send({ participants: [eve], fields: [SIGNATURE] });
    const { page } = await harness.visit();
    const focused = Promise.withResolvers<void>();
    await page.route('**/_app/immutable/**/*.js', async (route) => {
      await focused.promise;
      await route.continue();
    });
    await page.goto(await harness.linkFor(eve.email));
    const button = page.getByRole('button', { name: 'Review document' });
    await button.waitFor();
    await page.keyboard.press('Tab');
    await button.and(page.locator(':focus')).waitFor();
    focused.resolve();
    await page.locator('#early-landing').waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('can be signed by keyboard alone, with the hash of the bytes that were shown', async () => {
    const id = await harness.send({
      participants: [ADA],
      fields: [
        box('text', 0.2, { label: 'Place' }),
        box('number', 0.25, { label: 'Amount' }),
        box('checkbox', 0.3, { label: 'Terms', width: 0.026, height: 0.02 }),
        box('radio', 0.35, { label: 'Monthly', group: 'Payment', width: 0.026, height: 0.02 }),
        box('radio', 0.35, { label: 'Yearly', group: 'Payment', x: 0.2, width: 0.026, height: 0.02 }),
        box('date', 0.4, { label: 'Signed on', autoSource: 'signed_date' }),
        box('text', 0.45, { label: 'Order', prefillValue: 'Order 4711', locked: true }),
        SIGNATURE,
      ],
    });
    const { page, faults } = await harness.visit();
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('canvas').first().waitFor();

    await tabTo(page, 'signer-proceed');
    await page.keyboard.press('Enter');
    await page.getByLabel('Place, page 1, required').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Zürich');
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount, page 1, required').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('12x');
    await page.keyboard.press('Enter');
    const terms = page.getByRole('checkbox', { name: 'Terms, page 1, required' });
    await terms.and(page.locator(':focus')).waitFor();
    expect(await page.locator('.field-problem').getByText('Enter a valid number.').count()).toBe(1);
    const amount = page.getByLabel('Amount, page 1, required');
    await page.keyboard.press('Shift+Tab');
    await amount.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await terms.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Payment: Monthly' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    // The dialog opens by itself, and what comes after it is the review.
    await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
    await page.getByLabel('Your name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review', exact: true }).and(page.locator(':focus')).waitFor();
    // A filled-in field has no frame, but shows that it has the focus.
    const signature = page.getByRole('button', { name: /^Signature, page 2.*Your signature/ });
    await signature.focus();
    const frame = page.locator('.field-box:focus-within');
    expect(await frame.evaluate((box) => getComputedStyle(box).boxShadow)).not.toBe('none');
    await page.getByText('5 of 5 done').waitFor();
    await tabTo(page, 'signer-proceed');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Review before you sign' }).and(page.locator(':focus')).waitFor();
    const answers = await page.getByRole('main').innerText();
    expect(answers).toMatch(/Payment · Page 1\s+Yearly/);
    for (const shown of ['Zürich', '12', 'Order 4711', new Date().toISOString().slice(0, 10)])
      expect(answers).toContain(shown);
    const sign = page.getByRole('button', { name: 'Sign and finish' });
    for (
      let presses = 0;
      presses < 30 && (await sign.and(page.locator(':focus')).count()) === 0;
      presses += 1
    ) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    await page.getByText('It’s sealed').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download signed copy' }).click(),
    ]);
    const sealed = await readFile(await download.path());
    expect(sealed.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await page.getByRole('link', { name: 'Verify document' }).getAttribute('href')).toBe('/verify');
    const graph = await harness.graph(id);
    expect(graph.envelope.status).toBe('completed');
    const values = Object.fromEntries(graph.fields.map(({ label, type, value }) => [label ?? type, value]));
    expect(values).toMatchObject({
      Place: 'Zürich',
      Amount: '12',
      Terms: 'true',
      Monthly: 'false',
      Yearly: 'true',
      Order: 'Order 4711',
      signature: 'Ada Lovelace',
    });
    const signed = (await harness.events(id)).find(({ action }) => action === 'participant.signed');
    expect(signed?.payload).toMatchObject({
      documentHash: graph.envelope.documentHash,
      signatureKind: 'typed',
      intent: { how: 'sign_and_finish', statementLanguage: 'en', statementHash: expect.any(String) },
    });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('asks for consent on a phone, keeps answers after a reload, and accepts a drawn signature', async () => {
    const id = await harness.send({
      participants: [ADA, { name: 'Bob', email: 'bob@example.com' }],
      fields: [
        box('email', 0.2, { label: 'Mail' }),
        box('phone', 0.25, { label: 'Telephone' }),
        box('dropdown', 0.3, { label: 'City', options: ['Berlin', 'Paris'] }),
        box('radio', 0.35, { label: 'Size', options: ['Small', 'Large'] }),
        box('attachment', 0.4, { label: 'Passport' }),
        box('checkbox', 0.5, { label: 'Terms', width: 0.026, height: 0.02 }),
        SIGNATURE,
        { ...SIGNATURE, x: 0.6, participantIndex: 1 },
      ],
      policy: { legalFramework: 'esign_ueta', consumerDisclosure: true },
    });
    const { page, faults } = await harness.visit(PHONE);
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    const disclosure = page.getByRole('dialog', { name: 'Consent to electronic records and signatures' });
    await disclosure.waitFor();
    const agree = disclosure.getByRole('button', { name: 'Agree and continue' });
    // The document is read from the start, even though its first input is at the end.
    await expect
      .poll(() => disclosure.locator('.overflow-y-auto').evaluate(({ scrollTop }) => scrollTop))
      .toBe(0);
    // The button says what is missing, and the keyboard goes there.
    await agree.click();
    await disclosure.getByRole('alert').filter({ hasText: 'Check this box to continue' }).waitFor();
    await disclosure.getByRole('checkbox').and(page.locator(':focus')).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await disclosure.getByRole('button', { name: 'Read document first' }).click();
    await disclosure.waitFor({ state: 'detached' });
    expect(await page.locator('[inert] label').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Review disclosure' }).click();
    await disclosure.getByRole('checkbox').check();
    await agree.click();
    await disclosure.waitFor({ state: 'detached' });
    expect((await harness.graph(id)).participants[0]?.consentedAt).not.toBeNull();

    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    // The tick box is about six pixels wide here. A tap within 24 pixels of it still counts.
    const terms = page.getByRole('checkbox', { name: 'Terms, page 1, required' });
    const place = await terms.boundingBox();
    if (place === null) throw new Error('the tick box is not shown');
    await page.touchscreen.tap(place.x + place.width / 2 + 10, place.y + place.height / 2);
    await expect.poll(() => terms.isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Telephone, page 1, required' }).tap();
    const docked = page
      .getByRole('region', { name: 'Progress and next step' })
      .getByLabel('Telephone, page 1, required');
    await docked.fill('+41 44 123 45 67');
    await page.reload();
    await page.getByRole('button', { name: /Telephone, page 1.*\+41 44 123 45 67/ }).waitFor();

    await page.getByText('More', { exact: true }).tap();
    await page.getByRole('button', { name: 'View as a list' }).tap();
    await page.getByRole('heading', { name: 'Your fields' }).waitFor();
    expect(await page.getByLabel('Mail, page 1, required').inputValue()).toBe(ADA.email);
    await page.getByLabel('City, page 1, required').selectOption('Paris');
    await page.getByRole('radio', { name: 'Large' }).check();
    const passport = Buffer.from(await plainPdf());
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'Reisepaß 1.pdf', mimeType: 'application/pdf', buffer: passport });
    await page.getByRole('button', { name: 'Passport, page 1, required: Remove, Reisepaß 1.pdf' }).waitFor();
    await page.getByRole('button', { name: /^Signature, page 2/ }).click();
    await page.getByRole('tab', { name: 'Draw' }).click();
    const pad = await page.getByLabel('Draw your signature').boundingBox();
    if (pad === null) throw new Error('there is no pad to draw on');
    await page.mouse.move(pad.x + 30, pad.y + 90);
    await page.mouse.down();
    for (let step = 1; step <= 30; step += 1)
      await page.mouse.move(pad.x + 30 + step * 5, pad.y + 90 + Math.sin(step) * 30);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByText('7 of 7 done').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('heading', { name: 'You’ve signed' }).waitFor();

    const { fields } = await harness.graph(id);
    const attached = fields.find(({ label }) => label === 'Passport');
    expect(attached?.attachment).toMatchObject({
      filename: 'Reisepaß 1.pdf',
      contentType: 'application/pdf',
    });
    expect(attached?.value).toBe(`Reisepaß 1.pdf (sha256 ${attached?.attachment?.sha256})`);
    expect(fields.find(({ label }) => label === 'Size')?.value).toBe('Large');
    expect(fields.find(({ type, value }) => type === 'signature' && value !== null)?.value).toBe('drawn');
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('answers'))),
    ).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes five taps beside the signatures on a phone, each field zoomed in above its sheet', async () => {
    const id = await harness.send({
      participants: [ADA],
      fields: [
        box('text', 0.3, { label: 'Title' }),
        box('date', 0.36, { label: 'Start' }),
        box('checkbox', 0.42, { label: 'Terms', width: 0.026, height: 0.02 }),
        { ...SIGNATURE, page: 1 },
        SIGNATURE,
      ],
    });
    const { page, faults } = await harness.visit({
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    let taps = 0;
    const tap = async (name: string) => {
      taps += 1;
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      // The first button is rendered twice: by the server, and then by the scripts in its place.
      const height = async () => (await button.boundingBox())?.height;
      await expect.poll(height).toBeGreaterThanOrEqual(44);
      await button.tap();
    };
    await page.goto(await harness.linkFor(ADA.email));
    await tap('Review document');
    await page.locator('canvas').first().waitFor();
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(50);

    await tap('Start');
    const sheet = page.getByRole('region', { name: 'Progress and next step' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('#signer-actions') !== null))
      .toBe(true);
    const spot = page.getByRole('button', { name: /^Title, page 1/ });
    await expect.poll(async () => (await spot.boundingBox())?.height).toBeGreaterThanOrEqual(20);
    await expect
      .poll(async () => {
        const [above, below] = [await spot.boundingBox(), await sheet.boundingBox()];
        return above !== null && below !== null && above.y > 48 && above.y + above.height < below.y;
      })
      .toBe(true);
    await page.keyboard.type('Chief Analyst');
    await page.getByText('1 of 5', { exact: true }).waitFor();
    // The keyboard shortcut for the next field.
    expect(await page.locator(':focus').getAttribute('enterkeyhint')).toBe('next');
    await page.keyboard.press('Enter');

    await sheet.getByLabel('Start, page 1, required').fill('2026-12-01');
    await tap('Next');
    await sheet.getByRole('checkbox', { name: 'Terms, page 1, required' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await tap('Check and continue');
    const dialog = page.getByRole('dialog', { name: 'Your signature' });
    await dialog.waitFor();
    // The name is already filled in, so Enter adopts it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });

    // The second field offers the same signature, which takes a tap of its own.
    await sheet.getByText('Signature', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Signature, page 2, required: Sign' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Use this signature' }).tap();
    await page.getByRole('heading', { name: 'Review before you sign' }).waitFor();
    await tap('Sign and finish');
    expect(taps).toBe(5);
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    const { envelope, fields } = await harness.graph(id);
    expect(envelope.status).toBe('completed');
    expect(fields.find(({ label }) => label === 'Terms')?.value).toBe('true');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('declines with a reason', async () => {
    const id = await harness.send({ participants: [ADA], fields: [SIGNATURE] });
    const { page } = await harness.visit();
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByLabel('Reason').fill('The price is wrong.');
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByRole('heading', { name: 'You declined to sign' }).waitFor();
    const { envelope, participants } = await harness.graph(id);
    expect([envelope.status, participants[0]?.declineReason]).toEqual(['declined', 'The price is wrong.']);
    // The document can still be read, also after a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Read document' }).click();
    await page.getByRole('dialog').locator('[data-page="1"] canvas').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'You declined to sign' }).waitFor();
    await page.context().close();
  });

  it('keeps everything when the connection fails, and explains what has changed since', async () => {
    const id = await harness.send({
      participants: [ADA],
      fields: [box('text', 0.2, { label: 'Place' }), SIGNATURE],
    });
    const { page } = await harness.visit();
    const link = await harness.linkFor(ADA.email);
    await page.goto(link);
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'View as a list' }).click();
    await page.getByLabel('Place, page 1, required').fill('Rome');
    await page.getByRole('button', { name: /^Signature, page 2/ }).click();
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByRole('button', { name: 'Review' }).click();

    await page.route('**/api/signer/sign', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByText('You seem to be offline. Nothing is lost.').waitFor();
    expect(await page.getByText('Rome').count()).toBe(1);
    await page.unroute('**/api/signer/sign');
    await harness.voidEnvelope(id);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'The sender voided this document' }).waitFor();

    await page.goto(`${link.slice(0, -3)}abc`);
    await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
    await page.context().close();
    const empty = await harness.visit();
    await empty.page.goto(`${harness.origin}/sign`);
    await empty.page.getByRole('heading', { name: 'Open the link from your email' }).waitFor();
    await empty.page.context().close();
  });

  it('shows a picture of the first page until the document is there, which is where signing begins', async () => {
    const id = await harness.send({ participants: [ADA], fields: [{ ...SIGNATURE, page: 1 }] });
    const { page } = await harness.visit({ viewport: { width: 390, height: 844 } });
    const released = Promise.withResolvers<void>();
    await page.route('**/api/signer/document', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('[data-page="1"] img').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Adopt and sign' }).click();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('button', { name: 'Loading document…' }).waitFor();
    expect((await harness.graph(id)).participants[0]?.status).toBe('pending');
    released.resolve();
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    const signed = (await harness.events(id)).find(({ action }) => action === 'participant.signed');
    expect(signed?.payload?.['pages']).toMatchObject({
      rendered: [],
      pictures: expect.arrayContaining([1]) as number[],
    });
    await page.context().close();
  });

  it('draws the document where its picture was', async () => {
    await harness.send({ participants: [ADA], fields: [{ ...SIGNATURE, page: 1 }] });
    const { page } = await harness.visit({ viewport: { width: 390, height: 844 } });
    const released = Promise.withResolvers<void>();
    await page.route('**/api/signer/document', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    const [sheet, picture] = [page.locator('[data-page="1"]'), page.locator('[data-page="1"] img')];
    await picture.waitFor();
    const placed = await sheet.boundingBox();
    released.resolve();
    await picture.waitFor({ state: 'detached' });
    const drawn = await sheet.boundingBox();
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((drawn?.[side] ?? 0) - (placed?.[side] ?? 0))).toBeLessThan(1);
    await page.context().close();
  });

  it('keeps the field at hand whole when a phone is turned', async () => {
    const edge = { x: 0.62, width: 0.35, label: 'Edge' };
    await harness.send({ participants: [ADA], fields: [box('text', 0.6, edge)] });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await harness.visit(phone);
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).tap();
    await page.getByRole('button', { name: 'Start', exact: true }).tap();
    const isWhole = async (turn: string) => {
      await expect
        .poll(
          () =>
            page.evaluate(() => {
              const field = document.querySelector('.field-box')?.getBoundingClientRect();
              const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
              const foot = document.querySelector('#signer-actions')?.getBoundingClientRect().top ?? 0;
              if (field === undefined) return 'missing';
              if (field.left < 0 || field.right > innerWidth) return 'cut';
              return field.top < header || field.bottom > foot ? 'covered' : 'whole';
            }),
          { message: turn },
        )
        .toBe('whole');
    };
    await page.locator('#signer-actions input').waitFor();
    await isWhole('upright');
    await page.setViewportSize({ width: 844, height: 390 });
    await isWhole('across');
    await page.setViewportSize(phone.viewport);
    await isWhole('upright again');
    await page.context().close();
  });

  it('shows how much of the document has arrived', async () => {
    await harness.send({ participants: [ADA], fields: [SIGNATURE], pages: 200 });
    const { page } = await harness.visit();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const slowTo = (downloadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, uploadThroughput: -1 },
        downloadThroughput,
      });
    await page.route('**/api/signer/page-picture?*', (route) => route.fulfill({ status: 204 }));
    await page.route('**/api/signer/document', async (route) => {
      await slowTo(20_000);
      await route.continue();
    });
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    const arriving = page.getByRole('progressbar', { name: 'Loading document…' });
    await expect
      .poll(() => arriving.getAttribute('aria-valuenow').then(Number), { timeout: 30_000 })
      .toSatisfy((share: number) => share > 0 && share < 100);
    await slowTo(-1);
    await page.locator('[data-page="1"] canvas').waitFor();
    await arriving.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('loads the document screen again when the connection failed before it was there', async () => {
    await harness.send({ participants: [ADA], fields: [SIGNATURE] });
    const { page } = await harness.visit();
    let isCut = true;
    // Only the document screen's script.
    await page.route('**/_app/immutable/**/*.js', async (route) => {
      const response = await route.fetch();
      const isScreen = (await response.text()).includes('signer-proceed');
      await (isCut && isScreen ? route.abort() : route.fulfill({ response }));
    });
    await page.goto(await harness.linkFor(ADA.email));
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.getByText('You seem to be offline. Nothing is lost.').waitFor();
    isCut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Signature, page 2/ }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('tells the second signer to wait until their turn, and distinguishes replaced from broken links', async () => {
    const bob = { name: 'Bob', email: 'second@example.com' };
    await harness.send({
      participants: [bob, ADA],
      fields: [SIGNATURE, { ...SIGNATURE, x: 0.6, participantIndex: 1 }],
    });
    const link = await harness.linkFor(bob.email);
    const { page } = await harness.visit();
    await page.route('**/sign/landing?*', (route) => route.fulfill({ status: 404, json: null }));
    await page.route('**/api/signer/invitation', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'unauthorized',
          message: 'Missing or invalid credentials.',
          details: { reason: 'link_replaced' },
        }),
      }),
    );
    await page.goto(link);
    await page.getByRole('heading', { name: 'There’s a newer link' }).waitFor();
    await page.unroute('**/api/signer/invitation');
    await page.route('**/api/signer/envelope*', async (route) => {
      const response = await route.fetch();
      const view = (await response.json()) as Record<string, unknown>;
      await route.fulfill({ response, json: { ...view, isMyTurn: false, fields: [] } });
    });
    await page.route('**/api/signer/invitation', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { participants: object[] };
      const participants = json.participants.map((one) => ({ ...one, isTheirTurn: false }));
      await route.fulfill({ response, json: { ...json, participants } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Review document' }).click();
    const waiting = page.getByRole('heading', { name: 'It’s not your turn yet' });
    await waiting.waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await waiting.waitFor();
    await page.unroute('**/api/signer/envelope*');
    await page.unroute('**/api/signer/invitation');
    // The page notices that it's this person's turn.
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('canvas').first().waitFor();
    await page.context().close();
  });

  it('emails a new link for a replaced one, by keyboard, on a phone and in another language', async () => {
    const dora = { name: 'Dora', email: 'dora@example.com' };
    const id = await harness.send({ participants: [dora], fields: [SIGNATURE] });
    const link = await harness.linkFor(dora.email);
    await harness.resendLink(id);
    const { page, faults } = await harness.visit({ ...PHONE, locale: 'de-DE' });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Es gibt einen neueren Link' }).waitFor();
    const button = page.getByRole('button', { name: 'Neuen Link per E-Mail senden' });
    await button.waitFor();
    expect(await findViolations(page)).toEqual([]);
    for (let presses = 0; presses < 20; presses += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'haben wir Ihnen einen neuen Link gesendet' }).waitFor();
    expect(await button.count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // The email that replaced the link is less than an hour old and contains the new one.
    expect((await harness.events(id)).filter(({ actorType }) => actorType === 'signer')).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    await page.context().close();
  });
});
