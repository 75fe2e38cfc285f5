import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { ACTOR_TYPES } from '#domain/actor.ts';
import { eventActions, moment, ownId, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * The hash-chained log. A trigger refuses every DELETE, and every UPDATE except the erasure of personal data.
 * It's partitioned by the month in which the envelope was created; see docs/database.md. Nothing refers to it
 * by a foreign key.
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
    /**
     * Position in the organization's feed, from 1; null until the feed is read as far. It isn't part of the
     * chain.
     */
    position: bigint('position', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.seq] }),
    ownReference('events_envelope', table, table.envelopeId, envelopes),
    index('events_position')
      .on(table.organizationId, table.position)
      .where(sql`${table.position} is not null`),
    index('events_unplaced')
      .on(table.organizationId, table.occurredAt)
      .where(sql`${table.position} is null`),
    check('events_seq_positive', sql`${table.seq} >= 1`),
  ],
);

/**
 * How far each organization's event feed has been numbered. The row's lock and a trigger ensure that each
 * position is given out once. Only the owner of the tables uses it.
 */
export const eventFeeds = pgTable(
  'event_feeds',
  {
    organizationId: text('organization_id')
      .primaryKey()
      .references(() => organizations.id),
    /** The last position given to an event. */
    last: bigint('last', { mode: 'number' }).notNull(),
    /** The first position of the latest batch, and the transaction that gave out the batch. */
    first: bigint('first', { mode: 'number' }).notNull(),
    givenBy: text('given_by').notNull(),
  },
  (table) => [check('event_feeds_range', sql`${table.first} between 1 and ${table.last}`)],
);
