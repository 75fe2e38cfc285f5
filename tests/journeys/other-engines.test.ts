import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireEvent } from '#wire/event.ts';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import { findChromium } from '../support/chromium.ts';
import { driveTab } from '../support/engines/chromium-tab.ts';
import { ENTER, press, waitForScripts, waitInPage, type Tab } from '../support/engines/driven-browser.ts';
import { hasFirefox, openFirefox } from '../support/engines/firefox.ts';
import { makeOlder, PDF_WORKER } from '../support/engines/older-chromium.ts';
import { hasWebKit, openWebKit } from '../support/engines/webkit.ts';
import { patience } from '../support/patience.ts';

const PHONE = { width: 390, height: 844, isTouch: true };
const FIELD = { page: 1, x: 0.1, width: 0.4, participantIndex: 0 };
const FIELDS = [
  { ...FIELD, type: 'text', label: 'City', y: 0.3, height: 0.03 },
  { ...FIELD, type: 'signature', page: 2, y: 0.4, height: 0.06 },
];
const OPEN = 'Review document';

let harness: SignerHarness;
beforeAll(async () => {
  harness = await openSignerHarness();
}, patience(180_000));
afterAll(() => harness?.close());

/** Sends a two-page document. Returns the envelope and the link. */
async function send(email: string): Promise<{ id: string; link: string }> {
  const id = await harness.send({ participants: [{ name: 'Ada Lovelace', email }], fields: FIELDS });
  return { id, link: await harness.linkFor(email) };
}

/** Counts a page's dark pixels: on its canvas, or else in its picture. */
const ink = (page: number): string => `(() => {
  const sheet = document.querySelector('[data-page="${page}"]');
  const picture = sheet?.querySelector('img');
  let canvas = sheet?.querySelector('canvas');
  if (picture != null) {
    if (!picture.complete) return 0;
    canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext('2d').drawImage(picture, 0, 0);
  }
  if (canvas == null || canvas.width === 0) return 0;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 128 && data[at] < 128) dark += 1;
  return dark;
})()`;

const isEnabled = "document.querySelector('#signer-proceed')?.disabled === false";

/** Signs the document on a phone, from its link to the last button. */
async function sign(browser: Tab, link: string, { draws = true } = {}): Promise<void> {
  await browser.open(link);
  await waitForScripts(browser);
  await press(browser, OPEN);
  await waitInPage(browser, 'ink on the first page', `${ink(1)} > 50`);
  await waitInPage(browser, 'the button that starts', isEnabled);
  const isDrawn = `document.querySelector('[data-page="1"] img') === null`;
  if (draws) await waitInPage(browser, 'the first page instead of its picture', isDrawn);
  await press(browser, 'Start');
  await waitInPage(browser, 'the first field', "document.activeElement.matches('input')");
  await browser.type(`Rome${ENTER}`);
  await waitInPage(browser, 'ink on the second page', `${ink(2)} > 50`);
  // The signature's dialog opens by itself. On a touchscreen, the review follows it.
  const isCoarse = await browser.evaluate("return matchMedia('(pointer: coarse)').matches");
  await press(browser, 'Adopt and sign');
  if (isCoarse !== true) await press(browser, 'Review');
  await press(browser, 'Sign and finish');
  await waitInPage(browser, 'the last page', "document.body.innerText.includes('Everyone has signed')");
}

/** Waits for the seal. Returns the person's signing event. */
async function sealed(id: string): Promise<WireEvent | undefined> {
  const actions = async () => (await harness.events(id)).map(({ action }) => action);
  await expect.poll(actions, { timeout: patience(20_000) }).toContain('envelope.sealed');
  const { fields } = await harness.graph(id);
  expect(fields.find(({ label }) => label === 'City')?.value).toBe('Rome');
  return (await harness.events(id)).find(({ action }) => action === 'participant.signed');
}

/** Makes pdf.js fail on every page. */
async function breakDrawing(page: Page): Promise<void> {
  await page.addInitScript(`
    const context = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      // That of pdf.js is opaque.
      if (more[0]?.alpha === false) throw new Error('no drawing');
      return context.call(this, kind, ...more);
    };`);
}

describe("the phone's ceremony", () => {
  it.skipIf(!hasFirefox)(
    'in Firefox (skipped where there is none)',
    async () => {
      const { id, link } = await send('ada.firefox@example.com');
      const browser = await openFirefox(PHONE);
      try {
        await sign(browser, link);
      } finally {
        await browser.close();
      }
      expect((await sealed(id))?.payload).toMatchObject({ pages: { rendered: [1, 2], pictures: [] } });
    },
    patience(120_000),
  );

  it.skipIf(!hasWebKit)(
    'in WebKitGTK (skipped where there is none)',
    async () => {
      const { id, link } = await send('ada.webkit@example.com');
      const browser = await openWebKit(PHONE);
      try {
        await sign(browser, link);
      } finally {
        await browser.close();
      }
      expect((await sealed(id))?.payload).toMatchObject({ pages: { rendered: [1, 2], pictures: [] } });
    },
    patience(120_000),
  );
});

describe.skipIf(findChromium() === null)('Chromium as a phone (skipped where there is none)', () => {
  const visit = async () => {
    const visited = await harness.visit({
      viewport: { width: PHONE.width, height: PHONE.height },
      hasTouch: true,
      isMobile: true,
      locale: 'en-US',
    });
    return { ...visited, browser: driveTab(visited.page) };
  };

  it(
    'signs with the functions of the oldest supported browsers',
    async () => {
      const { id, link } = await send('ada.older@example.com');
      const { page, browser, faults } = await visit();
      await makeOlder(page.context());
      await sign(browser, link);
      expect(await browser.evaluate('return "OffscreenCanvas" in globalThis')).toBe(false);
      expect(faults).toEqual([]);
      await browser.close();
      expect((await sealed(id))?.payload).toMatchObject({ pages: { rendered: [1, 2], pictures: [] } });
    },
    patience(120_000),
  );

  it(
    "shows the server's pictures if pdf.js can't draw, and logs it",
    async () => {
      const { id, link } = await send('ada.pictures@example.com');
      const { page, browser } = await visit();
      await breakDrawing(page);
      await sign(browser, link, { draws: false });
      await browser.close();
      expect((await sealed(id))?.payload).toMatchObject({ pages: { rendered: [], pictures: [1, 2] } });
    },
    patience(120_000),
  );

  it.each([
    ['stops at once', 'throw new Error("old");'],
    ['fails where it waits', 'setTimeout(() => Promise.reject(new Error("old")));'],
  ])(
    "shows the server's pictures if pdf.js %s, and logs it",
    async (how, script) => {
      const { id, link } = await send(`${how.replaceAll(' ', '.')}@example.com`);
      const { page, browser } = await visit();
      await page.context().route(PDF_WORKER, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${script}\n${await answer.text()}` });
      });
      await sign(browser, link, { draws: false });
      await browser.close();
      expect((await sealed(id))?.payload).toMatchObject({ pages: { rendered: [], pictures: [1, 2] } });
    },
    patience(120_000),
  );

  it(
    'lets nobody start if there are no pictures either, and says why',
    async () => {
      const { id, link } = await send('ada.nothing@example.com');
      const { page, browser } = await visit();
      await breakDrawing(page);
      await page.context().route('**/api/signer/page-picture?*', (route) => route.fulfill({ status: 204 }));
      await browser.open(link);
      await waitForScripts(browser);
      await press(browser, OPEN);
      await page.getByText('Part of the document can’t be displayed').first().waitFor();
      await page.getByText(/can’t be displayed here, so you can’t sign yet/).waitFor();
      expect(await browser.evaluate(`return ${isEnabled}`)).toBe(false);
      // Bypassing the page doesn't help either.
      expect((await harness.graph(id)).envelope.status).toBe('in_progress');
      await browser.close();
    },
    patience(120_000),
  );

  it('tells somebody whose browser is too old, at once', async () => {
    const { link } = await send('ada.ancient@example.com');
    const { page } = await visit();
    await page.addInitScript('delete globalThis.structuredClone;');
    await page.goto(link);
    await page.getByText('This browser is too old for this page.', { exact: false }).waitFor();
    await page.context().close();
  });
});
