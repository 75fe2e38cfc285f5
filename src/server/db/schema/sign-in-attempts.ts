import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AssertedPerson } from '#domain/organization/identity/single-sign-on.ts';
import { createdAt, moment, ownReference } from './columns.ts';
import { signInConnections } from './sign-in-connections.ts';

/** What a sign-in is for: to start a session, or an administrator's test. */
const ATTEMPT_PURPOSES = ['sign_in', 'test'] as const;

/** Sign-ins that are waiting for an identity provider. The id is the SHA-256 of the cookie's token. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: text('id').notNull(),
    organizationId: text('organization_id').notNull(),
    connectionId: text('connection_id').notNull(),
    purpose: text('purpose', { enum: ATTEMPT_PURPOSES }).notNull(),
    /** Where the person was going before the sign-in. */
    next: text('next').notNull(),
    /** The ID of a SAML request. */
    requestId: text('request_id').notNull(),
    /**
     * What a SAML provider posted, and the SHA-256 of a token that only the browser that posted it received.
     */
    person: jsonb('person').$type<AssertedPerson>(),
    answerHash: text('answer_hash'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('sign_in_attempts_request').on(table.organizationId, table.requestId),
    index('sign_in_attempts_expires').on(table.expiresAt),
    check('sign_in_attempts_answer', sql`num_nonnulls(${table.person}, ${table.answerHash}) in (0, 2)`),
    ownReference('sign_in_attempts_connection', table, table.connectionId, signInConnections).onDelete(
      'cascade',
    ),
  ],
);
