import { globSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { findChromium } from '../../support/chromium.ts';
import { signUp } from '../../e2e/dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness, type Visit } from '../../e2e/dashboard-harness.ts';
import {
  ELSEWHERE,
  LOOKS,
  makeShown,
  openShown,
  PAGES,
  type Shown,
  waitForLook,
} from '../../e2e/all-pages.ts';

/** What a proxy accepts by default: nginx reads 4 kB. */
const HEADERS_MAX_BYTES = 3_000;
/** What HTTPS adds: a header field, and a prefix and an attribute for each cookie. */
const HTTPS_BYTES = 50;
const HTTPS_COOKIE_BYTES = 20;

describe.skipIf(findChromium() === null)('every page (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let session: Visit;
  let shown: Shown;

  beforeAll(async () => {
    harness = await openDashboardHarness();
    session = await harness.visit({ reducedMotion: 'reduce' });
    await signUp(session.page);
    shown = await makeShown(harness.origin, session.page);
  }, 400_000);
  afterAll(async () => {
    await harness?.close();
  });

  it('has header fields that any proxy takes, for whoever asks', async () => {
    const { signer, sent } = shown;
    const cookies = await session.context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const paths = [
      ...Object.values(PAGES).map(({ at }) => at(shown)),
      ...['/', '/login/code', '/unlock', '/administration', '/no/such/page', '/envelopes/env_unknown'],
      ...[`/envelopes/${sent}/in-person`, `/envelopes/${sent}/preview`, `/envelopes/${sent}/document`],
      ...[`/envelopes?q=${'%22'.repeat(3000)}`, `/sign?token=${signer}`, `/login?next=/${'a'.repeat(6000)}`],
      ...[
        '/api/docs',
        '/api/docs/reference',
        '/api/health',
        '/api/openapi.json',
        '/mcp',
        '/api/v1/envelopes',
      ],
      ...['/oauth/authorize', '/log/checkpoint', '/api/live-unknown'],
    ];
    const large: string[] = [];
    for (const path of paths)
      for (const headers of [{ cookie }, {}]) {
        const bytes = await countHeaderBytes(new URL(path, harness.origin), headers);
        if (bytes > HEADERS_MAX_BYTES) large.push(`${path.slice(0, 80)} ${bytes}`);
      }
    expect(large).toEqual([]);
  });

  it('matches the table exactly', () => {
    const root = new URL('../../../src/routes/', import.meta.url);
    const routes = globSync('**/+page.svelte', { cwd: root }).map((path) => `/${dirname(path)}`);
    expect([...Object.keys(PAGES), ...ELSEWHERE].sort()).toEqual(routes.sort());
  });

  it('passes axe and fits 320 pixels', async () => {
    const stranger = await harness.visit({ reducedMotion: 'reduce' });
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(PAGES)) {
      const { page } = row.who === 'owner' ? session : stranger;
      await openShown(page, row, shown);
      for (const { colorScheme, viewport } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        wrong.push(...(await barriers(page)).map((one) => `${route}, ${colorScheme}: ${one}`));
      }
      wrong.push(
        ...[...session.faults.splice(0), ...stranger.faults.splice(0)].map((one) => `${route}: ${one}`),
      );
    }
    expect(wrong).toEqual([]);
    await stranger.context.close();
  }, 400_000);

  it('asks for the document once if it is opened before its page is prepared', async () => {
    const { page, context } = await harness.visit();
    const asked = Promise.withResolvers<void>();
    let documents = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/api/signer/document') return;
      documents += 1;
      asked.resolve();
    });
    const landing = await context.request.get('/sign');
    const needed = await landing.text();
    // The landing page preloads this only once the document has been requested, as on a slow network. What requests it
    // is a script of its own.
    await page.route('**/_app/immutable/chunks/*', async (route) => {
      const response = await route.fetch();
      const isRequesting = (await response.text()).includes('the document changed while it arrived');
      const isNeeded = needed.includes(new URL(route.request().url()).pathname);
      if (!isRequesting && !isNeeded) await asked.promise;
      await route.fulfill({ response });
    });
    await page.goto(`/sign#token=${shown.signer}`);
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('[data-page="1"] canvas').waitFor();
    expect(documents).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  it('asks for itself once, before its scripts are there', async () => {
    const { page, context } = await harness.visit();
    const asked = Promise.withResolvers<void>();
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname !== '/sign/landing' && pathname !== '/api/signer/invitation') return;
      calls.push(pathname);
      asked.resolve();
    });
    await page.route('**/_app/immutable/**/*.js', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await page.goto(`/sign#token=${shown.signer}`);
    await page.getByRole('button', { name: 'Review document' }).waitFor();
    await page.locator('html[data-interactive]').waitFor();
    await page.getByRole('button', { name: 'Review document' }).waitFor();
    expect(calls).toEqual(['/sign/landing']);
    await context.close();
  });

  it('names the script with the texts of the page’s language', async () => {
    for (const language of ['en', 'ar']) {
      const { page, context } = await harness.visit({ locale: language });
      const scripts: string[] = [];
      page.on('request', (request) => void scripts.push(new URL(request.url()).pathname));
      const landing = await page.goto(`/sign#token=${shown.signer}`);
      const list = /for \(const href of (\[.*?\])\)/.exec((await landing?.text()) ?? '')?.[1] ?? '[]';
      const paths = (JSON.parse(list) as string[]).map((path) => new URL(path, landing?.url()).pathname);
      const named = [...new Set(paths)];
      expect(named.length).toBeGreaterThan(3);
      await page.locator(`html[lang=${language}] h1`).waitFor();
      expect(scripts.filter((path) => named.includes(path)).sort()).toEqual([...named].sort());
      await context.close();
    }
  });

  it('gives a signer the scripts before the font', async () => {
    const { page, context } = await harness.visit();
    const preloaded = async (path: string) =>
      /<head>.*<\/head>/s.exec((await (await page.goto(path))?.text()) ?? '')?.[0];
    expect(await preloaded('/login')).toContain('inter-latin');
    expect(await preloaded('/sign')).not.toContain('inter-latin');
    let ready: string | undefined;
    await page.route(/inter-latin/, async (route) => {
      ready = await page.evaluate(() => document.documentElement.dataset['interactive']);
      await route.continue();
    });
    await page.goto('about:blank');
    await page.goto(`/sign#token=${shown.signer}`);
    await expect.poll(() => ready).toBe('');
    await context.close();
  });

  it('loads at most 99 KB of compressed JavaScript for a signer before the document’s renderer', async () => {
    const { page, context } = await harness.visit();
    const loaded = countJavaScript(page);
    await page.goto(`/sign#token=${shown.signer}`);
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.locator('[data-page="1"] canvas').waitFor();
    const { before, renderer } = await loaded();
    process.stderr.write(`signer page: ${before} bytes of JavaScript before pdf.js, as sent\n`);
    // At least half of pdf.js, which shows that it was told apart from the page's own scripts.
    expect(renderer).toBeGreaterThan(80_000);
    expect(before).toBeLessThanOrEqual(99_000);
    await context.close();
  });
});

/**
 * Requests a page and counts the bytes of the response's status line and header fields, as they would be over
 * HTTPS.
 */
async function countHeaderBytes(url: URL, headers: Record<string, string>): Promise<number> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { accept: 'text/html', ...headers } }, resolve).on('error', reject);
  });
  answer.resume();
  const fields = answer.rawHeaders.map((text) => Buffer.byteLength(text) + 2);
  const cookies = answer.headers['set-cookie'] ?? [];
  const line = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`;
  return (
    fields.reduce((sum, bytes) => sum + bytes, line.length) +
    HTTPS_BYTES +
    cookies.length * HTTPS_COOKIE_BYTES
  );
}

async function barriers(page: Page): Promise<string[]> {
  // An email is shown in a frame that doesn't run scripts, so axe can't look inside it either.
  await page
    .locator('iframe[sandbox]:not([sandbox~="allow-scripts"])')
    .evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  await waitForLook(page);
  const violations = await findViolations(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [...violations, ...(width > 0 ? [`${width} pixels too wide`] : [])];
}

/**
 * Counts a page's JavaScript in bytes as transferred: `before` is what it requests before pdf.js, `renderer`
 * the rest.
 */
function countJavaScript(page: Page): () => Promise<{ before: number; renderer: number }> {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requests.push(request);
  });
  return async () => {
    const files = await Promise.all(
      requests.map(async (request) => ({
        size: (await request.sizes()).responseBodySize,
        isRenderer: ((await (await request.response())?.text()) ?? '').includes('AnnotationEditorUIManager'),
      })),
    );
    const first = files.findIndex(({ isRenderer }) => isRenderer);
    const sum = (some: typeof files) => some.reduce((total, { size }) => total + size, 0);
    return { before: sum(files.slice(0, first)), renderer: sum(files.slice(first)) };
  };
}
