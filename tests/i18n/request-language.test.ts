import { describe, expect, it } from 'vitest';
import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { withLanguage, requestLanguage } from '#i18n/request-language.ts';

function asked(
  account: Language | null,
  cookie: string | undefined,
  sent: string | null,
  header: string,
): Language {
  const request = new Request('https://example.com/', { headers: { 'accept-language': header } });
  return requestLanguage({ account, sent, cookies: { get: () => cookie }, request });
}

describe('the language of a page', () => {
  it.each([
    ["the account's", 'it', 'de', 'pl', 'fr', 'it'],
    ['the one chosen in this browser', null, 'de', 'pl', 'fr', 'de'],
    ["the link's", null, undefined, 'pl', 'fr', 'pl'],
    ["the browser's", null, undefined, null, 'sv, fr-CH;q=0.8, en;q=0.5', 'fr'],
    ["the browser's, where cookie and link are unknown", null, 'xx', 'yy', 'ja', 'ja'],
    ['English otherwise', null, undefined, null, 'sv', 'en'],
  ] as const)('is %s', (_, account, cookie, sent, header, language) => {
    expect(asked(account, cookie, sent, header)).toBe(language);
  });

  it('holds for everything that answers a request, and for no other', async () => {
    const words = (language: Language) =>
      withLanguage(language, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return m.common_language();
      });
    expect(await Promise.all([words('de'), words('ja'), words('en')])).toEqual([
      'Sprache',
      '言語',
      'Language',
    ]);
    expect(m.common_language()).toBe('Language');
  });
});
