import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)('the home page (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  const rows = (page: Page) => page.getByRole('list', { name: 'Envelopes' }).getByRole('listitem');
  const hasNoViolations = async (page: Page) => expect(await findViolations(page)).toEqual([]);

  it.each([
    ['light', { width: 1280, height: 860 }],
    ['dark', { width: 390, height: 800 }],
  ] as const)('starts with a sample to sign, and no filters, in %s', async (colorScheme, viewport) => {
    const { page, faults } = await harness.visit({ colorScheme, viewport });
    await signUp(page);
    await page.getByRole('heading', { name: 'Welcome, Grace Hopper', level: 1 }).waitFor();
    await shows(page.getByRole('button', { name: 'Filters' })).toHaveCount(0);
    await shows(page.getByRole('navigation', { name: 'Views' })).toHaveCount(0);
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Sign the sample' }).click();
    await page.waitForURL('**/sign**');
    // The document is open: whoever asked for it isn't invited first.
    await page.locator('canvas').first().waitFor();
    await page.goto('/envelopes');
    await shows(rows(page).filter({ hasText: 'Sample NDA' })).toHaveCount(1);
    await hasNoViolations(page);
    expect(faults).toEqual([]);
  });

  it('has its times from the server as the browser shows them, and its buttons once they work', async () => {
    const { page, faults } = await harness.visit({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    await signUp(page);
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people: [ADA] });
    const path = `/envelopes/${id}`;
    const served = async (address: string) =>
      await page.evaluate(async (from) => {
        const html = await (await fetch(from)).text();
        return new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML;
      }, address);
    const titles = (html: string) =>
      [...html.matchAll(/<time[^>]* title="([^"]+)"/g)].map(([, title]) => title);
    await page.goto(path);
    const shown = await page
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('title')));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.join()).not.toContain('UTC');
    // The browser may have requested more of them itself.
    const isAsShown = (title: string | undefined) => shown.includes(title ?? '');
    await shows.poll(async () => titles(await served(path)).every(isAsShown)).toBe(true);
    expect(titles(await served(path))).not.toEqual([]);
    const select = /<button[^>]*aria-pressed="false"[^>]*>/.exec(await served('/envelopes'))?.[0];
    expect(select).toContain('disabled');
    expect(faults).toEqual([]);
  });

  it('shows the outlines of a page that is slow to come, in its place, and nothing of the kind for a fast one', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/templates/__data.json*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const content = page.locator('main [aria-busy]').first();
    const outlines = page.locator('[data-skeleton]');
    await shows(content).toHaveAttribute('aria-busy', 'false');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
    await shows(content).toHaveAttribute('aria-busy', 'true');
    await outlines.waitFor();
    const title = await outlines.getByText('Templates', { exact: true }).boundingBox();
    held.resolve();
    const heading = page.getByRole('heading', { name: 'Templates', exact: true });
    await heading.waitFor();
    await shows(outlines).toHaveCount(0);
    await shows(content).toHaveAttribute('aria-busy', 'false');
    expect(await heading.boundingBox()).toMatchObject({ x: title?.x, y: title?.y, height: title?.height });

    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-skeleton]') !== null) document.title = 'flickered';
      }).observe(document.body, { subtree: true, childList: true });
    });
    // Hovering over a link preloads its page, so there's nothing left to wait for.
    const reports = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' });
    await Promise.all([page.waitForResponse('**/reports/__data.json*'), reports.hover()]);
    await page.waitForLoadState('networkidle');
    await reports.click();
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
    expect(await page.title()).not.toContain('flickered');
    expect(faults).toEqual([]);
  });
});
