import type { Locale } from '#i18n/compiled/runtime.js';
import type { Phrase } from './content.ts';

type Message<Inputs> = (inputs: Inputs, options: { readonly locale: Locale }) => string;

/**
 * Renders a message as a phrase that sets off everything a user wrote. The message is rendered with marks
 * instead of values, so no value can pass for our own words.
 */
export function formatPhrase<Inputs extends Record<string, unknown>>(
  message: Message<Inputs>,
  given: { readonly [Name in keyof Inputs]: string },
  language: Locale,
): Phrase {
  const names = Object.keys(given);
  const marks = Object.fromEntries(names.map((name, index) => [name, `${OPEN}${index}${CLOSE}`])) as Inputs;
  return message(marks, { locale: language })
    .split(MARK)
    .map((part, position) => (position % 2 === 0 ? part : { given: given[names[Number(part)] ?? ''] ?? '' }))
    .filter((part) => part !== '');
}

/** Noncharacters (Unicode 23.7), which no text of ours contains. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const MARK = /\ufdd0(\d+)\ufdd1/u;
