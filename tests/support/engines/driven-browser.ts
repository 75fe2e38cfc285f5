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
  /** Returns a PNG of the screen. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

/** The key that moves to the next field. */
export const ENTER = '\uE007';

const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** Waits until an expression in the page is true. */
export async function waitInPage(browser: DrivenBrowser, what: string, condition: string): Promise<void> {
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
export async function waitForScripts(browser: DrivenBrowser): Promise<void> {
  const condition = `document.documentElement.dataset.interactive === ''
    && document.querySelector('#early-landing') === null`;
  await waitInPage(browser, "the page's scripts", condition);
}

/** Clicks a button by name, once it exists and is enabled. */
export async function press(browser: DrivenBrowser, name: string): Promise<void> {
  // Older browsers don't have findLast.
  const found = `[...document.querySelectorAll('button')].reverse().find(
    (each) => each.innerText.trim() === ${JSON.stringify(name)} && !each.disabled && each.offsetParent !== null)`;
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
