import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { AssertedPerson } from '#domain/organization/identity/single-sign-on.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, moment, ownReference } from '../schema/columns.ts';
import { signInConnections } from '../schema/sign-in-connections.ts';

/** What a sign-in is for: to start a session, or an administrator's test. */
const ATTEMPT_PURPOSES = ['sign_in', 'test'] as const;

/** Sign-ins that are waiting for an identity provider. The id is the SHA-256 of the cookie's token. */
const signInAttempts = pgTable(
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

/** SAML assertions that have been used, by the SHA-256 of their ID. Each works once. */
const usedAssertions = pgTable(
  'used_assertions',
  {
    organizationId: text('organization_id').notNull(),
    connectionId: text('connection_id').notNull(),
    assertionHash: text('assertion_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.connectionId, table.assertionHash] }),
    index('used_assertions_expires').on(table.expiresAt),
    ownReference('used_assertions_connection', table, table.connectionId, signInConnections).onDelete(
      'cascade',
    ),
  ],
);

export type Attempt = typeof signInAttempts.$inferSelect;
type Place = { readonly organizationId: string; readonly connectionId: string };

export async function insertAttempt(
  tx: Transaction,
  attempt: Omit<Attempt, 'person' | 'answerHash'>,
): Promise<void> {
  await tx.insert(signInAttempts).values(attempt);
}

/**
 * Uses up an attempt and returns it. Returns null if this connection has no such attempt or it has expired.
 */
export async function takeAttempt(
  tx: Transaction,
  { organizationId, connectionId }: Place,
  id: string,
  now: Date,
): Promise<Attempt | null> {
  const [row] = await tx
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.id, id),
        eq(signInAttempts.organizationId, organizationId),
        eq(signInAttempts.connectionId, connectionId),
      ),
    )
    .returning();
  return row === undefined || row.expiresAt <= now ? null : row;
}

/** Deletes attempts that have expired, and assertions that could no longer be used. */
export async function forgetAttempts(db: Database, now: Date): Promise<void> {
  await transaction(db, { dueRows: true }, async (tx) => {
    await tx.delete(signInAttempts).where(lte(signInAttempts.expiresAt, now));
    await tx.delete(usedAssertions).where(lte(usedAssertions.expiresAt, now));
  });
}

/** Checks whether a SAML request is still waiting for its response. */
export async function isRequestOpen(
  tx: Transaction,
  place: Place,
  requestId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .select({ id: signInAttempts.id })
    .from(signInAttempts)
    .where(and(matchRequest(place, requestId), gt(signInAttempts.expiresAt, now)));
  return rows.length === 1;
}

/** Stores the response to a SAML request. Returns false if the request was answered before. */
export async function answerRequest(
  tx: Transaction,
  place: Place,
  requestId: string,
  answer: { readonly person: AssertedPerson; readonly answerHash: string },
): Promise<boolean> {
  const rows = await tx
    .update(signInAttempts)
    .set(answer)
    .where(matchRequest(place, requestId))
    .returning({ id: signInAttempts.id });
  return rows.length === 1;
}

/** Uses up an assertion. Returns false if it was used before. */
export async function useAssertion(
  tx: Transaction,
  place: Place,
  assertionHash: string,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(usedAssertions)
    .values({ ...place, assertionHash, expiresAt })
    .onConflictDoNothing()
    .returning({ assertionHash: usedAssertions.assertionHash });
  return rows.length === 1;
}

function matchRequest({ organizationId, connectionId }: Place, requestId: string) {
  return and(
    eq(signInAttempts.organizationId, organizationId),
    eq(signInAttempts.connectionId, connectionId),
    eq(signInAttempts.requestId, requestId),
    isNull(signInAttempts.answerHash),
  );
}
