import type { Browser, FrameLocator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { openEmbeddingHost, type Host } from '../support/embedding-host.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const SIGNATURE = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.7,
  width: 0.3,
  height: 0.06,
  participantIndex: 0,
};
const ATTACHMENT = { ...SIGNATURE, type: 'attachment', label: 'Passport', required: true };
const slow = { timeout: patience(15_000) };

describe.skipIf(findChromium() === null)('an embedded signing page', () => {
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

  async function sent(delivery: string, fields = [SIGNATURE]) {
    const id = await harness.send({ participants: [{ ...ADA, delivery }], fields });
    const [ada] = (await harness.graph(id)).participants;
    return { id, path: `/envelopes/${id}/participants/${ada?.id}/session` };
  }
  async function embeddedUrl(fields = [SIGNATURE]) {
    const { id, path } = await sent('embedded', fields);
    const body = { returnUrl: `${host.origin}/done`, frameOrigin: host.origin };
    return { id, url: (await harness.call<{ url: string }>('POST', path, body)).url };
  }
  async function show(around: Host, url: string): Promise<Page> {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    page.setDefaultTimeout(patience(20_000));
    await page.goto(`${around.origin}/?url=${encodeURIComponent(url)}`);
    return page;
  }
  const types = (page: Page) =>
    page.evaluate(() =>
      (window as unknown as { events: { type: string }[] }).events
        .map(({ type }) => type)
        .filter((type) => type !== 'resize'),
    );
  /**
   * Returns where the frame ended up. Chromium replaces pages that may not be framed with its own error page.
   */
  const framed = (page: Page) => page.frames()[1]?.url() ?? '';

  it('is signed from another site while third-party cookies are blocked, and tells that site', async () => {
    const { id, url } = await embeddedUrl();
    const page = await show(host, url);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: /^Signature, page 1/ }).press('Enter');
    const cookie = await page.frames()[1]?.evaluate(() => {
      document.cookie = 'probe=1; SameSite=None; Secure';
      return document.cookie;
    });
    expect(cookie).toBe('');
    await frame.getByRole('button', { name: 'Adopt and sign' }).click();
    await frame.getByRole('button', { name: 'Review' }).click();
    await frame.getByRole('button', { name: 'Sign and finish' }).click();
    await expect.poll(() => types(page), slow).toEqual(['ready', 'viewed', 'signed']);
    await expect.poll(async () => (await harness.graph(id)).envelope.status, slow).toBe('completed');
    const heard = await page.evaluate(() =>
      (window as unknown as { strangers: { origin: string }[] }).strangers.map(({ origin }) => origin),
    );
    expect([...new Set(heard)]).toEqual([harness.origin]);
    const opened = (await harness.events(id)).find(({ action }) => action === 'participant.session_opened');
    expect(opened?.payload).toMatchObject({ application: 'Acme Legal GmbH', frameOrigin: host.origin });
  });

  it('uploads the file that a signer attaches', async () => {
    const { id, url } = await embeddedUrl([ATTACHMENT]);
    const page = await show(host, url);
    await attachAndSign(page.frameLocator('iframe'));
    await expect.poll(() => types(page), slow).toEqual(['ready', 'viewed', 'signed']);
    await expectFile(id);
  });

  it('uploads the file that a signer attaches in person', async () => {
    const { id, path } = await sent('in_person', [ATTACHMENT]);
    const { url } = await harness.call<{ url: string }>('POST', path, { returnUrl: `${host.origin}/done` });
    const { page } = await harness.visit();
    await page.goto(url);
    await page.getByRole('button', { name: 'Yes, I’m Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Review document' }).click();
    await attachAndSign(page);
    await page.getByRole('link', { name: 'Hand back' }).waitFor();
    await expectFile(id);
  });

  /** Attaches a file, and signs once it has been uploaded. */
  async function attachAndSign(within: Page | FrameLocator): Promise<void> {
    const buffer = Buffer.from(await plainPdf());
    const chooser = within.locator('input[type=file]:not([capture])').first();
    await chooser.setInputFiles({ name: 'Passport.pdf', mimeType: 'application/pdf', buffer });
    await within.getByText('1 of 1 done').waitFor();
    await within.getByRole('button', { name: 'Review' }).click();
    await within.getByRole('button', { name: 'Sign and finish' }).click();
  }

  /** Checks that the sender gets the attached file. */
  async function expectFile(id: string): Promise<void> {
    const stored = async () => (await harness.graph(id)).fields[0]?.attachment ?? null;
    await expect.poll(stored, slow).toMatchObject({ filename: 'Passport.pdf' });
    const bytes = await harness.download(`/envelopes/${id}/attachments/${(await stored())?.id}`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }

  it('says so when its URL was used before, and takes commands from its own host only', async () => {
    const { url } = await embeddedUrl();
    const first = await show(host, url);
    await expect.poll(() => types(first), slow).toEqual(['ready', 'viewed']);
    await first.evaluate(() => (window as unknown as { embedded: { focus(): void } }).embedded.focus());
    await expect.poll(() => first.evaluate(() => document.activeElement?.tagName), slow).toBe('IFRAME');
    const second = await show(host, url);
    await expect.poll(() => types(second), slow).toEqual(['error']);
  });

  it('cannot be framed by an origin that it was not requested for', async () => {
    const { url } = await embeddedUrl();
    const page = await show(stranger, url);
    await expect.poll(() => framed(page), slow).toBe('chrome-error://chromewebdata/');
    expect(await types(page)).toEqual([]);
    await harness.call('PUT', '/embedding', { origins: [] });
    try {
      const removed = await show(host, url);
      await expect.poll(() => framed(removed), slow).toBe('chrome-error://chromewebdata/');
    } finally {
      await harness.call('PUT', '/embedding', { origins: [host.origin] });
    }
  });

  it('leaves every other page out of frames', async () => {
    const { path } = await sent('in_person');
    const inPerson = await harness.call<{ url: string }>('POST', path, { returnUrl: `${host.origin}/done` });
    for (const url of [
      inPerson.url,
      `${harness.origin}/sign#token=a.b`,
      `${harness.origin}/login`,
      `${harness.origin}/`,
    ]) {
      const page = await show(host, url);
      await expect.poll(() => framed(page), slow).toBe('chrome-error://chromewebdata/');
    }
  });

  it('opens a device that was handed over, and leads back to whoever handed it over', async () => {
    const { id, path } = await sent('in_person');
    const { url } = await harness.call<{ url: string }>('POST', path, { returnUrl: `${host.origin}/done` });
    const { page } = await harness.visit();
    await page.goto(url);
    await page.getByRole('button', { name: 'Yes, I’m Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Review document' }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await expect
      .poll(() => page.getByRole('link', { name: 'Hand back' }).getAttribute('href'), slow)
      .toBe(`${host.origin}/done?event=declined`);
    expect((await harness.graph(id)).envelope.status).toBe('declined');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});
