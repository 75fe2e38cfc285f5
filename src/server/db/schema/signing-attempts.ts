import type { MarkPurpose, SignatureMark } from '#domain/envelope/graph.ts';
import type { SignInput } from '#domain/envelope/sign.ts';
import type { Language } from '#domain/language.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';

/** A signature, initials or a stamp. A picture is in base64. */
export type KeptMark =
  Extract<SignatureMark, { kind: 'typed' }> | { readonly kind: 'drawn' | 'uploaded'; readonly image: string };

/** What someone has sent to sign, after it was checked. */
export type KeptInput = Pick<SignInput, 'values' | 'attachments' | 'pages' | 'timeZone'> & {
  readonly documentHash: string | null;
  readonly language: Language | null;
  readonly marks: { readonly [Purpose in MarkPurpose]?: KeptMark };
  /** Those of the attachments that had been uploaded before. */
  readonly uploads: readonly string[];
};

/** What someone is about to sign: one statement per participant, which a new one replaces. */
export const signingAttempts = pgTable(
  'signing_attempts',
  {
    participantId: text('participant_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    id: text('id').notNull(),
    /** The link that it was started with. A newer link ends it. */
    linkEpoch: integer('link_epoch').notNull(),
    input: jsonb('input').$type<KeptInput>().notNull(),
    /** The random part of the statement. */
    nonce: text('nonce').notNull(),
    statement: text('statement').notNull(),
    /** The challenge for creating a passkey, in base64url. Null once it has been answered. */
    creationChallenge: text('creation_challenge'),
    startedAt: moment('started_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.participantId] }),
    ownReference('signing_attempts_participant', table, table.participantId, participants).onDelete(
      'cascade',
    ),
    index('signing_attempts_expires').on(table.expiresAt),
    check('signing_attempts_nonce', sql`${table.nonce} ~ '^[0-9a-f]{32}$'`),
  ],
);
