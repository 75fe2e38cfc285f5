import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { mailedCode } from './mailed-code.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;
const FIELD = {
  type: 'text',
  page: 1,
  x: 0.1,
  y: 0.2,
  width: 0.3,
  height: 0.03,
  participantIndex: 0,
  required: false,
};

describe.skipIf(findChromium() === null)(
  'the code before a document (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    let signers = 0;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    async function opened(authentication: object, locale = 'en-US') {
      const email = `coded${(signers += 1)}@example.com`;
      const id = await harness.send({
        participants: [{ name: 'Ada Lovelace', email, authentication }],
        fields: [FIELD],
      });
      const { page, faults } = await harness.visit({ ...PHONE, locale });
      await page.goto(await harness.linkFor(email));
      return { email, id, page, faults };
    }
    const open = (page: Page) => page.getByRole('button', { name: 'Review document' }).click();
    const authenticated = async (id: string) =>
      (await harness.events(id)).filter(({ action }) => action === 'participant.authenticated').length;

    it('is emailed once the person asks for the document, on a phone', async () => {
      const { email, id, page, faults } = await opened({ method: 'email_code' });
      await page.getByText('Service agreement').waitFor();
      await open(page);
      const input = page.getByLabel('Six-digit code');
      await input.waitFor();
      expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
      expect(await input.getAttribute('inputmode')).toBe('numeric');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.getByRole('button', { name: /Send a new code \(in \d+ s\)/ }).isDisabled()).toBe(
        true,
      );

      expect(await input.and(page.locator(':focus')).count()).toBe(1);
      await input.fill('12');
      await input.press('Enter');
      await page.getByText('Enter the six digits from the email.').waitFor();
      const code = await mailedCode(harness.database, email);
      // Entering the last digit submits the code.
      await input.pressSequentially(code === '000000' ? '000001' : '000000');
      await page.getByText('Attempts left: 4').waitFor();
      // The cursor is behind the last digit, which must not scroll the first one out of view.
      expect(await page.locator('.code').evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      // Replaces the wrong code, in groups and with the digits of an Arabic keyboard.
      const arabic = code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
      await input.fill(`${arabic.slice(0, 3)} ${arabic.slice(3)}`);
      await page.locator('canvas').first().waitFor();
      expect(await authenticated(id)).toBe(1);

      await page.reload();
      await page.locator('canvas').first().waitFor();
      expect(await authenticated(id)).toBe(1);
      await page
        .getByRole('button', { name: /Start|Review|Finish|Sign/ })
        .first()
        .waitFor();
      expect(faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([]);
      await page.context().close();
    });

    it('locks the page after five wrong access codes', async () => {
      const { id, page, faults } = await opened({ method: 'access_code', code: 'blue harbor 42' });
      await open(page);
      const input = page.getByLabel('Access code');
      for (const left of [4, 3, 2, 1]) {
        await input.fill('wrong code');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText(`Attempts left: ${left}`).waitFor();
      }
      await input.fill('wrong code');
      await input.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'Too many wrong codes' }).waitFor();
      expect(await input.count()).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      expect((await harness.events(id)).at(-1)?.action).toBe('participant.authentication_failed');
      expect(faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([]);
      await page.context().close();
    });

    it('is asked for from right to left', async () => {
      const { page } = await opened({ method: 'access_code', code: 'blue harbor 42' }, 'ar');
      await page.getByText('Service agreement').waitFor();
      await page.locator('main button').last().click();
      const input = page.getByLabel('رمز الوصول');
      await input.waitFor();
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
      await input.fill('blue harbor 42');
      await input.press('Enter');
      await page.locator('canvas').first().waitFor();
      await page.context().close();
    });
  },
);
