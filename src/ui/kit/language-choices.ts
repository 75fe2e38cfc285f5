import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';

/**
 * Lists the languages for emails to a participant, each by its own name. The empty choice is the language of
 * their browser.
 */
export function listLanguageChoices(): { value: Language | ''; label: string }[] {
  return [
    { value: '', label: m.common_language_recipient() },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ];
}
