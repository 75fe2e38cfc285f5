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
 * Heads of chains that have grown since they were last logged. A trigger writes them with the events, so none
 * is missed; the log's job removes them.
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
    /** When the last one was. Without an index, so that each event updates its row in place. */
    latest: moment('latest').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId] }),
    ownReference('changed_heads_envelope', table, table.envelopeId, envelopes),
    index('changed_heads_organization').on(table.organizationId, table.since),
  ],
);

/** Who the instance's log is. One row, written when the log begins. Triggers refuse every change but of the key's encryption. */
export const logIdentity = pgTable(
  'log_identity',
  {
    only: boolean('only').primaryKey(),
    origin: text('origin').notNull(),
    /** Ed25519, 32 bytes. */
    publicKey: bytes('public_key').notNull(),
    /** PKCS#8, encrypted with the secret key. */
    privateKeySealed: text('private_key_sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('log_identity_only', sql`${table.only}`)],
);

/**
 * The log's rows as they are served: hashes from level 0 up, and the entries as level -1. Rows only grow, each is full before
 * the next begins, and triggers refuse everything else. Belongs to no organization.
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

/** What the entries commit to. Triggers refuse every change, and a leaf that isn't what the log's entry is the hash of. */
export const logLeaves = pgTable(
  'log_leaves',
  {
    /** From 0. */
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

/** The log's signed states. Each is larger than the last. Triggers refuse every change. */
export const logCheckpoints = pgTable('log_checkpoints', {
  size: bigint('size', { mode: 'number' }).primaryKey(),
  /** Signed by the log alone. */
  note: text('note').notNull(),
  signedAt: moment('signed_at').notNull(),
});

/** What witnesses have signed. Triggers refuse every change. */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    size: bigint('size', { mode: 'number' })
      .notNull()
      .references(() => logCheckpoints.size),
    /** The witness's key in its text form. */
    witness: text('witness').notNull(),
    /** The signature's line, with its newline. */
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.witness] })],
);

/** What a timestamp service has signed about checkpoints. Triggers refuse every change. */
export const logTimestamps = pgTable('log_timestamps', {
  size: bigint('size', { mode: 'number' })
    .primaryKey()
    .references(() => logCheckpoints.size),
  /** The token (RFC 3161, DER) over the checkpoint's text. */
  token: bytes('token').notNull(),
});

/**
 * Why an observer doesn't agree with the log: it can't be reached, doesn't know the log, doesn't sign for another reason, or takes
 * back what it signed. The last two are those of a log that was rolled back: it has more entries, or other ones.
 */
export type ObserverProblem = 'unreachable' | 'unknown' | 'refused' | 'contradictory' | 'ahead' | 'diverged';

/** What keeps the log's states elsewhere: the object storage and each witness, and whether it agrees with ours. */
export const logObservers = pgTable('log_observers', {
  /** `storage`, or the key of a witness in its text form. */
  name: text('name').primaryKey(),
  /** The size of the newest state that it has; null if unknown. */
  size: bigint('size', { mode: 'number' }),
  /** What is wrong; null if nothing is. */
  problem: text('problem').$type<ObserverProblem>(),
  /** Since when that is so. */
  since: moment('since').notNull(),
});
