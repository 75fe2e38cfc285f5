import { locators, type Locator } from 'vitest/browser';

locators.extend({ getBySelector: (css) => `css=${css}` });

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds what has no role or name of its own. */
    getBySelector: (css: string) => Locator;
  }
}
