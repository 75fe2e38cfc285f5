import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import { openEmbeddingHost, type Host } from '../support/embedding-host.ts';
import {
  chooseFile,
  enter,
  press,
  TAB,
  waitForPdf,
  waitForScripts,
  waitInPage,
  type DrivenBrowser,
} from '../support/engines/driven-browser.ts';
import { hasFirefox, openFirefox, readViolations } from '../support/engines/firefox.ts';
import { hasWebKit, openWebKit } from '../support/engines/webkit.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { PASSWORD } from '../support/password.ts';

const DESKTOP = { width: 1280, height: 900, isTouch: false };
const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

const ENGINES = [
  { engine: 'Firefox', isHere: hasFirefox, open: openFirefox },
  { engine: 'WebKitGTK', isHere: hasWebKit, open: openWebKit },
];

function field(type: string, y: number, more: Record<string, unknown> = {}) {
  return {
    type,
    page: 1,
    x: 0.1,
    y,
    width: 0.4,
    height: 0.028,
    participantIndex: 0,
    required: true,
    ...more,
  };
}
const DATE = field('date', 0.2, { label: 'Start' });
const PLAN = field('dropdown', 0.3, { label: 'Plan', options: ['Monthly', 'Yearly'] });
const SIGNATURE = field('signature', 0.6, { height: 0.06 });
describe.each(ENGINES)('in $engine (skipped where there is none)', ({ engine, isHere, open }) => {
  let harness: SignerHarness;
  let host: Host;
  beforeAll(async () => {
    harness = await openSignerHarness();
    host = await openEmbeddingHost();
    await harness.call('PUT', '/embedding', { origins: [host.origin] });
  }, patience(180_000));
  afterAll(async () => {
    await host?.close();
    await harness?.close();
  });

  const email = (name: string) => `${name}.${engine.toLowerCase()}@example.com`;
  const picture = async (browser: DrivenBrowser, name: string) => {
    if (PICTURES !== undefined)
      await writeFile(`${PICTURES}/${engine}-${name}.png`, await browser.screenshot());
  };

  /** Drives a browser through a story. */
  async function drive(
    window: typeof DESKTOP,
    story: (browser: DrivenBrowser) => Promise<void>,
  ): Promise<void> {
    const browser = await open(window);
    try {
      await story(browser).catch(async (error: unknown) => {
        await picture(browser, 'failed');
        throw error;
      });
    } finally {
      await browser.close();
    }
  }

  it.skipIf(!isHere)(
    "another site's frame is signed on a desktop, where fields look as they are sealed",
    async () => {
      const id = await harness.send({
        participants: [{ ...ADA, delivery: 'embedded' }],
        fields: [DATE, PLAN, SIGNATURE],
      });
      const [ada] = (await harness.graph(id)).participants;
      const body = { returnUrl: `${host.origin}/done`, frameOrigin: host.origin };
      const path = `/envelopes/${id}/participants/${ada?.id}/session`;
      const { url } = await harness.call<{ url: string }>('POST', path, body);
      await drive(DESKTOP, async (browser) => {
        await browser.open(`${host.origin}/?url=${encodeURIComponent(url)}`);
        await waitInPage(browser, 'the frame', "events.some(({ type }) => type === 'viewed')");
        await browser.enterFrame();
        await waitInPage(browser, 'the document', CAN_START);
        const looks = () => browser.evaluate<readonly string[]>(LOOKS);
        // Neither today's date nor a gray box.
        expect(await looks()).toEqual(['Start', 'hidden', 'none']);
        await picture(browser, 'frame-empty');
        await answer(browser, "document.querySelector('[id^=page-][type=date]')", '2026-12-24');
        await answer(browser, "document.querySelector('select[id^=page-]')", 'Yearly');
        await browser.evaluate('document.activeElement.blur(); return null');
        expect(await looks()).toEqual(['2026-12-24', 'hidden', 'none']);
        await picture(browser, 'frame-filled');
        await press(browser, 'Next');
        await press(browser, 'Adopt and sign');
        await press(browser, 'Review');
        await press(browser, 'Sign and finish');
        await browser.leaveFrame();
        await waitInPage(browser, 'the event', "events.some(({ type }) => type === 'signed')");
      });
      const status = async () => (await harness.graph(id)).envelope.status;
      await expect.poll(status, { timeout: patience(15_000) }).toBe('completed');
    },
    patience(120_000),
  );

  it.skipIf(!isHere)(
    'a sender signs in, uploads, places a field, sends, finds and downloads',
    async () => {
      await drive(DESKTOP, async (browser) => {
        await browser.open(`${harness.origin}/login`);
        await waitForScripts(browser);
        await enter(browser, 'input[name=email]', harness.sender);
        await enter(browser, 'input[name=password]', PASSWORD);
        await press(browser, 'Sign in');
        await waitInPage(browser, 'the list', "location.pathname === '/envelopes'");
        await enter(browser, 'a[href="/envelopes/new"]');
        await waitInPage(browser, 'a new envelope', "document.querySelector('[data-ready=true]')");
        const bytes = await plainPdf(2);
        await chooseFile(browser, 'main', { name: 'Lease.pdf', type: 'application/pdf', bytes });
        await press(browser, 'Add recipient');
        await waitInPage(browser, 'a recipient', "document.activeElement.matches('input')");
        await browser.type(`Ben Bitdiddle${TAB}`);
        await browser.type(email('ben'));
        await picture(browser, 'new-envelope');
        await press(browser, 'Place fields');
        await waitInPage(browser, 'the editor', 'document.querySelector(\'[data-page="1"] canvas\')');
        await press(browser, 'Signature');
        await enter(browser, '[data-page="1"]');
        await waitInPage(browser, 'the field', "document.querySelector('[id^=field-]')");
        await waitInPage(
          browser,
          'the end of saving',
          "document.querySelector('[role=status]').innerText.includes('Saved')",
        );
        await picture(browser, 'editor');
        await press(browser, 'Send');
        await press(browser, 'Send now');
        await waitInPage(browser, 'the envelope', "document.body.innerText.includes('Asked to sign')");
        await picture(browser, 'envelope');
        await browser.open(`${harness.origin}/envelopes`);
        await waitForScripts(browser);
        await picture(browser, 'list');
        await enter(browser, '[data-row-link]');
        await waitInPage(browser, 'the envelope', "document.body.innerText.includes('Asked to sign')");
        await enter(browser, 'a[href*="&download"]');
        expect((await waitForPdf(browser)).subarray(0, 5).toString()).toBe('%PDF-');
        await browser.open(`${harness.origin}/verify`);
        await waitForScripts(browser);
        if (engine === 'Firefox') expect(await readViolations(browser)).toBe('');
      });
    },
    patience(120_000),
  );
});

const CAN_START = "document.querySelector('#signer-proceed')?.disabled === false";

/** What stands over the date on the page, whether its own text is hidden, and the native look of the dropdown. */
const LOOKS = `const date = document.querySelector('[id^=page-][type=date]');
  const over = date.closest('.field-box').querySelector('.written');
  const color = getComputedStyle(date).color;
  const isHidden = color === 'transparent' || color.endsWith(', 0)');
  const { appearance } = getComputedStyle(document.querySelector('select[id^=page-]'));
  return [over?.innerText.trim() ?? '', isHidden ? 'hidden' : 'seen', appearance]`;

/** Enters an answer the way a picker does, which differs from one engine and machine to the next. */
async function answer(browser: DrivenBrowser, element: string, value: string): Promise<void> {
  await browser.evaluate(`
    const input = ${element};
    input.focus();
    input.value = '${value}';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return null;`);
}
