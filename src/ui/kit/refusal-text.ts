import { ERRORS } from '#domain/errors.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireError } from '#wire/error.ts';

/** Returns a refusal in the page's language; where the API says more than its code does, what the API says. */
export function refusalText({ code, message }: Pick<WireError, 'code' | 'message'>): string {
  return message === ERRORS[code].message ? m[`common_error_${code}`]() : message;
}

/** Returns what is wrong with an input in the page's language; a rule that has no text here keeps the API's. */
export function issueText(message: string): string {
  for (const [pattern, text] of RULES) {
    const found = pattern.exec(message);
    if (found !== null) return text(Number(found[1]));
  }
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

const RULES: readonly (readonly [RegExp, (count: number) => string])[] = [
  [
    /^Too small: expected string to have >=1 characters$|^must not be empty$|^is required$/,
    () => m.common_rule_required(),
  ],
  [/^Too small: expected string to have >=(\d+) characters$/, (count) => m.common_rule_min_length({ count })],
  [/^must (?:have|be) at least (\d+) characters/, (count) => m.common_rule_min_length({ count })],
  [/^Too big: expected string to have <=(\d+) characters$/, (count) => m.common_rule_max_length({ count })],
  [/^must (?:have|be) at most (\d+) characters/, (count) => m.common_rule_max_length({ count })],
  [/^must be an? (?:valid )?e-?mail address$/, () => m.common_rule_email()],
  [/^must be a (?:valid )?date/, () => m.common_rule_date()],
  [/^must be a (?:valid )?number$/, () => m.common_rule_number()],
  [/^must be a (?:valid )?(?:tele)?phone number$/, () => m.common_rule_phone()],
  [/^must be one of the options$/, () => m.common_rule_option()],
  [/^is wrong or has expired$/, () => m.common_rule_code()],
];
