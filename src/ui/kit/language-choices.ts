import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language.ts';

/** The languages that mails to a participant can be in, each by its own name; empty for that of their browser. */
export const LANGUAGE_CHOICES: readonly { readonly value: Language | ''; readonly label: string }[] = [
  { value: '', label: 'That of their browser' },
  ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
];
