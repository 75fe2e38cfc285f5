import type { ClientInit } from '@sveltejs/kit';
import { DEFAULT_LANGUAGE, isLanguage } from '#domain/language.ts';
import { showMessages } from '#i18n/browser/messages.svelte.ts';

/** Loads the texts in the language that the server rendered, before the page is hydrated. */
export const init: ClientInit = async () => {
  const { lang } = document.documentElement;
  await showMessages(isLanguage(lang) ? lang : DEFAULT_LANGUAGE);
};
