import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

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
});
