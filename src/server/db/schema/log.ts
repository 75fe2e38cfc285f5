import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});

/**
 * Heads of chains that have grown since they were last logged. A trigger writes a head together with its
 * events, so none is missed. The log's job removes them.
 */
export const changedHeads = pgTable(
  'changed_heads',
  {
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    seq: integer('seq').notNull(),
    headHash: text('head_hash').notNull(),
    /** When the first unlogged event was written. */
    since: moment('since').notNull(),
    /**
     * When the last unlogged event was written. There is no index on it, so that each event updates its row
     * in place.
     */
    latest: moment('latest').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId] }),
    ownReference('changed_heads_envelope', table, table.envelopeId, envelopes),
    index('changed_heads_organization').on(table.organizationId, table.since),
  ],
);

/**
 * The identity of the instance's log: one row, written when the log begins. Triggers refuse every change
 * except to the key's encryption.
 */
export const logIdentity = pgTable(
  'log_identity',
  {
    only: boolean('only').primaryKey(),
    origin: text('origin').notNull(),
    /** The Ed25519 public key, 32 bytes. */
    publicKey: bytes('public_key').notNull(),
    /** The private key in PKCS#8, encrypted with the secret key. */
    privateKeySealed: text('private_key_sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('log_identity_only', sql`${table.only}`)],
);

/**
 * The log's rows as they are served: hashes from level 0 up, and the entries as level -1. Rows only grow, and
 * each one is full before the next begins. Triggers refuse everything else. The rows belong to no
 * organization.
 */
export const logTiles = pgTable(
  'log_tiles',
  {
    level: smallint('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.level, table.index] }),
    check('log_tiles_level', sql`${table.level} between -1 and 7 and ${table.index} >= 0`),
    check(
      'log_tiles_content',
      sql`octet_length(${table.content}) between 1 and 256 * (case when ${table.level} < 0 then 34 else 32 end)
        and octet_length(${table.content}) % (case when ${table.level} < 0 then 34 else 32 end) = 0`,
    ),
  ],
);

/**
 * What each entry of the log commits to. Triggers refuse every change, and every leaf whose hash isn't the
 * log's entry.
 */
export const logLeaves = pgTable(
  'log_leaves',
  {
    /** The entry's position in the log, from 0. */
    position: bigint('position', { mode: 'number' }).notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    envelopeId: text('envelope_id').notNull(),
    seq: integer('seq').notNull(),
    headHash: text('head_hash').notNull(),
    /** 16 random bytes in hex. */
    nonce: text('nonce').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.position] }),
    unique('log_leaves_head').on(table.organizationId, table.envelopeId, table.seq),
  ],
);

/** The log's signed states, each larger than the one before. Triggers refuse every change. */
export const logCheckpoints = pgTable('log_checkpoints', {
  size: bigint('size', { mode: 'number' }).primaryKey(),
  /** The signed note, with the log's signature only. */
  note: text('note').notNull(),
  signedAt: moment('signed_at').notNull(),
});

/** Signatures of witnesses. Triggers refuse every change. */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    size: bigint('size', { mode: 'number' })
      .notNull()
      .references(() => logCheckpoints.size),
    /** The witness's key in its text form. */
    witness: text('witness').notNull(),
    /** The signature line, including its newline. */
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.witness] })],
);

/** Timestamps that a service has signed for checkpoints. Triggers refuse every change. */
export const logTimestamps = pgTable('log_timestamps', {
  size: bigint('size', { mode: 'number' })
    .primaryKey()
    .references(() => logCheckpoints.size),
  /** The timestamp token (RFC 3161, DER) of the checkpoint's text. */
  token: bytes('token').notNull(),
});

/**
 * Why an observer doesn't agree with the log: it can't be reached, doesn't know the log, refuses to sign for
 * another reason, or contradicts what it signed. The last two values mean that the log was rolled back: the
 * observer has more entries than the log, or different ones.
 */
export type ObserverProblem = 'unreachable' | 'unknown' | 'refused' | 'contradictory' | 'ahead' | 'diverged';

/**
 * The observers that keep the log's states elsewhere (the object storage and each witness), and whether each
 * one agrees with the log.
 */
export const logObservers = pgTable('log_observers', {
  /** `storage`, or a witness's key in its text form. */
  name: text('name').primaryKey(),
  /** The size of the newest state that the observer has; null if unknown. */
  size: bigint('size', { mode: 'number' }),
  /** What is wrong with the observer; null if nothing is. */
  problem: text('problem').$type<ObserverProblem>(),
  /** When the current state began. */
  since: moment('since').notNull(),
});
