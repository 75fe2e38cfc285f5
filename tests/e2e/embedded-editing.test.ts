import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { findChromium } from '../support/chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { openEmbeddingHost, type Host } from '../support/embedding-host.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const SIGNATURE = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.6,
  width: 0.3,
  height: 0.06,
  participantIndex: 0,
};
const slow = { timeout: patience(20_000) };

describe.skipIf(findChromium() === null)('the editor in the page of another application', () => {
  let harness: SignerHarness;
  let host: Host;
  let stranger: Host;
  let browser: Browser;

  beforeAll(async () => {
    harness = await openSignerHarness();
    [host, stranger] = await Promise.all([openEmbeddingHost(), openEmbeddingHost()]);
    await harness.call('PUT', '/embedding', { origins: [host.origin] });
    browser = await launchChromium([
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--test-third-party-cookie-phaseout',
    ]);
  }, patience(120_000));
  afterAll(async () => {
    await browser?.close();
    await Promise.all([host?.close(), stranger?.close(), harness?.close()]);
  });

  async function drafted() {
    const contentBase64 = Buffer.from(await plainPdf(2)).toString('base64');
    const { envelope } = await harness.call<WireGraph>('POST', '/envelopes', {
      originalFilename: 'Lease.pdf',
      detect: false,
      document: { contentBase64, contentType: 'application/pdf' },
      participants: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
      fields: [SIGNATURE],
    });
    return envelope.id;
  }
  const session = async (id: string, body: object) =>
    (await harness.call<{ url: string }>('POST', `/envelopes/${id}/session`, body)).url;
  const framedSession = (id: string) =>
    session(id, { returnUrl: `${host.origin}/done`, frameOrigin: host.origin, userName: 'Grace Hopper' });
  async function show(around: Host, url: string, more = ''): Promise<Page> {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patience(20_000));
    await page.goto(`${around.origin}/?url=${encodeURIComponent(url)}${more}`);
    return page;
  }
  const types = (page: Page) =>
    page.evaluate(() =>
      (window as unknown as { events: { type: string }[] }).events
        .map(({ type }) => type)
        .filter((type) => type !== 'resize'),
    );

  it('edits and sends a draft while third-party cookies are blocked, and nothing leads to the dashboard', async () => {
    const id = await drafted();
    const page = await show(host, await framedSession(id));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-page="1"] canvas').waitFor();
    await frame.getByRole('textbox', { name: 'Envelope name' }).fill('Lease of the mill');
    await frame.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => types(page), slow).toEqual(['ready', 'saved']);
    expect((await harness.graph(id)).envelope.displayName).toBe('Lease of the mill');
    for (const name of ['Envelopes', 'Preview', 'Back'])
      expect(await frame.getByRole('link', { name }).or(frame.getByRole('button', { name })).count()).toBe(0);
    await frame.getByRole('button', { name: 'Send', exact: true }).click();
    await frame.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await frame.getByRole('heading', { name: 'All done' }).waitFor();
    await expect.poll(() => types(page), slow).toEqual(['ready', 'saved', 'sent']);
    expect((await harness.graph(id)).envelope.status).toBe('in_progress');
    expect(await page.context().cookies(harness.origin)).toEqual([]);
    expect(requests.filter((path) => /^\/(api\/(trpc|live|auth|v1)|envelopes)/.test(path))).toEqual([]);
    const opened = (await harness.events(id)).find(({ action }) => action === 'envelope.editing_opened');
    expect(opened).toMatchObject({
      actorType: 'application',
      payload: { application: 'Acme Legal GmbH', userName: 'Grace Hopper', frameOrigin: host.origin },
    });
  });

  it('ends when the draft is sent elsewhere or its URL is opened again', async () => {
    const id = await drafted();
    const url = await framedSession(id);
    const page = await show(host, url);
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-page="1"] canvas').waitFor();
    const again = await show(host, url);
    await expect.poll(() => types(again), slow).toEqual(['error']);
    await harness.call('POST', `/envelopes/${id}/send`, { expectedVersion: 1 });
    await frame.getByRole('textbox', { name: 'Envelope name' }).fill('Too late');
    await frame.getByRole('heading', { name: 'This session is over' }).waitFor();
    await expect.poll(() => types(page), slow).toEqual(['ready', 'error']);
  });

  it('leads back to the application when it is not in a frame', async () => {
    const id = await drafted();
    const url = await session(id, { returnUrl: `${host.origin}/done?step=2` });
    const { page } = await harness.visit();
    await page.goto(url);
    await page.locator('[data-page="1"] canvas').waitFor();
    expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe(
      `${host.origin}/done?step=2&event=saved`,
    );
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `${host.origin}/done?step=2&event=sent`,
    );
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
  });

  it('cannot be framed by another origin, and stops working once its own is removed', async () => {
    const id = await drafted();
    const foreign = await show(stranger, await framedSession(id));
    await expect.poll(() => foreign.frames()[1]?.url() ?? '', slow).toBe('chrome-error://chromewebdata/');
    const page = await show(host, await framedSession(id));
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-page="1"] canvas').waitFor();
    await harness.call('PUT', '/embedding', { origins: [] });
    try {
      await frame.getByRole('textbox', { name: 'Envelope name' }).fill('Removed');
      await frame.getByRole('heading', { name: 'This session is over' }).waitFor();
    } finally {
      await harness.call('PUT', '/embedding', { origins: [host.origin] });
    }
    expect((await harness.graph(id)).envelope.displayName).toBe('Lease');
  });

  it('sizes the frame to its content when asked', async () => {
    const id = await drafted();
    const page = await show(host, await framedSession(id), '&fit');
    const frame = page.frameLocator('iframe');
    const height = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
    await frame.locator('[data-page="2"] canvas').waitFor();
    const scrolls = () => frame.locator('html').evaluate((root) => root.scrollHeight - root.clientHeight);
    await expect.poll(scrolls, slow).toBe(0);
    expect(await height()).toBeGreaterThan(1500);
    await frame.getByRole('button', { name: 'Send', exact: true }).click();
    await frame.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await expect.poll(height, slow).toBeLessThan(700);
  });
});
