import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#server/crypto/hash.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { findChromium } from '../support/chromium.ts';
import { useListening } from '../support/listening.ts';

const api = useApi({ alone: true });
const server = useListening(api);

const viewer = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));

function asWritten(path: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    }).on('error', reject);
  });
}

describe('GET /api/docs', () => {
  it.each(['/api/docs', '/api/docs/'])('answers the page at %s, which asks nobody else', async (path) => {
    const answer = await api.call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*/);
    const html = answer.bytes.toString();
    expect(html).not.toMatch(/https?:\/\//);
    expect([...html.matchAll(/<script(?![^>]*\bsrc=)/g)]).toEqual([]);
    for (const [, file = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await api.call('GET', file)).status, file).toBe(200);
  });

  it.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
  ])('serves %s of the viewer, to be kept a day', async (name, type) => {
    const path = `/api/docs/${name}`;
    const answer = await api.call('GET', path);
    expect(answer.bytes.equals(viewer(name))).toBe(true);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toBe(`"${sha256Hex(answer.bytes)}"`);
    const again = await api.call('GET', path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    expect((await api.call('HEAD', path)).status).toBe(200);
  });

  it.each([
    'package.json',
    'index.html',
    'swagger-initializer.js',
    '../openapi',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    'swagger-ui.css%00',
    'swagger-ui.css/',
    '/swagger-ui.css',
    'constructor',
    '__proto__',
  ])('does not answer %s', async (name) => {
    // A request as it is written: fetch would tidy its path first.
    const { status, body } = await asWritten(`/api/docs/${name}`);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
  });

  it('takes no other method', async () => {
    const answer = await api.call('POST', '/api/docs');
    expectError(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

/** Described beside the routes: the probe, and the message that webhooks receive. */
const HEALTH_AND_WEBHOOK_MESSAGE = 2;

describe.skipIf(findChromium() === null)('the reference in a browser (skipped where there is none)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser.close();
  });

  it('lists every operation, opens them, and asks only its own server', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const faults: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.origin}/api/docs`);
    await page.locator('.opblock').first().waitFor();
    // It has only what is within sight in the page.
    const shown = new Set<string>();
    const lookAndScroll = async () => {
      const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
      for (const id of ids) shown.add(id);
      await page.mouse.wheel(0, 400);
      return shown.size;
    };
    await page.mouse.move(600, 600);
    await expect
      .poll(lookAndScroll, { interval: 50, timeout: 60_000 })
      .toBe(ROUTES.length + HEALTH_AND_WEBHOOK_MESSAGE);
    await page.locator('.operation-filter-input').fill('Envelopes');

    const send = page.locator('#operations-Envelopes-envelopeSend');
    await send.locator('button.opblock-summary-control').click();
    const opened = send.locator('.opblock-body');
    await opened.getByText('Idempotency-Key', { exact: true }).waitFor();
    const text = await opened.innerText();
    for (const expected of [
      'expectedVersion',
      'version_conflict',
      'idempotency_key_reused',
      'RateLimit-Remaining',
    ])
      expect(text).toContain(expected);

    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByText('x-api-key').first().waitFor();
    expect(faults).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(`${server.origin}/`) && !url.startsWith('data:'))).toEqual(
      [],
    );
    await page.close();
  });
});
