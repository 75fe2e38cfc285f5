import { randomUUID } from 'node:crypto';

import { chromium, type Page } from '@playwright/test';

import { signUp } from '../scripts/client/dashboard.ts';
import { createEnvelopesClient } from '../scripts/client/envelopes.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { createAgreement } from './agreement.ts';
import { signIn } from './editor.ts';
import { type Extent, type Figure, createFigure, measureRounds } from './figures.ts';
import type { BenchServer } from './server.ts';

const ENVELOPES = 60;
const INTERACTIVE = { atMost: 1000 };

/**
 * Measures the list of envelopes in Chromium, from the navigation until its keys work: until `j` moves the
 * focus to the first row. Runs once with the browser's cache and once without.
 */
export async function benchDashboard(server: BenchServer, { rounds }: Extent): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('there is no Chromium to measure the dashboard with');
  const account = await prepare(server);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const page = await signIn(browser, server.http.origin, account);
    const address = `${server.http.origin}/envelopes`;
    const network = await page.context().newCDPSession(page);
    await openList(page, address);
    const cached = await measureRounds(rounds, () => openList(page, address));
    const empty = await measureRounds(rounds, async () => {
      await network.send('Network.clearBrowserCache');
      return await openList(page, address);
    });
    return [
      createFigure(`list of ${ENVELOPES} envelopes: interactive, cache empty`, 'ms', empty, INTERACTIVE),
      createFigure(`list of ${ENVELOPES} envelopes: interactive, from the cache`, 'ms', cached, INTERACTIVE),
    ];
  } finally {
    await browser.close();
  }
}

async function prepare({ http }: BenchServer): Promise<{ email: string; password: string }> {
  const account = { email: `dashboard.${randomUUID()}@example.com`, password: randomUUID() };
  const dashboard = await signUp(http, { organization: 'Bench Ltd', name: 'Olga Owner', ...account });
  const api = createEnvelopesClient(http, await dashboard.newApiKey('Bench'));
  const document = await createAgreement(1);
  for (let made = 0; made < ENVELOPES; made += 1)
    await api.createInline(`Agreement ${made}.pdf`, document, {
      participants: [{ name: 'Alice Ångström', email: 'alice@example.com' }],
      fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.8, width: 0.3, height: 0.05, participantIndex: 0 }],
    });
  return account;
}

/** Opens a fresh list. Returns the milliseconds from the navigation until `j` has focused a row. */
async function openList(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  return await page.evaluate(async () => {
    const isOnRow = () => document.activeElement?.matches('main a[href^="/envelopes/env_"]') === true;
    while (!isOnRow()) {
      document.body?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }),
      );
      if (!isOnRow()) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now();
  });
}
