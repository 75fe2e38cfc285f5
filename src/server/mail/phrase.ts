import type { Locale } from '#i18n/compiled/runtime.js';
import { messageParts } from '#i18n/message-parts.ts';
import type { Phrase } from './content.ts';

type Message<Inputs> = (inputs: Inputs, options: { readonly locale: Locale }) => string;

/** Renders a message as a phrase that sets off everything a user wrote. */
export function phrase<Inputs extends Record<string, unknown>>(
  message: Message<Inputs>,
  given: { readonly [Name in keyof Inputs]: string },
  language: Locale,
): Phrase {
  const render = (marks: Readonly<Record<string, string>>) => message(marks as Inputs, { locale: language });
  return messageParts(render, Object.keys(given)).map((part) =>
    'text' in part ? part.text : { given: given[part.name] ?? '' },
  );
}
