import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { fromPageMenu, signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('holding and erasing an envelope (skipped without Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 400_000);
  afterAll(() => harness?.close());

  const details = (page: Page) => page.getByRole('tab', { name: 'Details' }).click();

  it('holds, releases and erases from the page of the envelope', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people: [ADA] });
    await page.goto(`/envelopes/${id}`);
    await details(page);
    const retention = page.getByRole('region', { name: 'Retention' });
    // Open envelopes can't be erased.
    await retention.getByRole('button', { name: 'Place hold' }).waitFor();
    await shows(retention.getByRole('button', { name: 'Erase envelope' })).toHaveCount(0);
    await fromPageMenu(page, 'Void');
    await page.getByRole('dialog').getByRole('button', { name: 'Void envelope' }).click();
    await retention.getByRole('button', { name: 'Erase envelope' }).waitFor();

    await retention.getByRole('button', { name: 'Place hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Place hold' });
    await shows(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Dispute with the landlord');
    await page.keyboard.press('Enter');
    await retention.getByText(/^Placed by Grace Hopper .*: Dispute with the landlord$/).waitFor();
    await shows(retention.getByRole('button', { name: 'Erase envelope' })).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);

    await retention.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('dialog', { name: 'Lease' }).getByRole('button', { name: 'Release' }).click();
    await retention.getByRole('button', { name: 'Erase envelope' }).click();
    const question = page.getByRole('dialog', { name: 'Erase an envelope' });
    await question.getByText('Lease', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Erase envelope' }).click();
    await page.waitForURL('**/envelopes');
    await page.getByRole('heading', { name: 'Welcome, Grace Hopper' }).waitFor();
    expect(faults).toEqual([]);
  });
});
