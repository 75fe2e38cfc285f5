import { AsyncLocalStorage } from 'node:async_hooks';
import { isLanguage, LANGUAGE_COOKIE, type Language } from '#domain/language.ts';
import { baseLocale, extractLocaleFromHeader, overwriteGetLocale } from '#i18n/compiled/runtime.js';

const current = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => current.getStore() ?? baseLocale);

/** Runs `answer` with all messages in one language. */
export function withLanguage<T>(language: Language, answer: () => T): T {
  return current.run(language, answer);
}

type Asked = {
  /** The language of the signed-in person's account; null when they left it to the browser. */
  readonly account: Language | null;
  /** The language that the sender of a link chose for its reader, if the page was opened by one. */
  readonly sent: string | null;
  readonly cookies: { get: (name: string) => string | undefined };
  readonly request: Request;
};

/** Returns the language to answer in: the account's, the one chosen in this browser, the link's, or the browser's own. */
export function requestLanguage({ account, sent, cookies, request }: Asked): Language {
  if (account !== null) return account;
  const chosen = cookies.get(LANGUAGE_COOKIE);
  const known = [chosen, sent].find(isLanguage);
  return known ?? extractLocaleFromHeader(request) ?? baseLocale;
}
