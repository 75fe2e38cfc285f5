import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

describe.skipIf(findChromium() === null)(
  'a signature without ink (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    async function opened(email: string) {
      const place = { page: 1, x: 0.1, width: 0.3, height: 0.04, participantIndex: 0 };
      await harness.send({
        participants: [{ name: 'Noor', email }],
        fields: [
          { ...place, type: 'text', y: 0.2, label: 'Street', required: true },
          { ...place, type: 'signature', y: 0.4 },
        ],
      });
      const { page, faults } = await harness.visit({ viewport: { width: 1440, height: 900 } });
      await page.goto(await harness.linkFor(email));
      await page.getByRole('button', { name: 'Review document' }).click();
      await page
        .getByRole('button', { name: /^Signature, page 1/ })
        .first()
        .press('Enter');
      return { faults, dialog: page.getByRole('dialog', { name: 'Your signature' }) };
    }

    it('is refused in the dialog, whether it is a picture or typed', async () => {
      const { dialog, faults } = await opened('noor.blank@example.com');
      await dialog.waitFor();
      await dialog.getByRole('textbox').fill('\u200b');
      await dialog.getByText('Type characters that can be seen.').waitFor();
      const adopt = dialog.getByRole('button', { name: /Adopt/ });
      expect(await adopt.isDisabled()).toBe(true);
      await dialog.getByRole('tab').nth(2).click();
      const blank = createCanvas(600, 200).toBuffer('image/png');
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'blank.png', mimeType: 'image/png', buffer: blank });
      await dialog.getByText('This image shows no signature.').waitFor();
      expect(await adopt.isDisabled()).toBe(true);
      expect(faults).toEqual([]);
    });
  },
);
