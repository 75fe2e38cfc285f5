import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { sql, type Column, type SQL } from 'drizzle-orm';
import { text, timestamp } from 'drizzle-orm/pg-core';

/** A UTC timestamp with millisecond precision. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => moment('created_at').notNull();
export const updatedAt = () => moment('updated_at').notNull();
/** The actions as a tuple, as column types need them. */
export const eventActions = EVENT_ACTIONS as readonly [EventAction, ...EventAction[]];
export const id = () => text('id').primaryKey();

/** A message to everyone: a subject, a body, or both, each within its limit. */
export function messageLimits(message: Column): SQL {
  const { messageSubjectMaxChars, messageBodyMaxChars } = LIMITS;
  return sql`${message} is null or (
      char_length(${message} ->> 'subject') between 1 and ${sql.raw(String(messageSubjectMaxChars))}
      or char_length(${message} ->> 'body') between 1 and ${sql.raw(String(messageBodyMaxChars))}
    ) and coalesce(char_length(${message} ->> 'subject'), 0) <= ${sql.raw(String(messageSubjectMaxChars))}
    and coalesce(char_length(${message} ->> 'body'), 0) <= ${sql.raw(String(messageBodyMaxChars))}`;
}
