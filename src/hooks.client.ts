import type { ClientInit, HandleClientError } from '@sveltejs/kit';
import { DEFAULT_LANGUAGE, isLanguage } from '#domain/language.ts';
import { showMessages } from '#i18n/browser/messages.svelte.ts';

/** Loads the texts in the language that the server rendered, before the page is hydrated. */
export const init: ClientInit = async () => {
  const { lang } = document.documentElement;
  await showMessages(isLanguage(lang) ? lang : DEFAULT_LANGUAGE);
};

/** What each browser calls a request or a script that never got an answer. */
const NO_ANSWER = /fetch|load failed|importing a module|loading dynamically/i;

/** Tells a page that couldn't be loaded from one that went wrong. */
export const handleError: HandleClientError = ({ error, message }) => {
  if (error instanceof TypeError && NO_ANSWER.test(error.message)) return { message, code: 'unreachable' };
  console.error(error);
  return { message };
};
