import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { createWithPassword } from './dashboard-steps.ts';

describe.skipIf(findChromium() === null)('a fresh server (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness({ env: { SIGNUP: 'closed' } });
  }, patience(180_000));
  afterAll(() => harness?.close());

  it(
    'leads to its first account, takes the code from the printed address, and is closed then',
    async () => {
      const { page } = await harness.visit();
      page.setDefaultTimeout(patience(20_000));
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
      expect(await page.getByText('The command first-account prints it again.').count()).toBe(1);

      const fill = async () => {
        await page.getByLabel('Organization').fill('Acme Legal GmbH');
        await page.getByLabel('Your name').fill('Grace Hopper');
        await page.getByLabel('Email').fill('grace@acme.example');
      };
      await fill();
      await page.getByLabel('Code from the server').fill('0000-0000-0000');
      await createWithPassword(page);
      await page.getByText(/wrong or has expired/).waitFor();

      const printed = (await harness.app.findFirstAccountUrl()) ?? '';
      const code = page.getByLabel('Code from the server');
      // Pasted while the page is open, and opened anew.
      await page.goto(printed);
      await expect.poll(() => code.inputValue()).toMatch(/^(?!0000)[\dA-Z-]{14}$/);
      await page.goto('about:blank');
      await page.goto(printed);
      expect(await code.inputValue()).toMatch(/^[\dA-Z-]{14}$/);
      await fill();
      await createWithPassword(page);
      await page.waitForURL('**/envelopes');
      expect(await harness.app.findFirstAccountUrl()).toBeNull();

      const { page: other } = await harness.visit();
      await other.goto('/signup');
      await other.getByRole('heading', { name: 'Sign-up is by invitation' }).waitFor();
      expect(await other.locator('form input').count()).toBe(0);
      await other.goto('/login');
      await other.getByLabel('Email').waitFor();
      expect(await other.getByRole('link', { name: 'Create organization' }).count()).toBe(0);
    },
    patience(120_000),
  );
});
