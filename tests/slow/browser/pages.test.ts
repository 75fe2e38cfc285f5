import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { findChromium } from '../../support/chromium.ts';
import { signUp } from '../../e2e/dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness, type Visit } from '../../e2e/dashboard-harness.ts';
import { ADA, apiKeyOf, BEN, call, makeEnvelope, read, tokenIn } from '../../e2e/envelope-steps.ts';

/** The records that the pages show, created once by an organization's owner. */
type Shown = {
  readonly sent: string;
  readonly draft: string;
  readonly template: string;
  readonly bulkSend: string;
  readonly webhook: string;
  readonly mail: string;
  readonly invitation: string;
  readonly consent: string;
  readonly signer: string;
};
type Row = {
  readonly who: 'owner' | 'visitor';
  readonly at: (shown: Shown) => string;
  /** What a page shows when it's ready, if its heading isn't enough. */
  readonly ready?: string;
};

/**
 * Pages that other tests check in the same way, because reaching them takes certain actions or roles:
 * sign-in, handing over, the editor's preview, and the administration of the instance.
 */
const ELSEWHERE = [
  '/(visitor)/login/code',
  '/unlock',
  '/(app)/(workspace)/envelopes/[id]/in-person',
  '/(app)/envelopes/[id]/preview',
  '/(app)/(pages)/administration',
  // Leads on to the signer's page or the list at once.
  '/(app)/(pages)/envelopes/sign-next',
];

/** Every page of the app. */
const PAGES: Readonly<Record<string, Row>> = {
  '/(app)/(pages)/envelopes': owner('/envelopes'),
  '/(app)/(pages)/envelopes/[id]': owner(({ sent }) => `/envelopes/${sent}`),
  '/(app)/(pages)/envelopes/[id]/save-template': owner(({ draft }) => `/envelopes/${draft}/save-template`),
  '/(app)/(pages)/envelopes/new': owner('/envelopes/new', '[data-ready="true"]'),
  '/(app)/(pages)/outbox': owner('/outbox'),
  '/(app)/(pages)/outbox/[mail]': owner(({ mail }) => `/outbox/${mail}`),
  '/(app)/(pages)/reports': owner('/reports'),
  '/(app)/(pages)/settings/agents': owner('/settings/agents'),
  '/(app)/(pages)/settings/api-keys': owner('/settings/api-keys'),
  '/(app)/(pages)/settings/audit': owner('/settings/audit'),
  '/(app)/(pages)/settings/branding': owner('/settings/branding'),
  '/(app)/(pages)/settings/defaults': owner('/settings/defaults'),
  '/(app)/(pages)/settings/retention': owner('/settings/retention'),
  '/(app)/(pages)/settings/export': owner('/settings/export'),
  '/(app)/(pages)/settings/embedding': owner('/settings/embedding'),
  '/(app)/(pages)/settings/identity-providers': owner('/settings/identity-providers'),
  '/(app)/(pages)/settings/single-sign-on': owner('/settings/single-sign-on'),
  '/(app)/(pages)/settings/mail': owner('/settings/mail'),
  '/(app)/(pages)/settings/members': owner('/settings/members'),
  '/(app)/(pages)/settings/notifications': owner('/settings/notifications'),
  '/(app)/(pages)/settings/organization': owner('/settings/organization'),
  '/(app)/(pages)/settings/profile': owner('/settings/profile'),
  '/(app)/(pages)/settings/teams': owner('/settings/teams'),
  '/(app)/(pages)/settings/webhooks': owner('/settings/webhooks'),
  '/(app)/(pages)/settings/webhooks/[id]': owner(({ webhook }) => `/settings/webhooks/${webhook}`),
  '/(app)/(pages)/templates': owner('/templates'),
  '/(app)/(pages)/templates/[id]': owner(({ template }) => `/templates/${template}`),
  '/(app)/(pages)/templates/[id]/bulk': owner(({ template }) => `/templates/${template}/bulk`),
  '/(app)/(pages)/templates/[id]/bulk/[send]': owner(
    ({ template, bulkSend }) => `/templates/${template}/bulk/${bulkSend}`,
  ),
  '/(app)/(pages)/templates/[id]/use': owner(({ template }) => `/templates/${template}/use`),
  '/(app)/(workspace)/templates/[id]/edit': owner(
    ({ template }) => `/templates/${template}/edit`,
    '[data-page="1"] canvas',
  ),
  '/(app)/(workspace)/envelopes/[id]/edit': owner(
    ({ draft }) => `/envelopes/${draft}/edit`,
    '[data-page="1"] canvas',
  ),
  '/(visitor)/digest': visitor('/digest'),
  '/(visitor)/forgot': visitor('/forgot'),
  '/(visitor)/invitation': visitor(({ invitation }) => `/open/invitation#${invitation}`),
  '/(visitor)/login': visitor('/login'),
  '/(visitor)/login/single-sign-on': visitor('/login/single-sign-on'),
  '/(visitor)/open/[link]': visitor('/open/reset'),
  '/(visitor)/reset': visitor('/reset'),
  '/(visitor)/signup': visitor('/signup'),
  '/(visitor)/signup/confirm': visitor('/signup/confirm'),
  '/(visitor)/confirm': visitor('/confirm'),
  '/copy': visitor('/copy#token=a.b'),
  '/forms/[id]': visitor('/forms/form_unknown'),
  '/oauth/consent/[id]': owner(({ consent }) => consent),
  '/verify': visitor('/verify'),
  '/sign/[[organization]]': visitor(({ signer }) => `/sign#token=${signer}`),
  '/sign/session/[id]': visitor('/sign/session/ses_unknown#token=a.b'),
  '/edit/session/[id]': visitor('/edit/session/ses_unknown#token=a.b'),
};

/** Light on a wide screen, dark on the narrowest phone: each color scheme and each layout once. */
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 700 } },
] as const;

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
    shown = await whatPagesShow(harness.origin, session.page);
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
    for (const [route, { who, at, ready }] of Object.entries(PAGES)) {
      const { page } = who === 'owner' ? session : stranger;
      await page.goto('about:blank');
      await page.goto(at(shown));
      await page
        .locator(ready ?? 'h1')
        .first()
        .waitFor();
      for (const { colorScheme, viewport } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        wrong.push(...(await barriers(page)).map((one) => `${route}, ${colorScheme}: ${one}`));
      }
    }
    expect(wrong).toEqual([]);
    expect([...session.faults, ...stranger.faults]).toEqual([]);
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

function owner(at: string | Row['at'], ready?: string): Row {
  return row('owner', at, ready);
}

function visitor(at: string | Row['at'], ready?: string): Row {
  return row('visitor', at, ready);
}

function row(who: Row['who'], at: string | Row['at'], ready: string | undefined): Row {
  const path = typeof at === 'string' ? () => at : at;
  return ready === undefined ? { who, at: path } : { who, at: path, ready };
}

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

async function whatPagesShow(origin: string, page: Page): Promise<Shown> {
  const key = await apiKeyOf(page);
  const sent = await makeEnvelope(page, key, 'Lease');
  const draft = await makeEnvelope(page, key, 'Mutual NDA', { send: false, people: [ADA, BEN] });
  const { participants } = await read<{ participants: { id: string; name: string }[] }>(
    page,
    'envelope.get',
    { id: draft },
  );
  const { template } = await call<{ template: { id: string } }>(page, 'template.create', {
    sourceEnvelopeId: draft,
    name: 'NDA',
    roles: participants.map(({ id, name }) => ({ name, participantId: id })),
  });
  const csv =
    'ada_lovelace_name,ada_lovelace_email,ben_bitdiddle_name,ben_bitdiddle_email\nDora,dora@example.com,Eve,eve@example.com\n';
  const bulkSend = await call<{ id: string }>(page, 'bulkSend.start', {
    requestId: randomUUID(),
    templateId: template.id,
    csv,
    filename: 'people.csv',
  });
  const webhook = await call<{ id: string }>(page, 'webhook.create', {
    url: 'https://example.com/hook',
  });
  await call(page, 'member.invite', { email: 'cleo@acme.example', role: 'viewer' });
  return {
    ...{ sent, draft, template: template.id, bulkSend: bulkSend.id, webhook: webhook.id },
    signer: await tokenIn(page, ADA.email),
    invitation: await tokenIn(page, 'cleo@acme.example', /open\/invitation#([A-Za-z0-9_.-]+)/),
    mail: (await read<{ items: { id: string }[] }>(page, 'outbox.list', {})).items[0]?.id ?? '',
    consent: await consentAddress(origin, page),
  };
}

/** The page where an app asks for access. */
async function consentAddress(origin: string, page: Page): Promise<string> {
  const redirect = 'https://client.example/callback';
  const answer = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Contract Helper', redirect_uris: [redirect] }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const parameters = new URLSearchParams({
    ...{ client_id, response_type: 'code', redirect_uri: redirect, state: 'xyz' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    resource: `${origin}/mcp`,
  });
  await page.goto(`/oauth/authorize?${parameters}`);
  await page.waitForURL('**/oauth/consent/*');
  return new URL(page.url()).pathname;
}

async function barriers(page: Page): Promise<string[]> {
  // An email is shown in a frame that doesn't run scripts, so axe can't look inside it either.
  await page
    .locator('iframe[sandbox]:not([sandbox~="allow-scripts"])')
    .evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  await settled(page);
  const violations = await findViolations(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [...violations, ...(width > 0 ? [`${width} pixels too wide`] : [])];
}

/** Waits until the page shows its new color scheme and size: two frames, and its transitions. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
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
