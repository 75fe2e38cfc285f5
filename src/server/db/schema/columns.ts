import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { NOTICE_CODES, type DocumentNotice } from '#domain/document/notices.ts';
import { sql, type Column, type SQL } from 'drizzle-orm';
import { check, customType, foreignKey, jsonb, text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** A UTC timestamp with millisecond precision. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => moment('created_at').notNull();
export const updatedAt = () => moment('updated_at').notNull();
/** The actions as a tuple, which column types require. */
export const eventActions = EVENT_ACTIONS as readonly [EventAction, ...EventAction[]];
export const id = () => text('id').primaryKey();
/**
 * The identifier of a row that belongs to an organization. The primary key is the organization plus this
 * column, so that rows can be distributed by organization.
 */
export const ownId = () => text('id').notNull();
/** A foreign key to another row of the same organization. */
export const ownReference = (
  name: string,
  table: { readonly organizationId: AnyPgColumn },
  column: AnyPgColumn,
  to: { readonly organizationId: AnyPgColumn; readonly id: AnyPgColumn },
) =>
  foreignKey({ name, columns: [table.organizationId, column], foreignColumns: [to.organizationId, to.id] });
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});

/**
 * Returns the condition for a message to everyone: it has a subject, a body, or both, each within its limit.
 */
export function buildMessageLimits(message: Column): SQL {
  const { messageSubjectMaxChars, messageBodyMaxChars } = LIMITS;
  return sql`${message} is null or (
      char_length(${message} ->> 'subject') between 1 and ${sql.raw(String(messageSubjectMaxChars))}
      or char_length(${message} ->> 'body') between 1 and ${sql.raw(String(messageBodyMaxChars))}
    ) and coalesce(char_length(${message} ->> 'subject'), 0) <= ${sql.raw(String(messageSubjectMaxChars))}
    and coalesce(char_length(${message} ->> 'body'), 0) <= ${sql.raw(String(messageBodyMaxChars))}`;
}
/** What was changed when a PDF was prepared. */
export const notices = () => jsonb('notices').$type<readonly DocumentNotice[]>().notNull();
/** Builds the check that notices have known codes and are only about a prepared PDF. */
export const buildNoticesCheck = (table: string) => {
  const known = NOTICE_CODES.map((code) => `@.code == "${code}"`).join(' || ');
  const counted = '@.count == null || (@.count.type() == "number" && @.count >= 1)';
  return check(
    `${table}_notices`,
    sql.raw(
      `jsonb_typeof(notices) = 'array' and (variant = 'prepared' or notices = '[]') ` +
        `and not jsonb_path_exists(notices, '$[*] ? (!(${known}) || !(${counted}))')`,
    ),
  );
};
