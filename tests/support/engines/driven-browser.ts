import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patience } from '../patience.ts';

/** A browser tab of any engine, driven from outside the way a person would. */
export type DrivenBrowser = {
  readonly open: (url: string) => Promise<void>;
  /** Runs a function's body in the page. Returns its result as JSON. */
  readonly evaluate: <T>(body: string) => Promise<T>;
  /** Clicks the middle of the first element that matches a CSS selector, after scrolling to it. */
  readonly click: (selector: string) => Promise<void>;
  /** Types into the focused element. */
  readonly type: (text: string) => Promise<void>;
  /** Drives the page's first frame from now on, or the page again. */
  readonly enterFrame: () => Promise<void>;
  readonly leaveFrame: () => Promise<void>;
  /** The folder that downloads are saved in. */
  readonly downloads: string;
  /** Returns a PNG of the screen. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

/** What every engine can do. */
export type Tab = Omit<DrivenBrowser, 'downloads' | 'enterFrame' | 'leaveFrame'>;

/** The size of the window, and whether its pointer is a finger, in engines that can have one. */
export type DrivenWindow = { readonly width: number; readonly height: number; readonly isTouch: boolean };

/** The key that moves to the next field. */
export const ENTER = '\uE007';
export const TAB = '\uE004';

const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** Waits until an expression in the page is true. */
export async function waitInPage(browser: Tab, what: string, condition: string): Promise<void> {
  const deadline = Date.now() + patience(PATIENCE_MS);
  while (!(await browser.evaluate<boolean>(`return Boolean(${condition})`))) {
    if (Date.now() > deadline) {
      const text = await browser.evaluate<string>('return document.body.innerText');
      throw new Error(`timed out waiting for ${what}; the page says: ${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Waits until a page's scripts have taken over from the server-rendered page. */
export async function waitForScripts(browser: Tab): Promise<void> {
  const condition = `document.documentElement.dataset.interactive === ''
    && document.querySelector('#early-landing') === null`;
  await waitInPage(browser, "the page's scripts", condition);
}

/** Chooses a file for the last input that takes files in a part of the page, as its file picker would. */
export async function chooseFile(
  browser: DrivenBrowser,
  within: string,
  { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
): Promise<void> {
  const input = `[...document.querySelectorAll(${JSON.stringify(`${within} input[type=file]:not([capture])`)})].reverse()[0]`;
  await waitInPage(browser, 'an input for files', input);
  await browser.evaluate(`
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (one) => one.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], ${JSON.stringify(name)}, { type: '${type}' }));
    const input = ${input};
    input.files = chosen.files;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return null;`);
}

/** Waits for a PDF in the folder of downloads, and returns it. */
export async function waitForPdf({ downloads }: DrivenBrowser): Promise<Buffer> {
  const deadline = Date.now() + patience(PATIENCE_MS);
  for (;;) {
    const name = (await readdir(downloads)).find((each) => each.endsWith('.pdf'));
    const bytes = name === undefined ? null : await readFile(join(downloads, name));
    // A file that is still being written has no end.
    if (bytes?.subarray(-1024).includes('%%EOF') === true) return bytes;
    if (Date.now() > deadline) throw new Error(`no PDF in ${downloads}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Clicks the first element that matches a CSS selector, once it exists, and types into it. */
export async function enter(browser: DrivenBrowser, selector: string, text = ''): Promise<void> {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  await waitInPage(browser, selector, found);
  await browser.evaluate(`${found}.scrollIntoView({ block: 'center', behavior: 'instant' }); return null`);
  await browser.click(selector);
  if (text !== '') await browser.type(text);
}

/** Clicks a button, a link or a menu by the first line of its text, once it exists and is enabled. */
export async function press(browser: Tab, name: string): Promise<void> {
  // Older browsers don't have findLast.
  const found = `[...document.querySelectorAll('button, a, summary')].reverse().find(
    (each) => each.innerText.trim().split('\\n')[0] === ${JSON.stringify(name)} && !each.disabled && each.offsetParent !== null)`;
  await waitInPage(browser, `the button ${name}`, found);
  await browser.evaluate(
    `document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
     const found = ${found};
     found.setAttribute('data-pressed', '');
     // Away from the bars at the edges.
     found.scrollIntoView({ block: 'center', behavior: 'instant' });
     return null`,
  );
  const place = "JSON.stringify(document.querySelector('[data-pressed]')?.getBoundingClientRect() ?? null)";
  // It moves while the page scrolls by itself.
  let before = await browser.evaluate<string>(`return ${place}`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    const now = await browser.evaluate<string>(`return ${place}`);
    if (now === before) break;
    before = now;
  }
  await browser.click('[data-pressed]');
}
