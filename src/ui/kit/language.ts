import { LANGUAGE_COOKIE, getTextDirection, type Language } from '#domain/language.ts';
import { showMessages } from '#i18n/browser-messages.svelte.ts';
import { getLocale } from '#i18n/compiled/runtime.js';

const REMEMBERED_SECONDS = 400 * 24 * 60 * 60;

/** The language that the page is in. */
export const language = {
  get current(): Language {
    return getLocale();
  },
  /** Shows the page in another language without reloading it, and remembers the language in this browser. */
  async choose(chosen: Language): Promise<void> {
    await language.show(chosen);
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${REMEMBERED_SECONDS}; samesite=lax`;
  },
  /** Shows the page in another language without reloading it. */
  async show(shown: Language): Promise<void> {
    await showMessages(shown);
    document.documentElement.lang = shown;
    document.documentElement.dir = getTextDirection(shown);
  },
};
