import { and, eq, gt, lt } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { signingAttempts } from '#server/db/schema/signing-attempts.ts';

export type SigningAttempt = typeof signingAttempts.$inferSelect;
type Key = Pick<SigningAttempt, 'participantId' | 'id'>;

/** Keeps what a participant is about to sign. It ends the attempt before it. */
export async function startAttempt(tx: Transaction, attempt: SigningAttempt): Promise<void> {
  const { organizationId: _organization, participantId: _participant, ...changes } = attempt;
  await tx
    .insert(signingAttempts)
    .values(attempt)
    .onConflictDoUpdate({
      target: [signingAttempts.organizationId, signingAttempts.participantId],
      set: changes,
    });
}

/** Returns an attempt that is still open. */
export async function readAttempt(tx: Transaction, key: Key, now: Date): Promise<SigningAttempt | null> {
  const [row] = await tx
    .select()
    .from(signingAttempts)
    .where(and(isAttempt(tx, key), gt(signingAttempts.expiresAt, now)));
  return row ?? null;
}

/** Takes the challenge for creating a passkey, which works once. */
export async function takeCreationChallenge(tx: Transaction, key: Key): Promise<boolean> {
  const rows = await tx
    .update(signingAttempts)
    .set({ creationChallenge: null })
    .where(isAttempt(tx, key))
    .returning({ id: signingAttempts.id });
  return rows.length === 1;
}

/** Ends an attempt. Returns false if it has ended before, so that nothing is signed twice with it. */
export async function endAttempt(tx: Transaction, key: Key): Promise<boolean> {
  const rows = await tx
    .delete(signingAttempts)
    .where(isAttempt(tx, key))
    .returning({ id: signingAttempts.id });
  return rows.length === 1;
}

export async function forgetSigningAttempts(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(signingAttempts).where(lt(signingAttempts.expiresAt, before));
}

function isAttempt(tx: Transaction, { participantId, id }: Key) {
  return and(
    matchScope(tx, signingAttempts),
    eq(signingAttempts.participantId, participantId),
    eq(signingAttempts.id, id),
  );
}
