import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { EXPORT_STOPS } from '#domain/organization/export.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** An organization's exports of everything it has, built part by part. */
export const exports = pgTable(
  'exports',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    startedById: text('started_by_id')
      .notNull()
      .references(() => users.id),
    /** The name of the person at that time. */
    startedBy: text('started_by').notNull(),
    /** How many envelopes there were at the start, and how many are in finished parts. */
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** The last envelope of the finished parts, which are in the order of identifiers. */
    lastEnvelopeId: text('last_envelope_id'),
    partCount: integer('part_count').notNull().default(0),
    finishedAt: moment('finished_at'),
    /** Why the export ended before it had everything; null if it has everything or is running. */
    stopReason: text('stop_reason', { enum: EXPORT_STOPS }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('exports_created').on(table.createdAt),
    check('exports_stop', sql`${table.stopReason} is null or ${table.finishedAt} is not null`),
    check('exports_progress', sql`${table.total} >= 0 and ${table.done} >= 0 and ${table.partCount} >= 0`),
  ],
);

/** One finished archive of an export. */
export const exportParts = pgTable(
  'export_parts',
  {
    exportId: text('export_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    number: integer('number').notNull(),
    key: text('storage_key').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
  },
  (table) => [
    ownReference('export_parts_export', table, table.exportId, exports).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.exportId, table.number] }),
  ],
);
