import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';

export type KeyId = { readonly organizationId: string; readonly operation: string; readonly key: string };
export type Claim = KeyId & {
  readonly fingerprint: string;
  readonly claim: string;
  readonly leaseEndsAt: Date;
};
export type Held = {
  readonly fingerprint: string;
  readonly claim: string;
  readonly finishedAt: Date | null;
  readonly response: unknown;
};

/**
 * Claims a key: makes its row, or takes over an unfinished one whose lease has ended (of whatever request: it did nothing), or one older than `forgottenBefore`. Answers
 * the row as it stands afterwards; the claim is ours when it carries our name.
 */
export async function claimKey(
  tx: Transaction,
  claim: Claim,
  now: Date,
  forgottenBefore: Date,
): Promise<Held> {
  const values = { ...claim, finishedAt: null, response: null, createdAt: now };
  await tx
    .insert(idempotencyKeys)
    .values(values)
    .onConflictDoUpdate({
      target: [idempotencyKeys.organizationId, idempotencyKeys.operation, idempotencyKeys.key],
      set: values,
      setWhere: sql`(${idempotencyKeys.finishedAt} is null and ${idempotencyKeys.leaseEndsAt} <= ${now.toISOString()}) or ${idempotencyKeys.createdAt} <= ${forgottenBefore.toISOString()}`,
    });
  const [row] = await tx.select().from(idempotencyKeys).where(identified(claim));
  if (row === undefined) throw new Error('the idempotency key is missing right after it was claimed');
  return { ...row, response: row.response === null ? null : JSON.parse(row.response.json) };
}

/** The row of a key; null where nobody has claimed it. */
export async function readKey(
  tx: Transaction,
  id: KeyId,
): Promise<(Omit<Held, 'response'> & { readonly createdAt: Date }) | null> {
  const [row] = await tx.select().from(idempotencyKeys).where(identified(id));
  return row ?? null;
}

/**
 * Finishes our claim; false when another request has taken it over. The answer is kept as its text: a jsonb object
 * would come back with its keys in another order.
 */
export async function finishKey(
  tx: Transaction,
  claim: Claim,
  response: unknown,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(idempotencyKeys)
    .set({ finishedAt: now, response: { json: JSON.stringify(response) } })
    .where(and(identified(claim), eq(idempotencyKeys.claim, claim.claim), isNull(idempotencyKeys.finishedAt)))
    .returning({ key: idempotencyKeys.key });
  return rows.length === 1;
}

/** Gives our claim up, so that the key can be used again. */
export async function releaseKey(tx: Transaction, claim: Claim): Promise<void> {
  await tx
    .delete(idempotencyKeys)
    .where(
      and(identified(claim), eq(idempotencyKeys.claim, claim.claim), isNull(idempotencyKeys.finishedAt)),
    );
}

function identified({ organizationId, operation, key }: KeyId) {
  return and(
    eq(idempotencyKeys.organizationId, organizationId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
}
