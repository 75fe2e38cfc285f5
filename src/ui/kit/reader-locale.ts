import { getLocale } from '#i18n/compiled/runtime.js';

/**
 * Returns the page's language with the region of the reader's browser, because dates in `en-GB` differ from
 * those in `en`.
 */
export function getReaderLocale(
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  const language = getLocale();
  return preferred.find((tag) => tag.split('-', 1)[0]?.toLowerCase() === language) ?? language;
}

/** Returns the languages of an `Accept-Language` header, which browsers send with the preferred one first. */
export function parseAcceptedLanguages(header: string | null): string[] {
  return (header ?? '').split(',').flatMap((entry) => /^\s*([a-z]+(?:-[a-z\d]+)*)/i.exec(entry)?.[1] ?? []);
}
