import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { findViolations } from '../../support/axe.ts';
import { findChromium } from '../../support/chromium.ts';
import { patience } from '../../support/patience.ts';
import { openSignerHarness, type SignerHarness } from '../../e2e/signer-harness.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
const WALKS = [
  ['en', 'Ada Brandt', 'light'],
  ['de', 'Jörg Müller', 'dark'],
  ['ar', 'ليلى حداد', 'light'],
  ['ja', '山田 太郎', 'dark'],
] as const satisfies readonly (readonly [Language, string, 'light' | 'dark'])[];
const PLACE = { page: 2, x: 0.1, width: 0.35, participantIndex: 0, required: true } as const;
const FIELDS = [
  { ...PLACE, type: 'signature', y: 0.5, height: 0.06 },
  { ...PLACE, type: 'title', label: 'Title', y: 0.6, height: 0.03 },
];

describe.skipIf(findChromium() === null)(
  'a contract of two pages on a phone (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, patience(180_000));
    afterAll(() => harness?.close());

    it.each(WALKS)('takes five taps in %s, for %s, in %s', async (language, name, colorScheme) => {
      const email = `walk.${language}@example.com`;
      const id = await harness.send({ participants: [{ name, email, language }], fields: FIELDS });
      const { page, faults } = await harness.visit({ ...PHONE, locale: language, colorScheme });
      const locale = { locale: language };
      const button = (text: string) => page.getByRole('button', { name: text, exact: true });
      const proceed = page.locator('#signer-proceed');
      let taps = 0;
      const tap = async (target: Locator) => {
        await target.waitFor();
        await isSound(page);
        await target.tap();
        taps += 1;
      };

      await page.goto(await harness.linkFor(email));
      await tap(button(m.landing_open({}, locale)));
      await page.locator('[data-page="1"] canvas').waitFor();
      await tap(proceed);
      const purpose = { purpose: 'signature' } as const;
      await tap(page.getByRole('dialog').getByRole('button', { name: m.adopt_use(purpose, locale) }));
      await page.locator('#signer-actions input:focus').fill('Porto');
      await tap(proceed);
      await tap(button(m.review_sign({}, locale)));
      await page.getByRole('heading', { name: m.done_completed_title({}, locale) }).waitFor();
      await isSound(page);
      expect(taps).toBe(5);
      expect((await harness.graph(id)).envelope.status).toBe('completed');
      expect(faults).toEqual([]);
      await page.context().close();
    });
  },
);

/** Expects that axe finds nothing, and that nothing is wider than the phone. */
async function isSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
}
