import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { events } from './events.ts';
import { organizations } from './organizations.ts';

/**
 * Heads of chains that have grown since they were last logged. A trigger writes them with the events, so none
 * is missed; the checkpoint job removes them.
 */
export const changedHeads = pgTable(
  'changed_heads',
  {
    envelopeId: text('envelope_id')
      .primaryKey()
      .references(() => envelopes.id),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    seq: integer('seq').notNull(),
    headHash: text('head_hash').notNull(),
    /** When the first unlogged event was written. */
    since: moment('since').notNull(),
  },
  (table) => [
    index('changed_heads_due').on(table.since),
    index('changed_heads_organization').on(table.organizationId, table.since),
  ],
);

/**
 * The organization's log of heads, an append-only RFC 6962 tree of statements "the event with this number in
 * this envelope's chain has this hash". Triggers refuse every change, and leaves without an event.
 */
export const checkpointLeaves = pgTable(
  'checkpoint_leaves',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** From 0, without gaps. */
    position: bigint('position', { mode: 'number' }).notNull(),
    envelopeId: text('envelope_id').notNull(),
    seq: integer('seq').notNull(),
    headHash: text('head_hash').notNull(),
    /**
     * Hashes of the full subtrees that this leaf completes, from the leaf upwards. Proofs consist of them.
     */
    nodes: text('nodes').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.position] }),
    unique('checkpoint_leaves_head').on(table.envelopeId, table.seq),
    // Not to the envelope: its row is locked while its chain is appended to, which then waits for the changed
    // head.
    foreignKey({
      name: 'checkpoint_leaves_event',
      columns: [table.envelopeId, table.seq],
      foreignColumns: [events.envelopeId, events.seq],
    }),
    check('checkpoint_leaves_nodes', sql`cardinality(${table.nodes}) >= 1`),
  ],
);

/** Signed roots of an organization's log, each chained to the previous one. Triggers refuse every change. */
export const checkpoints = pgTable(
  'checkpoints',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    treeSize: bigint('tree_size', { mode: 'number' }).notNull(),
    rootHash: text('root_hash').notNull(),
    /** SHA-256 of the previous checkpoint's statement; 64 zeros for the first. */
    previousHash: text('previous_hash').notNull(),
    signedAt: moment('signed_at').notNull(),
    /** In base64. */
    signature: text('signature').notNull(),
    /** DER in base64, leaf first. Stored here because seal certificates can be replaced. */
    certificates: text('certificates').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.number] }),
    unique('checkpoints_tree_size').on(table.organizationId, table.treeSize),
    check('checkpoints_counts', sql`${table.number} >= 1 and ${table.treeSize} >= 1`),
  ],
);
