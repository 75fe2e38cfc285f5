import {
  baseLocale,
  getTextDirection,
  isLocale,
  overwriteGetLocale,
  setLocale,
  type Locale,
} from '#i18n/compiled/runtime.js';

const browser = typeof document !== 'undefined';
let current = $state<Locale>(shownByServer());

// Messages ask for the language when they are shown, so that pages change with it and nothing typed is lost.
if (browser) overwriteGetLocale(() => current);

/** The language of the signer's page: the browser's, or what the person chose here before. */
export const language = {
  get current(): Locale {
    return current;
  },
  /** Shows the page in another language from now on, and remembers it in this browser. */
  choose(locale: Locale): void {
    language.show(locale);
    void setLocale(locale, { reload: false });
  },
  /** Shows the page in another language, and remembers nothing. */
  show(locale: Locale): void {
    current = locale;
    document.documentElement.lang = locale;
    document.documentElement.dir = getTextDirection(locale);
  },
};

function shownByServer(): Locale {
  const lang = browser ? document.documentElement.lang : baseLocale;
  return isLocale(lang) ? lang : baseLocale;
}
