import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const SCREENS = [
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true }],
] as const;

describe.skipIf(findChromium() === null)('Next at an open field (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  it.each(SCREENS)('says what is missing on a %s, goes on, and opens the signature', async (name, screen) => {
    const email = `next.${name}@example.com`;
    const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
    await harness.send({
      participants: [{ name: 'Noor', email }],
      fields: [
        { ...place, type: 'text', y: 0.2, label: 'City' },
        { ...place, type: 'checkbox', y: 0.26, width: 0.03, label: 'Terms' },
        { ...place, type: 'signature', y: 0.4 },
      ],
    });
    const { page, faults } = await harness.visit(screen);
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    await page.goto(await harness.linkFor(email));
    await button('Review document').click();
    await button('Start').click();
    const city = page.getByRole('textbox', { name: /^City/ });
    await expect.poll(() => city.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await city.getAttribute('aria-invalid')).not.toBe('true');

    await button('Next').click();
    const terms = page.getByRole('checkbox', { name: /^Terms/ });
    await expect.poll(() => terms.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await city.getAttribute('aria-invalid')).toBe('true');
    await page.locator('.field-problem', { hasText: 'Fill in this field.' }).waitFor({ state: 'attached' });

    await button('Next').click();
    await button('Next').click();
    await button('Adopt and sign').click();
    await button('Next').click();
    await expect.poll(() => city.evaluate((input) => input === document.activeElement)).toBe(true);
    await city.fill('Porto');
    await button('Next').click();
    await expect.poll(() => terms.evaluate((input) => input === document.activeElement)).toBe(true);

    // The last open one.
    await button('Next').click();
    expect(await terms.getAttribute('aria-invalid')).toBe('true');
    await terms.check();
    await button('Review').click();
    await button('Sign and finish').click();
    await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
