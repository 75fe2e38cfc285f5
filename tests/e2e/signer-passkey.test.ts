import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada.keys@example.com' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const FIELD = {
  ...{ type: 'signature', page: 1, x: 0.1, y: 0.4, width: 0.3, height: 0.06, participantIndex: 0 },
};

/** Gives the tab a device with passkeys of its own, as Chromium's tools for WebAuthn do. */
async function addDevice(page: Page, isVerified = true) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: isVerified },
      ...{ automaticPresenceSimulation: true, defaultBackupEligibility: true, defaultBackupState: true },
    },
  });
  return {
    verify: (isUserVerified: boolean) =>
      tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describe.skipIf(findChromium() === null)(
  'signing with a passkey (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, patience(180_000));
    afterAll(() => harness?.close());

    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const send = (signing: object) => harness.send({ participants: [{ ...ADA, signing }], fields: [FIELD] });

    /** Opens her newest link and answers, up to the last step. */
    async function reachLastStep(page: Page): Promise<void> {
      await page.goto(await harness.linkFor(ADA.email));
      await button(page, 'Review document').click();
      await page.locator('canvas').first().waitFor();
      await page.locator('#signer-proceed').click();
      await button(page, 'Adopt and sign').click();
      await page.getByRole('heading', { name: 'Review before you sign' }).waitFor();
    }

    it(
      'is created first, and signs by its own button',
      async () => {
        const id = await send({ method: 'passkey' });
        const { page, faults } = await harness.visit(PHONE);
        const device = await addDevice(page);
        await reachLastStep(page);
        await button(page, 'Create passkey').waitFor();
        // No text names a button that isn't there.
        await page.getByText(/^By signing, you agree to sign/).waitFor();
        expect(await page.getByText('Sign and finish').count()).toBe(0);
        expect(await findViolations(page)).toEqual([]);
        await device.verify(false);
        await button(page, 'Create passkey').click();
        await page.getByText('Your device didn’t confirm. Try again.').waitFor();
        await device.verify(true);
        await button(page, 'Create passkey').click();
        await button(page, 'Sign with passkey').click();
        await page
          .getByRole('heading', { name: /signed|done/i })
          .first()
          .waitFor();
        const [person] = (await harness.graph(id)).participants;
        expect(person).toMatchObject({ status: 'signed', signedWith: { rpId: 'localhost', earlier: null } });

        const again = await send({ method: 'passkey' });
        await reachLastStep(page);
        await button(page, 'Sign with passkey').click();
        await page
          .getByRole('heading', { name: /signed|done/i })
          .first()
          .waitFor();
        expect((await harness.graph(again)).participants[0]?.signedWith).toMatchObject({
          keyHash: person?.signedWith?.keyHash,
          earlier: { count: 1 },
        });
        expect(faults).toEqual([]);
        await page.context().close();

        const stolen = await send({ method: 'passkey' });
        const thief = await harness.visit(PHONE);
        await addDevice(thief.page);
        await reachLastStep(thief.page);
        await button(thief.page, 'Create a new passkey').click();
        await button(thief.page, 'Sign with passkey').click();
        await thief.page
          .getByRole('heading', { name: /signed|done/i })
          .first()
          .waitFor();
        const [somebody] = (await harness.graph(stolen)).participants;
        expect(somebody?.signedWith?.earlier).toBeNull();
        expect(somebody?.signedWith?.keyHash).not.toBe(person?.signedWith?.keyHash);
        await thief.page.context().close();
      },
      patience(180_000),
    );

    it(
      'can be left out where the sender leaves that open',
      async () => {
        const id = await send({ method: 'passkey', required: false });
        const { page } = await harness.visit(PHONE);
        await reachLastStep(page);
        await button(page, 'Sign without a passkey').click();
        await page
          .getByRole('heading', { name: /signed|done/i })
          .first()
          .waitFor();
        expect((await harness.graph(id)).participants[0]).toMatchObject({
          status: 'signed',
          signedWith: null,
        });
        await page.context().close();
      },
      patience(120_000),
    );
  },
);
