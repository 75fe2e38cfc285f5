import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

function place(type: string, y: number, more: Record<string, unknown> = {}) {
  return { type, page: 1, x: 0.1, y, width: 0.3, height: 0.03, participantIndex: 0, ...more };
}

describe.skipIf(findChromium() === null)('from field to field (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('says on a desktop what is missing, goes on, and opens the signature', async () => {
    const email = 'next.desktop@example.com';
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [
        place('text', 0.2, { label: 'City' }),
        place('checkbox', 0.26, { width: 0.03, label: 'Terms' }),
        place('signature', 0.4),
      ],
    });
    const { page, faults } = await harness.visit(DESKTOP);
    await page.goto(await harness.linkFor(email));
    await button(page, 'Review document').click();
    await page.getByText('3 fields to fill in').waitFor();
    await button(page, 'Start').click();
    const city = page.getByRole('textbox', { name: /^City/ });
    await city.and(page.locator(':focus')).waitFor();
    expect(await city.getAttribute('aria-invalid')).not.toBe('true');

    await button(page, 'Next').click();
    const terms = page.getByRole('checkbox', { name: /^Terms/ });
    await terms.and(page.locator(':focus')).waitFor();
    expect(await city.getAttribute('aria-invalid')).toBe('true');
    await page.locator('.field-problem', { hasText: 'Fill in this field.' }).waitFor({ state: 'attached' });

    // The dialog opens by itself, and adopting goes on to what is still open.
    await button(page, 'Next').click();
    await button(page, 'Adopt and sign').click();
    await city.and(page.locator(':focus')).waitFor();
    await page.getByText('1 of 3 done').waitFor();
    await city.fill('Porto');
    await button(page, 'Next').click();
    await terms.and(page.locator(':focus')).waitFor();

    // The last open one.
    await button(page, 'Next').click();
    expect(await terms.getAttribute('aria-invalid')).toBe('true');
    await terms.check();
    await button(page, 'Review').click();
    await button(page, 'Sign and finish').click();
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes five taps on a tablet, and draws the signature', async () => {
    const email = 'next.tablet@example.com';
    const id = await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [place('signature', 0.4, { page: 2 }), place('text', 0.5, { page: 2, label: 'Title' })],
    });
    const { page, faults } = await harness.visit(TABLET);
    await page.goto(await harness.linkFor(email));
    await button(page, 'Review document').tap();
    await button(page, 'Start').tap();
    const pad = await page.getByRole('dialog').locator('canvas').boundingBox();
    if (pad === null) throw new Error('there is nothing to draw on');
    const [left, middle] = [pad.x + pad.width / 4, pad.y + pad.height / 2];
    await page.mouse.move(left, middle);
    await page.mouse.down();
    for (const step of [1, 2, 3, 4, 5, 6])
      await page.mouse.move(left + step * 30, middle + (step % 2 === 0 ? 30 : -30));
    await page.mouse.up();
    await button(page, 'Adopt and sign').tap();
    await page.locator('#signer-actions input:focus').waitFor();
    await page.keyboard.type('Head of Legal');
    await button(page, 'Review').tap();
    await button(page, 'Sign and finish').tap();
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    const signed = (await harness.events(id)).find(({ action }) => action === 'participant.signed');
    expect(signed?.payload).toMatchObject({ signatureKind: 'drawn' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('needs only Enter on a desktop', async () => {
    const email = 'next.keys@example.com';
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [
        place('signature', 0.2),
        place('text', 0.3, { label: 'Title' }),
        place('initials', 0.4),
        place('signature', 0.5),
      ],
    });
    const { page, faults } = await harness.visit(DESKTOP);
    await page.goto(await harness.linkFor(email));
    await button(page, 'Review document').press('Enter');
    await expect.poll(() => button(page, 'Start').isEnabled()).toBe(true);
    await button(page, 'Start').press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('textbox', { name: /^Title/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Counsel');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Use this signature').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Review').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Review before you sign' }).and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('offers optional fields, skips them, and counts only what is required', async () => {
    const email = 'next.skips@example.com';
    const optional = ['Fax', 'Mobile', 'Assistant', 'Extension'].map((label, at) =>
      place('text', 0.2 + at * 0.06, { label, required: false }),
    );
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [...optional, place('signature', 0.5), place('text', 0.6, { label: 'Title' })],
    });
    const { page, faults } = await harness.visit(PHONE);
    await page.goto(await harness.linkFor(email));
    await button(page, 'Review document').tap();
    await page.getByText('2 fields to fill in').waitFor();
    await button(page, 'Start').tap();
    const sheet = page.locator('#signer-actions');
    await sheet.locator('label', { hasText: 'Fax' }).waitFor();
    await button(page, 'Skip').tap();
    await sheet.locator('label', { hasText: 'Mobile' }).waitFor();
    await sheet.locator('input').fill('+351 900 000');
    await button(page, 'Next').tap();
    await sheet.locator('label', { hasText: 'Assistant' }).waitFor();
    await button(page, 'Skip all').tap();
    await button(page, 'Adopt and sign').tap();
    await sheet.locator('label', { hasText: 'Title' }).waitFor();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await sheet.locator('input').fill('Counsel');
    await button(page, 'Review').tap();
    await page.getByText('+351 900 000').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
