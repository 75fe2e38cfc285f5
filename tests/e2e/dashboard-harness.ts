import type { BrowserContextOptions, Page, Response } from '@playwright/test';
import { openAppHarness, type AppHarness, type Visit } from './app-harness.ts';

export { observe, type Visit } from './app-harness.ts';

/** The program and a browser, for tests of the dashboard. */
export type DashboardHarness = Pick<AppHarness, 'app' | 'origin' | 'database' | 'publishLog' | 'close'> & {
  readonly visit: (options?: BrowserContextOptions) => Promise<Visit>;
};

/** Opens the program for a test file. With `idle`, no jobs run, so documents stay in processing. */
export async function openDashboardHarness(
  options: { readonly idle?: boolean; readonly env?: Record<string, string> } = {},
): Promise<DashboardHarness> {
  const harness = await openAppHarness(options);
  return {
    ...harness,
    visit: async (contextOptions = {}) => {
      const visit = await harness.visit(contextOptions);
      if (contextOptions.javaScriptEnabled !== false) awaitInteractive(visit.page);
      return visit;
    },
  };
}

/**
 * Makes a tab wait after each page load until its buttons work, a moment after the server-rendered page
 * appears.
 */
function awaitInteractive(page: Page): void {
  for (const load of ['goto', 'reload'] as const) {
    const loaded = page[load].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    page[load] = async (...args: unknown[]) => {
      const response = await loaded(...args);
      const isPage = response?.headers()['content-type']?.startsWith('text/html') === true;
      const isOurs = isPage && (await page.locator('[href*="/_app/"]').count()) > 0;
      if (isOurs) await page.locator('html[data-interactive]').waitFor({ state: 'attached' });
      return response;
    };
  }
}
