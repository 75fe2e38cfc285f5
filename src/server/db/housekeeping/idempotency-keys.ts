import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';

type KeyId = { readonly organizationId: string; readonly operation: string; readonly key: string };
export type Claim = KeyId & {
  readonly fingerprint: string;
  readonly claim: string;
  readonly leaseEndsAt: Date;
  /** The claiming process's number. */
  readonly process: number;
};
export type Held = {
  readonly fingerprint: string;
  readonly claim: string;
  readonly finishedAt: Date | null;
  readonly response: unknown;
};

/**
 * Claims a key: inserts its row, or takes over an unfinished one whose lease or process has ended, or one
 * that is older than `forgottenBefore`. Returns the resulting row. The claim succeeded if the row has the
 * caller's claim name.
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
      setWhere: sql`(${idempotencyKeys.finishedAt} is null and (${idempotencyKeys.leaseEndsAt} <= ${now.toISOString()} or process_has_ended(${idempotencyKeys.process}))) or ${idempotencyKeys.createdAt} <= ${forgottenBefore.toISOString()}`,
    });
  const [row] = await tx.select().from(idempotencyKeys).where(matchKey(claim));
  if (row === undefined) throw new Error('the idempotency key is missing right after it was claimed');
  return { ...row, response: row.response === null ? null : JSON.parse(row.response.json) };
}

/**
 * Completes the caller's claim. Returns false if another request has taken it over. The response is stored as
 * text, because jsonb would reorder its keys.
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
    .where(and(matchKey(claim), eq(idempotencyKeys.claim, claim.claim), isNull(idempotencyKeys.finishedAt)))
    .returning({ key: idempotencyKeys.key });
  return rows.length === 1;
}

/** Releases the caller's claim, so that the key can be used again. */
export async function releaseKey(tx: Transaction, claim: Claim): Promise<void> {
  await tx
    .delete(idempotencyKeys)
    .where(and(matchKey(claim), eq(idempotencyKeys.claim, claim.claim), isNull(idempotencyKeys.finishedAt)));
}

function matchKey({ organizationId, operation, key }: KeyId) {
  return and(
    eq(idempotencyKeys.organizationId, organizationId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
}
