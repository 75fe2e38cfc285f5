import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { signUp } from '../e2e/dashboard-steps.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';

describe.skipIf(findChromium() === null)(
  'the first minutes on a server without email (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, patience(180_000));
    afterAll(() => harness?.close());

    it(
      'lead a new owner from sign-up to the signed sample',
      async () => {
        const { page, faults } = await harness.visit();
        page.setDefaultTimeout(patience(20_000));
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        await signUp(page);
        expect(await page.getByText(/^Confirm /).count()).toBe(0);
        await button('Sign the sample').click();
        await page.waitForURL('**/sign**');
        await page.locator('canvas').first().waitFor();
        await page
          .getByRole('button', { name: /^Signature, page 1/ })
          .first()
          .press('Enter');
        await button('Adopt and sign').click();
        await button('Review').click();
        await button('Sign and finish').click();
        await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
        await page.getByRole('link', { name: 'Back to the envelope' }).click();
        await page.waitForURL(/\/envelopes\/env_\w+$/);
        await page.getByText('Completed').first().waitFor();
        expect(faults).toEqual([]);
      },
      patience(120_000),
    );
  },
);
