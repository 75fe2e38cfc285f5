import { randomUUID } from 'node:crypto';

import { chromium, type Browser, type Page } from '@playwright/test';

import { findChromium } from '../tests/support/chromium.ts';
import { createAgreement } from './agreement.ts';
import { watchOutbox } from './arrivals.ts';
import { type Extent, type Figure, createFigure, measureRounds } from './figures.ts';
import type { BenchServer } from './server.ts';

const PAGES = 50;
/** Slow 3G on a low-end phone. */
const BYTES_PER_SECOND = 400_000 / 8;
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const READING_MS = 15_000;
const PATIENCE_MS = 120_000;
const LANDING = { atMost: 3000 };
const FIRST_PAGE = { atMost: 8000 };

/**
 * Measures the signer's page on a slow network with an empty cache: the time until its button works, and from
 * there until the first page can be read and signed, both for someone who presses it at once and for someone
 * who reads first.
 */
export async function benchSlowNetwork(server: BenchServer, { rounds }: Extent): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('there is no Chromium to measure the signer’s page with');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const landing: number[] = [];
    const signable: number[] = [];
    const visit = (readingMs: number) => async () => {
      const opened = await openDocument(browser, await createSigningLink(server), readingMs);
      landing.push(opened.landingMs);
      if (readingMs === 0) signable.push(opened.signableMs);
      return opened.firstPageMs;
    };
    const atOnce = await measureRounds(rounds, visit(0));
    const read = await measureRounds(rounds, visit(READING_MS));
    const seconds = READING_MS / 1000;
    return [
      createFigure('slow 3G: landing page usable', 'ms', landing, LANDING),
      createFigure(`slow 3G: first of ${PAGES} pages, pressed at once`, 'ms', atOnce, FIRST_PAGE),
      createFigure(`slow 3G: the document itself, pressed at once`, 'ms', signable),
      createFigure(`slow 3G: first of ${PAGES} pages, after ${seconds} s of reading`, 'ms', read, FIRST_PAGE),
    ];
  } finally {
    await browser.close();
  }
}

/** Sends an agreement. Returns its signer's link. */
async function createSigningLink({ http, tenant }: BenchServer): Promise<string> {
  const { dashboard, api } = await tenant();
  const email = `alice.${randomUUID()}@example.com`;
  const { envelope } = await api.createInline('Agreement.pdf', await createAgreement(PAGES), {
    participants: [{ name: 'Alice Ångström', email }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.8, width: 0.3, height: 0.05, participantIndex: 0 }],
  });
  await api.send(envelope.id, envelope.version);
  const outbox = watchOutbox(dashboard);
  try {
    return `${http.origin}/sign#token=${await outbox.link(email)}`;
  } finally {
    await outbox.stop();
  }
}

async function openDocument(
  browser: Browser,
  link: string,
  readingMs: number,
): Promise<{ landingMs: number; firstPageMs: number; signableMs: number }> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const start = performance.now();
    await page.goto(link, { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: 'Review document' });
    await button.waitFor();
    const landingMs = performance.now() - start;
    await page.waitForTimeout(readingMs);
    const tapped = performance.now();
    await button.tap();
    await waitForFirstPage(page);
    const firstPageMs = performance.now() - tapped;
    await page.locator('#signer-proceed:not([disabled])').waitFor();
    return { landingMs, firstPageMs, signableMs: performance.now() - tapped };
  } finally {
    await context.close();
  }
}

/** Waits until the first page, or its picture, shows ink. */
async function waitForFirstPage(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const small = document.createElement('canvas').getContext('2d');
      if (small === null) return false;
      const { width, height } = small.canvas;
      const drawn = document.querySelectorAll<HTMLCanvasElement | HTMLImageElement>(
        '[data-page="1"] :is(canvas, img)',
      );
      return [...drawn].some((one) => {
        if (one instanceof HTMLImageElement ? !one.complete : one.width === 0) return false;
        small.clearRect(0, 0, width, height);
        small.drawImage(one, 0, 0, width, height);
        const { data } = small.getImageData(0, 0, width, height);
        return data.some((value, index) => index % 4 === 0 && value < 250 && (data[index + 3] ?? 0) > 0);
      });
    },
    undefined,
    { polling: 100 },
  );
}
