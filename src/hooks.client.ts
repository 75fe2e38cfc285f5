import type { ClientInit, HandleClientError } from '@sveltejs/kit';
import { DEFAULT_LANGUAGE, isLanguage } from '#domain/language.ts';
import { showMessages } from '#i18n/browser-messages.svelte.ts';
import { addFunctions } from '#ui/older-browsers/functions-script.ts';

/**
 * Loads the functions that an older browser lacks, and the texts in the language that the server rendered,
 * before the page is hydrated.
 */
export const init: ClientInit = async () => {
  const { lang } = document.documentElement;
  await Promise.all([addFunctions(), showMessages(isLanguage(lang) ? lang : DEFAULT_LANGUAGE)]);
};

/**
 * How browsers' messages begin when a request or a script got no answer. Only the message tells these errors
 * from bugs, which are TypeErrors too.
 */
const NO_ANSWER =
  /^(?:failed to fetch|networkerror|load failed|importing a module|error loading dynamically)/i;

/** Distinguishes a page that couldn't be loaded from one that failed. */
export const handleError: HandleClientError = ({ error, message }) => {
  if (error instanceof TypeError && NO_ANSWER.test(error.message)) return { message, code: 'unreachable' };
  console.error(error);
  return { message };
};
