import { expect as shows, type BrowserContextOptions, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';

describe.skipIf(findChromium() === null)('a lost connection (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  const place = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
  async function signedUp(options: BrowserContextOptions = {}) {
    const { page } = await harness.visit(options);
    await signUp(page);
    await page.goto('/envelopes');
    await heading(page, 'Welcome, Grace Hopper').waitFor();
    return page;
  }

  it('leaves the page readable, and leads where the reader wanted to go once it is back', async () => {
    const page = await signedUp();
    await page.context().setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: 'We can’t reach Countersign' });
    await notice.getByText('What you see is from').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await place(page, 'Templates').click();
    await notice.getByRole('button', { name: 'Retry' }).click();
    await shows(notice.getByText('Trying again in 15 s')).toBeVisible();
    await shows(heading(page, 'Welcome, Grace Hopper')).toBeVisible();
    await page.context().setOffline(false);
    await heading(page, 'Templates').waitFor();
    await shows(notice).toHaveCount(0);
  });

  it('is no fault of the page: one that could not be loaded comes with a way to load it', async () => {
    const page = await signedUp({ colorScheme: 'dark' });
    const data = /\/reports\/__data\.json/;
    await page.route(data, (route) => route.abort('connectionrefused'));
    await place(page, 'Reports').click();
    await heading(page, 'We can’t reach Countersign').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.unroute(data);
    await page.getByRole('button', { name: 'Retry' }).click();
    await heading(page, 'Reports').waitFor();
  });
});
