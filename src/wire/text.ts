import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import { parsePhone } from '#domain/envelope/sign-in.ts';
import { isVisible, toPrintable, toPrintableLines } from '#domain/text.ts';
import { EXAMPLE } from './examples.ts';

/**
 * Creates a schema for one line of text. Control and direction-override characters are removed, and
 * whitespace is collapsed and trimmed.
 */
export function createLineSchema(maxChars: number) {
  return z.string().max(maxChars).overwrite(toPrintable);
}

/** Creates a schema for text with line breaks that is otherwise cleaned like a line. */
export function createLinesSchema(maxChars?: number) {
  const text = z.string().overwrite(toPrintableLines);
  return maxChars === undefined ? text : text.max(maxChars);
}

/**
 * Creates a schema for a line whose length is checked after cleaning, so that removed characters don't count.
 */
export function createSanitizedLineSchema(maxChars: number) {
  return z.string().overwrite(toPrintable).max(maxChars);
}

/** Creates a schema for a line that has visible characters after cleaning. */
export function createRequiredLineSchema(maxChars: number) {
  return createLineSchema(maxChars)
    .min(1)
    .refine((text) => text === '' || isVisible(text), 'must have a character that can be seen');
}

/** An email address with surrounding whitespace removed. */
export const emailAddress = z
  .string()
  .max(LIMITS.emailMaxChars)
  .overwrite((text) => text.trim())
  .refine(isMailAddress, 'must be a valid email address')
  .meta({ format: 'email', examples: ['ada@example.com'] });

/** A phone number in E.164 format. Spaces and other separators are removed. */
export const phoneNumber = z
  .string()
  .max(LIMITS.phoneMaxChars)
  .overwrite((text) => parsePhone(text) ?? text)
  .refine((text) => parsePhone(text) !== null, 'must be an international phone number such as +14155550142')
  .meta({ examples: [EXAMPLE.phone] });

/** Text that isn't a date at all passes, because another check refuses it. */
function isInCalendar(date: string): boolean {
  return Number.isNaN(Date.parse(date)) || /^(?!0000)\d{4}-/.test(date);
}

/** A date and time: ISO 8601 with seconds and an offset (RFC 3339), converted to UTC with milliseconds. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a date and time with a UTC offset (RFC 3339)' })
  .overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()))
  .refine(isInCalendar, 'must be in the years 1 to 9999')
  .meta({ format: 'date-time', examples: ['2027-01-31T17:00:00.000Z'] });

/** A date (ISO 8601) that the database can represent as well. */
export const day = z.iso.date().refine(isInCalendar, 'must be in the years 1 to 9999');

/** A date and time in responses: UTC with milliseconds and `Z`. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-21T09:00:00.000Z'] });

/** The largest whole number that the database columns for counts can hold. */
export const COUNT_MAX = 2_147_483_647;

/** SHA-256 in lowercase hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An identifier in a path. An identifier of another kind leads to "not found". */
export const pathId = z.string().min(1);

/** The domain of email addresses. */
export const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain such as example.com')
  .meta({ examples: ['example.com'] });
