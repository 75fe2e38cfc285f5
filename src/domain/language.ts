/** The languages of pages and emails (BCP 47), each with its own name for itself. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  pl: 'Polski',
  nl: 'Nederlands',
  ja: '日本語',
  zh: '简体中文',
  ar: 'العربية',
  he: 'עברית',
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];
export const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}

/** Returns the direction that a language is written in. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}

/** The query parameter of a link that names the language its sender chose for the reader. */
export const LANGUAGE_PARAMETER = 'lang';

/** The cookie that holds the language that a visitor chose. */
export const LANGUAGE_COOKIE = 'countersign_locale';
