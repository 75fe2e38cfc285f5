import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ListedRow } from '#domain/bulk-send/read-list.ts';
import type { SharedSettings } from '#domain/bulk-send/shared.ts';
import { BULK_STOPS } from '#domain/bulk-send/stop.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';
import { users } from './users.ts';

/** A template sent to a list of recipients. */
export const bulkSends = pgTable(
  'bulk_sends',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    templateId: text('template_id').notNull(),
    /**
     * An identifier chosen by the person who starts the bulk send, so that starting it twice sends it once.
     */
    requestId: uuid('request_id').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    senderName: text('sender_name').notNull(),
    senderEmail: text('sender_email').notNull(),
    filename: text('filename').notNull(),
    rowCount: integer('row_count').notNull(),
    /** What all envelopes have in common, kept while rows are waiting. */
    shared: jsonb('shared').$type<SharedSettings>(),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
    /** Why the bulk send ended before all rows were tried, otherwise null. */
    stopReason: text('stop_reason', { enum: BULK_STOPS }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('bulk_sends_template', table, table.templateId, templates),
    unique('bulk_sends_request').on(table.organizationId, table.requestId),
    index('bulk_sends_template').on(table.organizationId, table.templateId, table.createdAt),
    check('bulk_sends_rows', sql`${table.rowCount} > 0`),
    check('bulk_sends_stopped', sql`${table.stopReason} is null or ${table.finishedAt} is not null`),
  ],
);

/** A row of the list: waiting, sent (with its envelope) or failed (with the reason). */
export const bulkSendRows = pgTable(
  'bulk_send_rows',
  {
    bulkSendId: text('bulk_send_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    line: integer('line').notNull(),
    /** The row's input, kept while the row is waiting. */
    input: jsonb('input').$type<ListedRow['input']>(),
    /** The person that the row is for. Kept until the row has an envelope, which names them. */
    recipient: text('recipient'),
    envelopeId: text('envelope_id'),
    error: text('error'),
  },
  (table) => [
    unique('bulk_send_rows_once').on(table.organizationId, table.envelopeId),
    ownReference('bulk_send_rows_bulk_send', table, table.bulkSendId, bulkSends),
    ownReference('bulk_send_rows_envelope', table, table.envelopeId, envelopes),
    primaryKey({ columns: [table.organizationId, table.bulkSendId, table.line] }),
    check('bulk_send_rows_one_end', sql`${table.envelopeId} is null or ${table.error} is null`),
    check(
      'bulk_send_rows_input',
      sql`(${table.input} is null) = (${table.envelopeId} is not null or ${table.error} is not null)`,
    ),
  ],
);
