import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { overwriteGetLocale } from '#i18n/compiled/runtime.js';
import { formatIssue, formatRefusal } from '#ui/kit/refusal-text.ts';
import { describeIssue } from '#wire/messages.ts';
import { emailAddress } from '#wire/text.ts';

/** Runs `task` like a page in German, where nothing may stay English. */
function inGerman<T>(task: () => T): T {
  overwriteGetLocale(() => 'de');
  try {
    return task();
  } finally {
    overwriteGetLocale(() => 'en');
  }
}

describe('refusalText', () => {
  it.each(Object.entries(REFUSAL_MESSAGES))('puts %s in the language of the page', (_name, message) => {
    const refused = { code: 'invalid_state', message } as const;
    expect(inGerman(() => formatRefusal(refused))).not.toBe(message);
    expect(formatRefusal(refused).replaceAll('’', "'")).toBe(message);
  });

  it.each(Object.entries(ERRORS))(
    'puts the default of %s in the language of the page',
    (code, { message }) => {
      const refused = { code: code as ErrorCode, message };
      expect(inGerman(() => formatRefusal(refused))).not.toBe(formatRefusal(refused));
    },
  );

  it('keeps the API message if pages have no text for it', () => {
    expect(formatRefusal({ code: 'invalid_state', message: 'Something rare.' })).toBe('Something rare.');
  });
});

describe('issueText', () => {
  const messageFor = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value, { error: describeIssue }).error?.issues[0]?.message ?? '';

  it.each([
    [z.string(), undefined, 'Required.'],
    [z.string().min(1), '', 'Required.'],
    [z.string().min(10), 'short', 'Use at least 10 characters.'],
    [z.string().max(1200), 'x'.repeat(1201), 'Use at most 1200 characters.'],
    [emailAddress, 'ada', 'Enter a valid email address.'],
    [z.iso.date(), 'tomorrow', 'Enter a valid date.'],
    [z.number(), 'x', 'Enter a number.'],
    [z.enum(['a', 'b']), 'c', 'Choose one of the options.'],
  ])('reads what the schemas say: %#', (schema, value, text) => {
    const message = messageFor(schema, value);
    expect(formatIssue(message)).toBe(text);
    expect(inGerman(() => formatIssue(message))).not.toBe(text);
  });

  it('turns a rule without a text into a sentence', () => {
    expect(formatIssue('is in the past')).toBe('Is in the past.');
  });
});
