import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
} from '@playwright/test';
import { buildPages } from '../../src/cli/build.ts';
import { openApp } from '#server/app/app.ts';
import { readConfig } from '#server/app/config.ts';
import { findChromium } from '../support/chromium.ts';
import { createTestDatabase } from '../support/cluster.ts';

const PATIENCE_MS = 20_000;

/** A browser's tab, and what went wrong in it: errors, warnings, requests to other origins. */
export type Visit = { readonly page: Page; readonly context: BrowserContext; readonly faults: string[] };

/** The program with its pages and jobs, and a browser, for tests of the dashboard. */
export type DashboardHarness = {
  readonly origin: string;
  readonly visit: (options?: BrowserContextOptions) => Promise<Visit>;
  readonly close: () => Promise<void>;
};

/**
 * Builds the pages if they changed, and starts the program over a database of its own on a free port. With `idle` no jobs
 * are done: documents stay on their way. `env` is set beside what tests need.
 */
export async function openDashboardHarness({
  idle = false,
  env = {} as Record<string, string>,
} = {}): Promise<DashboardHarness> {
  await buildPages();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-dashboard-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const variables = {
    DATA_DIR: dataDir,
    HOST: 'localhost',
    PORT: String(port),
    ORIGIN: origin,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_LOGIN: '10000',
    ...env,
  };
  const app = await openApp({ ...readConfig(variables), database: database.address });
  await app.listen();
  if (!idle) await app.work();
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  return {
    origin,
    visit: async (options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        baseURL: origin,
        ...options,
      });
      const page = await context.newPage();
      if (options.javaScriptEnabled !== false) awaitInteractive(page);
      return observe(context, page, origin);
    },
    close: async () => {
      await browser.close();
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Collects what goes wrong in a tab. Refused requests are expected where a test provokes them. */
export function observe(context: BrowserContext, page: Page, origin: string): Visit {
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal)
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) faults.push(`foreign request: ${url}`);
  });
  return { page, context, faults };
}

/** Has a tab wait after each loading of a page until its buttons work: the server's page is shown a moment before. */
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
