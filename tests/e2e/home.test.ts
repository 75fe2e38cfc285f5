import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { editorReady, signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('the home page (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  const rows = (page: Page) => page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
  const hasNoViolations = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  it.each([
    ['light', { width: 1280, height: 860 }],
    ['dark', { width: 390, height: 800 }],
  ] as const)('starts with a sample one click away, and no filters, in %s', async (colorScheme, viewport) => {
    const { page, faults } = await harness.visit({ colorScheme, viewport });
    await signUp(page);
    await page.getByRole('heading', { name: 'Send your first envelope' }).waitFor();
    await shows(page.getByRole('button', { name: 'Filters' })).toHaveCount(0);
    await shows(page.getByRole('navigation', { name: 'Views' })).toHaveCount(0);
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Try the sample' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    await page.goto('/envelopes');
    await shows(rows(page).filter({ hasText: 'Sample NDA' })).toHaveCount(1);
    await hasNoViolations(page);
    expect(faults).toEqual([]);
  });

  it('has numbers that lead to their envelopes', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    const key = await apiKeyOf(page);
    await makeEnvelope(page, key, 'Lease', { people: [ADA] });
    await makeEnvelope(page, key, 'Offer', { people: [BEN], send: false });
    await page.goto('/envelopes');
    const numbers = page.getByRole('navigation', { name: 'Overview' });
    await numbers.getByRole('link', { name: 'Completed, last 30 days 0' }).waitFor();
    await numbers.getByRole('link', { name: 'Waiting for others 1' }).click();
    await page.waitForURL('**/envelopes?view=waiting');
    await shows(rows(page)).toHaveCount(1);
    await shows(numbers.getByRole('link', { name: /^Waiting for others/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(faults).toEqual([]);
  });

  it('dims while another page is on its way', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/templates/__data.json*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const content = page.locator('main > div');
    await shows(content).toHaveAttribute('aria-busy', 'false');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
    await shows(content).toHaveAttribute('aria-busy', 'true');
    await shows(content).toHaveCSS('opacity', '0.5');
    held.resolve();
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor();
    await shows(content).toHaveAttribute('aria-busy', 'false');
    expect(faults).toEqual([]);
  });

  it('reminds from the row', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people: [ADA] });
    await page.goto('/envelopes');
    const remind = rows(page).getByRole('button', { name: /^Remind/ });
    await shows(remind.locator('..')).toHaveCSS('opacity', '0');
    await rows(page).first().hover();
    await shows(remind.locator('..')).toHaveCSS('opacity', '1');
    await remind.click();
    await shows(remind).toHaveCount(0);
    await shows(rows(page).first()).toContainText('Reminder sent');
    expect(faults).toEqual([]);
  });
});
