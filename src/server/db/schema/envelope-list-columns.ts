import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, type ExtraConfigColumn } from 'drizzle-orm/pg-core';

/** Text sorted by code points regardless of the server's locale, so that upgrades can't corrupt an index. */
const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Whether `standing_attention` contains any values. */
export const needsAttention = () =>
  boolean('needs_attention')
    .notNull()
    .generatedAlwaysAs(sql`cardinality(standing_attention) > 0`);

/** The sort key of a name; see the SQL function `sort_name`. */
export const sortName = () =>
  codePoints('sort_name')
    .notNull()
    .generatedAlwaysAs(sql`sort_name(display_name)`);

/**
 * The sender's email in the form used for comparisons. With row-level security, a list that called `lower`
 * couldn't use an index.
 */
export const senderKey = () =>
  codePoints('sender_key')
    .notNull()
    .generatedAlwaysAs(sql`lower(sender_email)`);

/**
 * How close an open envelope's deadline is: the deadline in milliseconds since 1970, negated, so that the
 * nearest deadline is the largest value and sorts in the same direction as the newest date. Without a
 * relevant deadline, it is the smallest safe integer.
 */
export const nearness = () =>
  bigint('nearness', { mode: 'number' })
    .notNull()
    .generatedAlwaysAs(
      sql`case when expires_at is not null and status in ('draft', 'detecting', 'review', 'in_progress') then -(extract(epoch from expires_at at time zone 'UTC') * 1000)::bigint else -9007199254740991 end`,
    );

type Columns = Readonly<
  Record<
    | 'organizationId'
    | 'teamId'
    | 'templateId'
    | 'status'
    | 'needsAttention'
    | 'nearness'
    | 'sortName'
    | 'sentAt'
    | 'completedAt'
    | 'latestActionAt'
    | 'createdAt'
    | 'deletedAt'
    | 'id',
    ExtraConfigColumn
  >
>;

/**
 * Returns the indexes that lists walk along. Each contains the rows of one status in one order, so a page of
 * any combination of statuses merges the heads of at most eight indexes. A template's envelopes are too many
 * to sort for a page, but few enough to have indexes of their own. Teams have one only for the default order.
 * Sorts that have few rows have indexes only for the attention view.
 */
export function listIndexes(table: Columns) {
  const { organizationId, status, id } = table;
  const live = sql`${table.deletedAt} is null`;
  const attention = sql`${live} and ${table.needsAttention}`;
  const sent = sql`${table.sentAt} is not null`;
  const ofTemplate = sql`${live} and ${table.templateId} is not null`;
  // The index that gets a column's direction uses it up, so each index needs a new one.
  const created = () => table.createdAt.desc();
  const activity = () => table.latestActionAt.desc();
  return [
    index('envelopes_created').on(organizationId, created(), id.desc()).where(live),
    index('envelopes_status_created').on(organizationId, status, created(), id.desc()).where(live),
    index('envelopes_status_sent')
      .on(organizationId, status, table.sentAt.desc(), id.desc())
      .where(sql`${live} and ${sent}`),
    index('envelopes_status_completed')
      .on(organizationId, table.completedAt.desc(), id.desc())
      .where(sql`${live} and ${status} = 'completed'`),
    index('envelopes_status_activity').on(organizationId, status, activity(), id.desc()).where(live),
    index('envelopes_status_name').on(organizationId, status, table.sortName, id).where(live),
    index('envelopes_urgency')
      .on(organizationId, status, table.needsAttention, table.nearness.desc(), created(), id.desc())
      .where(live),
    index('envelopes_team').on(table.teamId, status, created(), id.desc()).where(live),
    index('envelopes_template')
      .on(table.templateId, status, created(), id.desc())
      .where(sql`${table.templateId} is not null`),
    index('envelopes_template_sent')
      .on(table.templateId, status, table.sentAt.desc(), id.desc())
      .where(sql`${ofTemplate} and ${sent}`),
    index('envelopes_template_completed')
      .on(table.templateId, table.completedAt.desc(), id.desc())
      .where(sql`${ofTemplate} and ${status} = 'completed'`),
    index('envelopes_template_activity')
      .on(table.templateId, status, activity(), id.desc())
      .where(ofTemplate),
    index('envelopes_template_name').on(table.templateId, status, table.sortName, id).where(ofTemplate),
    index('envelopes_template_urgency')
      .on(table.templateId, status, table.needsAttention, table.nearness.desc(), created(), id.desc())
      .where(ofTemplate),
    index('envelopes_attention_created').on(organizationId, status, created(), id.desc()).where(attention),
    index('envelopes_attention_sent')
      .on(organizationId, status, table.sentAt.desc(), id.desc())
      .where(sql`${attention} and ${sent}`),
    index('envelopes_attention_completed')
      .on(organizationId, table.completedAt.desc(), id.desc())
      .where(sql`${attention} and ${status} = 'completed'`),
    index('envelopes_attention_activity').on(organizationId, status, activity(), id.desc()).where(attention),
    index('envelopes_attention_name').on(organizationId, status, table.sortName, id).where(attention),
  ];
}
