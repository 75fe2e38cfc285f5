import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

/** Where a device goes once it's handed back. */
const APP = 'https://app.example.com';

const SCREENS = [
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

describe.skipIf(findChromium() === null)('the browser’s Back (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** Fails if going back leaves the page. */
  const goBack = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('popstate', () => resolve(), { once: true });
          history.back();
        }),
    );

  it.each(SCREENS)('goes one step back on a %s, and stays after finishing', async (name, screen) => {
    const email = `back.${name}@example.com`;
    const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [
        { ...place, type: 'text', y: 0.2, label: 'City' },
        { ...place, type: 'signature', y: 0.4 },
      ],
    });
    const { page, faults } = await harness.visit(screen);
    const isPhone = name === 'phone';
    const city = page.locator(isPhone ? '#signer-actions input' : '[id^=page-f]').first();
    await page.goto('about:blank');
    await page.goto(await harness.linkFor(email));
    const open = button(page, 'Review document');
    await open.click();
    await button(page, 'Start').click();
    await city.and(page.locator(':focus')).waitFor();
    await city.fill('Porto');

    // From the sheet to the document, and from there to the first page.
    if (isPhone) {
      await goBack(page);
      await city.waitFor({ state: 'detached' });
      await page.getByText('1 of 2 done').waitFor();
    }
    await goBack(page);
    await open.waitFor();
    await open.click();

    // From the dialog and the review to the document. What the page's own buttons closed isn't opened again.
    await button(page, 'Next').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    if (isPhone) {
      // From the pad across the screen to the dialog.
      await page.getByRole('tab', { name: 'Draw' }).tap();
      await button(page, 'Larger, across the screen').tap();
      await expect.poll(() => dialog.count()).toBe(2);
      await goBack(page);
      await expect.poll(() => dialog.count()).toBe(1);
    }
    await goBack(page);
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Next').click();
    await button(page, 'Adopt and sign').click();
    if (!isPhone) await button(page, 'Review').click();
    const review = page.getByRole('heading', { name: 'Review before you sign' });
    await review.waitFor();
    await goBack(page);
    await review.waitFor({ state: 'detached' });
    await page.getByText('2 of 2 done').waitFor();
    await button(page, 'Review').click();
    await button(page, 'Back to document').click();
    await page.getByText('2 of 2 done').waitFor();

    // A reload doesn't confuse it.
    await page.reload();
    await page.getByText('2 of 2 done').waitFor();
    await goBack(page);
    await open.waitFor();
    await open.click();
    await button(page, 'Review').click();
    await button(page, 'Sign and finish').click();
    const done = page.getByRole('heading', { name: 'Everyone has signed' });
    await done.waitFor();
    await goBack(page);
    expect(await done.count()).toBe(1);
    await goBack(page);
    expect(await done.count()).toBe(1);
    expect(page.url()).toBe(`${harness.origin}/sign`);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  /** Opens a link on a phone, after another page. */
  async function open(link: string) {
    const visited = await harness.visit(SCREENS[1][1]);
    await visited.page.goto('about:blank');
    await visited.page.goto(link);
    return visited;
  }

  const menu = async (page: Page, name: string) => {
    await page.getByText('More', { exact: true }).click();
    await button(page, name).click();
  };

  /** Goes back from the last page, which leads nowhere. */
  const staysAt = async (page: Page, heading: string) => {
    const shown = page.getByRole('heading', { name: heading });
    await shown.waitFor();
    const address = page.url();
    await goBack(page);
    expect(await shown.count()).toBe(1);
    expect(page.url()).toBe(address);
  };

  it('goes one step back for somebody who approves, and from each dialog of the menu', async () => {
    const email = 'back.approver@example.com';
    await harness.send({ participants: [{ name: 'Noor', email, role: 'approver' }], fields: [] });
    const { page, faults } = await open(await harness.linkFor(email));
    await button(page, 'Review document').tap();
    await button(page, 'Review').waitFor();
    await page.locator('[data-page] img').first().waitFor({ state: 'detached' });
    const dialog = page.getByRole('dialog');
    const choices = [
      'Ask a question',
      'Ask someone else to approve',
      'What happens to my data',
      'Decline to sign',
    ];
    for (const choice of choices) {
      await menu(page, choice);
      await dialog.waitFor();
      await goBack(page);
      await dialog.waitFor({ state: 'detached' });
      await button(page, 'Review').waitFor();
    }
    await menu(page, 'View as a list');
    await page.locator('[data-page]').first().waitFor({ state: 'detached' });
    await goBack(page);
    await page.locator('[data-page]').first().waitFor();
    await button(page, 'Review').tap();
    await page.getByRole('heading', { name: 'Review before you approve' }).waitFor();
    await goBack(page);
    await button(page, 'Review').tap();
    await button(page, 'Approve').tap();
    await staysAt(page, 'Everyone has signed');

    // The document that is read afterwards closes.
    await button(page, 'Read document').tap();
    await dialog.locator('[data-page="1"]').waitFor();
    await goBack(page);
    await dialog.waitFor({ state: 'detached' });
    await staysAt(page, 'Everyone has signed');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leads nowhere once somebody has declined', async () => {
    const email = 'back.decliner@example.com';
    const place = { page: 1, x: 0.1, y: 0.4, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [{ ...place, type: 'signature' }],
    });
    const { page, faults } = await open(await harness.linkFor(email));
    await button(page, 'Review document').tap();
    await button(page, 'Start').waitFor();
    await menu(page, 'Decline to sign');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).tap();
    await staysAt(page, 'You declined to sign');
    await button(page, 'Read document').tap();
    await page.getByRole('dialog').locator('[data-page="1"]').waitFor();
    await goBack(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await staysAt(page, 'You declined to sign');
    // The dialog goes with its screen, which the library that draws it notices a moment later.
    expect(faults.filter((fault) => !fault.includes('derived_inert'))).toEqual([]);
    await page.context().close();
  });

  it('closes the document of somebody who gets a copy', async () => {
    const email = 'back.copy@example.com';
    const place = { page: 1, x: 0.1, y: 0.4, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Noor', email: 'back.copied@example.com' }],
      fields: [{ ...place, type: 'signature' }],
      copies: [{ name: 'Cleo', email, when: 'sent' }],
    });
    const { page, faults } = await open(await harness.linkFor(email));
    for (const _ of [1, 2]) {
      await button(page, 'Read document').tap();
      await page.getByRole('dialog').locator('[data-page="1"]').waitFor();
      await goBack(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(page.url()).toBe(`${harness.origin}/copy`);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('goes one step back on a device that somebody handed over, where a file is attached', async () => {
    const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    const id = await harness.send({
      participants: [{ name: 'Noor', email: 'back.person@example.com', delivery: 'in_person' }],
      fields: [{ ...place, type: 'attachment', y: 0.2, label: 'Passport' }],
    });
    const [noor] = (await harness.graph(id)).participants;
    const path = `/envelopes/${id}/participants/${noor?.id}/session`;
    await harness.call('PUT', '/embedding', { origins: [APP] });
    const { url } = await harness.call<{ url: string }>('POST', path, { returnUrl: `${APP}/done` });
    const { page, faults } = await open(url);
    await button(page, 'Yes, I’m Noor').tap();
    await button(page, 'Review document').tap();
    await button(page, 'Start').tap();
    const attach = page.locator('#signer-actions').getByRole('button', { name: 'Passport' }).first();
    await attach.waitFor();
    await goBack(page);
    await attach.waitFor({ state: 'detached' });
    await goBack(page);
    await button(page, 'Review document').tap();
    await button(page, 'Next').tap();
    await attach.waitFor();
    const buffer = Buffer.from(await plainPdf());
    const files = [{ name: 'passport.pdf', mimeType: 'application/pdf', buffer }];
    await page.locator('#signer-actions input[data-field]').setInputFiles(files);
    await page.getByText('passport.pdf').last().waitFor();
    await button(page, 'Review').tap();
    // The sheet that the review was reached from doesn't count as a step of its own.
    const review = page.getByRole('heading', { name: 'Review before you sign' });
    await review.waitFor();
    await goBack(page);
    await review.waitFor({ state: 'detached' });
    await button(page, 'Review').tap();
    await button(page, 'Sign and finish').tap();
    await staysAt(page, 'Everyone has signed');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
