import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  THREAD_KINDS,
  THREAD_STATES,
  THREAD_VISIBILITIES,
  type Quote,
  type ThreadMessage,
} from '#domain/envelope/thread.ts';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, ownId, ownReference, updatedAt } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** What participants asked about an envelope, and the answers. */
export const threads = pgTable(
  'threads',
  {
    id: ownId(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Who began it. */
    participantId: text('participant_id').notNull(),
    /** The address of the person who was that participant then. */
    email: text('email').notNull(),
    kind: text('kind', { enum: THREAD_KINDS }).notNull(),
    state: text('state', { enum: THREAD_STATES }).notNull(),
    quote: jsonb('quote').$type<Quote>(),
    proposal: text('proposal'),
    visibleTo: text('visible_to', { enum: THREAD_VISIBILITIES }).notNull(),
    messages: jsonb('messages').$type<readonly ThreadMessage[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('threads_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    index('threads_envelope').on(table.envelopeId),
    check('threads_kind', sql.raw(`kind in ('${THREAD_KINDS.join("', '")}')`)),
    check('threads_state', sql.raw(`state in ('${THREAD_STATES.join("', '")}')`)),
    check('threads_visible_to', sql.raw(`visible_to in ('${THREAD_VISIBILITIES.join("', '")}')`)),
    check(
      'threads_proposal',
      sql`${table.proposal} is null or ${table.kind} = 'change' and ${table.quote} is not null`,
    ),
    check(
      'threads_messages',
      sql`jsonb_array_length(${table.messages}) between 1 and ${sql.raw(String(LIMITS.threadMessagesMax))}`,
    ),
  ],
);
