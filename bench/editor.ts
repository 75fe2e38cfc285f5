import { randomUUID } from 'node:crypto';

import { chromium, type Browser, type Page } from '@playwright/test';

import { signUp } from '../scripts/client/dashboard.ts';
import { createEnvelopesClient, type FieldInput } from '../scripts/client/envelopes.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { createAgreement } from './agreement.ts';
import { type Extent, type Figure, createFigure, measureRounds } from './figures.ts';
import type { BenchServer } from './server.ts';

const PAGES = 500;
const FIELDS_ON_A_PAGE = 2;
const OPENING = { atMost: 2000 };
const FRAME = { atMost: 100 };
const PATIENCE_MS = 60_000;

/** How the benchmark scrolls: pixels per turn of the wheel, turns, and repetitions. */
const WAYS = [
  { name: 'reading, 60 px a frame', pixels: 60, everyMs: 16, turns: 300 },
  { name: 'wheel top to bottom, 1,200 px at a time', pixels: 1200, everyMs: 30, turns: 480 },
] as const;
const JUMPS = 24;

/**
 * Measures the editor with 500 pages of text and 1,000 fields in Chromium: the time from the navigation until
 * the first page is drawn and a field answers to a key, and the longest frame while scrolling and jumping.
 * Other programs make frames longer too, so the page's own longest task is reported beside it.
 */
export async function benchEditor(server: BenchServer, { rounds }: Extent): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('there is no Chromium to measure the editor with');
  const { address, account } = await prepare(server);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const page = await signIn(browser, server.http.origin, account);
    await openEditor(page, address);
    const openings = await measureRounds(rounds, () => openEditor(page, address));
    const figures = [createFigure(`editor, ${PAGES} pages: opens`, 'ms', openings, OPENING)];
    const ways = [
      ...WAYS.map(({ name, ...wheel }) => ({ name, act: () => turnWheel(page, wheel) })),
      { name: 'jumping to pages', act: () => jumpAbout(page) },
    ];
    for (const { name, act } of ways) {
      const seen: Smoothness[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await openEditor(page, address);
        seen.push(await measureSmoothness(page, act));
      }
      const frames = seen.map(({ frameMs }) => frameMs);
      figures.push(createFigure(`editor, longest frame, ${name}`, 'ms', frames, FRAME));
      const computed = seen.map(({ computedMs }) => computedMs);
      figures.push(createFigure(`editor, its longest computing, ${name}`, 'ms', computed, FRAME));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

type Account = { readonly email: string; readonly password: string };

async function prepare({ http }: BenchServer): Promise<{ address: string; account: Account }> {
  const account = { email: `editor.${randomUUID()}@example.com`, password: randomUUID() };
  const dashboard = await signUp(http, { organization: 'Bench Ltd', name: 'Olga Owner', ...account });
  const api = createEnvelopesClient(http, await dashboard.newApiKey('Bench'));
  const { envelope } = await api.createInline('Agreement.pdf', await createAgreement(PAGES), {
    participants: [
      { name: 'Alice Ångström', email: 'alice@example.com' },
      { name: 'Боб Петров', email: 'bob@example.com' },
    ],
    fields: buildInitials(),
  });
  return { address: `${http.origin}/envelopes/${envelope.id}/edit`, account };
}

function buildInitials(): FieldInput[] {
  return Array.from({ length: PAGES * FIELDS_ON_A_PAGE }, (_, index) => ({
    type: 'initials',
    page: Math.floor(index / FIELDS_ON_A_PAGE) + 1,
    x: index % 2 === 0 ? 0.1 : 0.7,
    y: 0.92,
    width: 0.12,
    height: 0.04,
    participantIndex: index % 2,
  }));
}

/** Opens a page as a signed-in person. */
export async function signIn(browser: Browser, origin: string, { email, password }: Account): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/envelopes');
  return page;
}

/**
 * Opens the editor without a cached document. Returns the milliseconds until a key has moved a field on a
 * drawn page.
 */
async function openEditor(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  return await page.evaluate(async () => {
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const first = '[data-page="1"][data-drawn] [id^="field-"]';
    let field: HTMLElement | null = null;
    while ((field = document.querySelector<HTMLElement>(first)) === null) await waitForFrame();
    const place = () => document.querySelector<HTMLElement>(first)?.parentElement?.style.left;
    const before = place();
    field.focus();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
    while (place() === before) await waitForFrame();
    return performance.now();
  });
}

/** The longest time between two frames, and the longest task on the page's main thread. */
type Smoothness = { readonly frameMs: number; readonly computedMs: number };

async function measureSmoothness(page: Page, act: () => Promise<void>): Promise<Smoothness> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await page.evaluate(() => {
    const watch = { longest: 0, last: performance.now(), running: true };
    Object.assign(globalThis, { frameWatch: watch });
    const look = (now: number) => {
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
      if (watch.running) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await act();
  const frameMs = await page.evaluate(() => {
    const { frameWatch } = globalThis as unknown as { frameWatch: { longest: number; running: boolean } };
    frameWatch.running = false;
    return frameWatch.longest;
  });
  const trace = (await browser?.stopTracing()) ?? Buffer.from('{"traceEvents":[]}');
  return { frameMs, computedMs: findLongestTask(trace) };
}

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Processor time in milliseconds of the longest task on a page's main thread. Other programs don't count. */
function findLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && mains.has(`${pid} ${tid}`));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

async function turnWheel(
  page: Page,
  { pixels, everyMs, turns }: { pixels: number; everyMs: number; turns: number },
): Promise<void> {
  await page.mouse.move(640, 500);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(everyMs);
  }
}

/** Jumps far, as with the scroll bar or the End key, and pauses after each jump so that the page can draw. */
async function jumpAbout(page: Page): Promise<void> {
  for (let jump = 0; jump < JUMPS; jump += 1) {
    const part = ((jump * 7) % JUMPS) / (JUMPS - 1);
    await page.evaluate((at) => {
      scrollTo({ top: at * document.documentElement.scrollHeight, behavior: 'instant' });
    }, part);
    await page.waitForTimeout(250);
  }
}
