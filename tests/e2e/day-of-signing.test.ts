import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const DAY_MS = 86_400_000;
/** They are 25 hours apart, so the second one is always at least a day ahead. */
const PLACES = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'] as const;

describe.skipIf(findChromium() === null)('the day of signing (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  it('is that of the signer’s device, as the page showed it', async () => {
    const days: number[] = [];
    for (const timezoneId of PLACES) {
      const email = `${timezoneId.split('/')[1]?.toLowerCase()}@example.com`;
      const place = { page: 1, x: 0.1, width: 0.3, height: 0.03, participantIndex: 0 };
      const id = await harness.send({
        participants: [{ name: 'Teuea', email }],
        fields: [
          { ...place, type: 'date', y: 0.2, label: 'Signed on', autoSource: 'signed_date' },
          { ...place, type: 'signature', y: 0.4 },
        ],
      });
      const { page, faults } = await harness.visit({ timezoneId, locale: 'en-US' });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto(await harness.linkFor(email));
      await button('Review document').click();
      await page.locator('canvas').first().waitFor();
      const shown = await page.locator('[data-field-type="date"] input').inputValue();
      await page
        .getByRole('button', { name: /^Signature, page 1/ })
        .first()
        .press('Enter');
      await button('Adopt and sign').click();
      await button('Review').click();
      await button('Sign and finish').click();
      await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
      expect(faults).toEqual([]);

      const { fields } = await harness.graph(id);
      const value = fields.find(({ type }) => type === 'date')?.value ?? '';
      expect(value).toBe(shown);
      days.push(Date.parse(value));
      const signed = (await harness.events(id)).find(({ action }) => action === 'participant.signed');
      expect(signed?.payload).toMatchObject({ timeZone: timezoneId });
      await page.context().close();
    }
    const [earlier = 0, later = 0] = days;
    expect((later - earlier) / DAY_MS).toBeGreaterThanOrEqual(1);
  });
});
