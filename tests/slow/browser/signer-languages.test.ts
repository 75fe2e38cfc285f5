import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { findChromium } from '../../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from '../../e2e/signer-harness.ts';

const FIELDS = [
  { type: 'text', page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.028, participantIndex: 0, label: 'Place' },
  {
    type: 'checkbox',
    page: 1,
    x: 0.1,
    y: 0.3,
    width: 0.026,
    height: 0.02,
    participantIndex: 0,
    label: 'Terms',
  },
  { type: 'signature', page: 2, x: 0.1, y: 0.6, width: 0.3, height: 0.06, participantIndex: 0 },
];

/** Reads the texts of the signer's page in a language. */
function readTexts(language: string): Readonly<Record<'signing_list', string>> {
  const file = new URL(`../../../src/i18n/messages/${language}/signer.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<'signing_list', string>>;
}

describe.skipIf(findChromium() === null)(
  'languages and barriers (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    async function barriers(page: Page): Promise<string[]> {
      return findViolations(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
    }

    async function overflow(page: Page): Promise<number> {
      return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    }

    it('uses the language of the browser, switches without losing anything, and emails in it', async () => {
      const ada = { name: 'Ada Lovelace', email: 'ada-de@example.com' };
      const id = await harness.send({ participants: [ada], fields: FIELDS });
      const { page, faults } = await harness.visit({ locale: 'de-CH' });
      const answer = await page.goto(await harness.linkFor(ada.email));
      expect(await answer?.text()).toContain('<html lang="de" dir="ltr"');
      await page.getByText('Grace Hopper bittet Sie um Ihre Unterschrift').waitFor();
      await page.getByRole('button', { name: 'Dokument ansehen' }).click();
      await page.locator('header summary').click();
      await page.getByRole('button', { name: 'Als Liste anzeigen' }).click();
      await page.getByLabel('Place, Seite 1, Pflichtfeld').fill('Zürich');

      await page.locator('header summary').click();
      await page.getByLabel('Sprache').selectOption('ar');
      await page.getByRole('heading', { name: 'حقولك' }).waitFor();
      expect(
        await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ).toEqual(['ar', 'rtl']);
      expect(await page.getByLabel('Place، الصفحة 1, مطلوب').inputValue()).toBe('Zürich');
      await page.reload();
      expect(await page.getByLabel('Place، الصفحة 1, مطلوب').inputValue()).toBe('Zürich');

      await page.locator('header summary').click();
      await page.getByRole('button', { name: 'العرض كقائمة' }).click();
      await page.getByRole('checkbox').check();
      await page
        .getByRole('button', { name: /وقّع هنا|Signature/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'اعتماد وتوقيع' }).click();
      await page.getByRole('button', { name: 'مراجعة', exact: true }).click();
      await page.getByRole('button', { name: 'وقّع وأنهِ' }).click();
      await page.getByRole('heading', { name: 'وقّع الجميع' }).waitFor();
      expect(await barriers(page)).toEqual([]);

      const { participants } = await harness.graph(id);
      expect(participants[0]?.language).toBe('de');
      expect(await harness.mailTo(ada.email, 'Abgeschlossen')).toMatchObject({
        subject: 'Abgeschlossen: “Service agreement”'.replace('“', '„').replace('”', '“'),
        text: expect.stringContaining('Guten Tag Ada Lovelace,'),
      });
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it.each([
      { name: 'light', options: {}, language: 'en' },
      { name: 'dark', options: { colorScheme: 'dark' }, language: 'en' },
      { name: 'a phone', options: { viewport: { width: 320, height: 640 }, hasTouch: true }, language: 'de' },
      {
        name: 'a phone from right to left',
        options: { viewport: { width: 320, height: 640 } },
        language: 'he',
      },
    ] as const)('passes axe in $name ($language)', async ({ name, options, language }) => {
      const who = { name: 'Ada Lovelace', email: `ada-${name.replaceAll(' ', '-')}@example.com`, language };
      const policy = { legalFramework: 'esign_ueta', consumerDisclosure: true };
      await harness.send({ participants: [who], fields: FIELDS, policy });
      const { page } = await harness.visit({ ...options, locale: language });
      await page.goto(await harness.linkFor(who.email));
      const found: Record<string, unknown> = {};
      const check = async (step: string) => {
        found[step] = [await barriers(page), Math.max(0, await overflow(page))];
      };
      const open = page.locator('main button').first();
      await open.waitFor();
      await check('landing');
      await open.click();
      const disclosure = page.getByRole('dialog');
      await disclosure.waitFor();
      await check('disclosure');
      await disclosure.getByRole('checkbox').check();
      await disclosure.getByRole('button').last().click();
      await disclosure.waitFor({ state: 'detached' });
      await page.locator('canvas').first().waitFor();
      await check('signing');
      await page.locator('header summary').click();
      await page.getByRole('button', { name: readTexts(language).signing_list }).click();
      await page.locator('#list-heading').waitFor();
      await check('list');
      await page.locator('main input[type=text]').first().fill('Zürich');
      await page.getByRole('checkbox').check();
      await page.locator('main button[id]').last().click();
      await page.getByRole('dialog').waitFor();
      await check('adopt');
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('#signer-proceed').click();
      await page.locator('h1[tabindex]').waitFor();
      await check('review');
      const fine = [[], 0];
      expect(found).toEqual({
        landing: fine,
        disclosure: fine,
        signing: fine,
        list: fine,
        adopt: fine,
        review: fine,
      });
      await page.context().close();
    });
  },
);
