import { usedAssertions } from '#server/db/schema/used-assertions.ts';
import { signInAttempts } from '#server/db/schema/sign-in-attempts.ts';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { AssertedPerson } from '#domain/organization/identity/single-sign-on.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';

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

/**
 * Checks whether a request that is waiting belongs to an administrator's test. Returns null if none is
 * waiting.
 */
export async function findPurpose(
  tx: Transaction,
  place: Place,
  requestId: string,
  now: Date,
): Promise<Pick<Attempt, 'purpose' | 'next' | 'connectionId'> | null> {
  const { purpose, next, connectionId } = signInAttempts;
  const [row] = await tx
    .select({ purpose, next, connectionId })
    .from(signInAttempts)
    .where(and(matchRequest(place, requestId), gt(signInAttempts.expiresAt, now)));
  return row ?? null;
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
