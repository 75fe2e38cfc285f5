import { ERRORS } from '#domain/errors.ts';
import { REFUSAL_MESSAGES, type RefusalName } from '#domain/refusal-messages.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireError } from '#wire/error.ts';

const NAMES = new Map(
  (Object.entries(REFUSAL_MESSAGES) as [RefusalName, string][]).map(([name, message]) => [message, name]),
);

/** Returns a refusal in the page's language. A refusal that pages don't expect keeps the API's text. */
export function formatRefusal({ code, message }: Pick<WireError, 'code' | 'message'>): string {
  if (message === ERRORS[code].message) return m[`common_error_${code}`]();
  const name = NAMES.get(message);
  return name === undefined ? message : m[`common_refused_${name}`]();
}

/**
 * Returns what is wrong with an input in the page's language. A rule that has no text here keeps the API's
 * text.
 */
export function formatIssue(message: string): string {
  for (const [pattern, text] of RULES) {
    const found = pattern.exec(message);
    if (found !== null) return text(Number(found[1]?.replaceAll(',', '')), found[1] ?? '');
  }
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The rules in the wording of `#wire/messages.ts`. */
const RULES: readonly (readonly [RegExp, (count: number, given: string) => string])[] = [
  [/^(?:can't be empty|is required)$/, () => m.common_rule_required()],
  [/^must have at least (\d+) characters?$/, (count) => m.common_rule_min_length({ count })],
  [/^must have at most ([\d,]+) characters?$/, (count) => m.common_rule_max_length({ count })],
  [/^must be a valid email address$/, () => m.common_rule_email()],
  [/^must be a date\b/, () => m.common_rule_date()],
  [/^must be a number$/, () => m.common_rule_number()],
  [/^must be a valid phone number$/, () => m.common_rule_phone()],
  [/^must be one of\b/, () => m.common_rule_option()],
  [/^is wrong or has expired$/, () => m.common_rule_code()],
  [/^must include at least one scope$/, () => m.common_rule_scope()],
  [/^must be an IP address or a range\b/, () => m.common_rule_network()],
  [/^is too easy to guess$/, () => m.common_rule_guessable()],
  [/^can't be a web address or resemble\b/, () => m.common_rule_misleading_name()],
  [/^must be an address at (.+)$/, (_count, domains) => m.common_rule_domains({ domains })],
  [/^isn't set up for single sign-on$/, () => m.common_rule_single_sign_on()],
  [/^is wrong$/, () => m.common_rule_password()],
];
