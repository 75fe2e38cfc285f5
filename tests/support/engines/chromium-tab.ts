import type { Page } from '@playwright/test';
import { ENTER, type Tab } from './driven-browser.ts';

/** Drives a Chromium tab through the same interface as the other engines. */
export function driveTab(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (body) => page.evaluate(`(() => { ${body} })()`),
    click: (selector) => page.locator(selector).first().tap(),
    type: async (text) => {
      for (const letter of text) await page.keyboard.press(letter === ENTER ? 'Enter' : letter);
    },
    screenshot: () => page.screenshot(),
    close: () => page.context().close(),
  };
}
