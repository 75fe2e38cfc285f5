import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { ACTOR_TYPES } from '#domain/actor.ts';
import { eventActions, moment, ownId, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * The hash-chained log. A trigger refuses every DELETE, and every UPDATE except the erasure of personal data.
 */
export const events = pgTable(
  'events',
  {
    id: ownId(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    seq: integer('seq').notNull(),
    actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
    actorId: text('actor_id'),
    action: text('action', { enum: eventActions }).notNull(),
    occurredAt: moment('occurred_at').notNull(),
    salt: text('salt'),
    digest: text('digest').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Position in the organization's feed, from 1; null until the feed is read as far. It isn't part of the chain. */
    position: bigint('position', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('events_envelope', table, table.envelopeId, envelopes),
    unique('events_seq').on(table.organizationId, table.envelopeId, table.seq),
    uniqueIndex('events_position')
      .on(table.organizationId, table.position)
      .where(sql`${table.position} is not null`),
    index('events_unplaced')
      .on(table.organizationId, table.occurredAt)
      .where(sql`${table.position} is null`),
    check('events_seq_positive', sql`${table.seq} >= 1`),
  ],
);
