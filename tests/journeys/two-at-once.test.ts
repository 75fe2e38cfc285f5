import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada.at.once@example.com', orderIndex: 1 };
const BEN = { name: 'Ben Okafor', email: 'ben.at.once@example.com', orderIndex: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

function box(type: string, y: number, participantIndex: number) {
  return { type, page: 1, x: 0.1 + participantIndex * 0.4, y, width: 0.3, height: 0.06, participantIndex };
}

describe.skipIf(findChromium() === null)('two signers at once (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it(
    'finish at the same moment, one on a phone whose connection breaks',
    async () => {
      const id = await harness.send({
        participants: [ADA, BEN],
        fields: [box('signature', 0.4, 0), box('signature', 0.4, 1)],
      });
      const phone = await harness.visit(PHONE);
      const desktop = await harness.visit();

      await phone.page.goto(await harness.linkFor(ADA.email));
      await button(phone.page, 'Review document').tap();
      await phone.page.locator('canvas').first().waitFor();
      await phone.page.locator('#signer-proceed').tap();
      await button(phone.page, 'Adopt and sign').tap();

      await desktop.page.goto(await harness.linkFor(BEN.email));
      await button(desktop.page, 'Review document').click();
      await desktop.page.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
      await button(desktop.page, 'Adopt and sign').click();
      await button(desktop.page, 'Review').click();

      // The phone loses its connection just as Ada finishes.
      const sign = button(phone.page, 'Sign and finish');
      await sign.waitFor();
      await phone.page.context().setOffline(true);
      await sign.tap();
      await phone.page.getByText('You seem to be offline. Nothing is lost.').waitFor();
      await phone.page.context().setOffline(false);
      await Promise.all([sign.tap(), button(desktop.page, 'Sign and finish').click()]);

      const heading = /^(?:Everyone has signed|You’ve signed)/;
      for (const { page } of [phone, desktop]) await page.getByRole('heading', { name: heading }).waitFor();
      await expect
        .poll(async () => (await harness.graph(id)).envelope.status, { timeout: patience(20_000) })
        .toBe('completed');
      const actions = (await harness.events(id)).map(({ action }) => action);
      expect(actions.filter((action) => action === 'participant.signed')).toHaveLength(2);
      expect(actions.filter((action) => action === 'envelope.completed')).toHaveLength(1);
      await phone.page.context().close();
      await desktop.page.context().close();
    },
    patience(120_000),
  );
});
