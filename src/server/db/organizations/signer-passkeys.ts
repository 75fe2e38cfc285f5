import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Earlier } from '#domain/envelope/signing.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { matchScope, transaction } from '#server/db/client/transaction.ts';
import { events } from '#server/db/schema/events.ts';
import { participants } from '#server/db/schema/participants.ts';
import { signerPasskeys } from '#server/db/schema/signer-passkeys.ts';

export type SignerPasskey = typeof signerPasskeys.$inferSelect;

/** Adds a passkey. Returns false if the organization has the credential or the key already. */
export async function insertSignerPasskey(tx: Transaction, passkey: SignerPasskey): Promise<boolean> {
  const rows = await tx
    .insert(signerPasskeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: signerPasskeys.id });
  return rows.length === 1;
}

/** Lists the passkeys that an address has on a site, newest first. */
export async function listOwnPasskeys(
  tx: Transaction,
  { email, rpId, limit }: { readonly email: string; readonly rpId: string; readonly limit: number },
): Promise<SignerPasskey[]> {
  return await tx
    .select()
    .from(signerPasskeys)
    .where(and(matchScope(tx, signerPasskeys), hasAddress(email), eq(signerPasskeys.rpId, rpId)))
    .orderBy(desc(signerPasskeys.createdAt), desc(signerPasskeys.id))
    .limit(limit);
}

export type PasskeyUse = SignerPasskey & {
  readonly signedAs: readonly { readonly email: string; readonly count: number }[];
};

/** Lists passkeys with the addresses that they have signed for, newest first. */
export async function listPasskeyUses(
  tx: Transaction,
  { email, keyHash }: { readonly email?: string | undefined; readonly keyHash?: string | undefined },
  limit: number,
): Promise<PasskeyUse[]> {
  const passkeys = await tx
    .select()
    .from(signerPasskeys)
    .where(
      and(
        matchScope(tx, signerPasskeys),
        email === undefined ? undefined : hasAddress(email),
        keyHash === undefined ? undefined : eq(signerPasskeys.keyHash, keyHash),
      ),
    )
    .orderBy(desc(signerPasskeys.createdAt), desc(signerPasskeys.id))
    .limit(limit);
  const hash = sql<string>`${participants.signedWith} ->> 'keyHash'`;
  const address = sql<string>`lower(${participants.email})`;
  const hashes = passkeys.map((one) => one.keyHash);
  const uses =
    hashes.length === 0
      ? []
      : await tx
          .select({ keyHash: hash, email: address, count: count() })
          .from(participants)
          .where(and(matchScope(tx, participants), inArray(hash, hashes)))
          .groupBy(hash, address)
          .orderBy(address);
  return passkeys.map((passkey) => ({
    ...passkey,
    signedAs: uses
      .filter((use) => use.keyHash === passkey.keyHash)
      .map((use) => ({ email: use.email, count: use.count })),
  }));
}

export async function readSignerPasskey(tx: Transaction, id: string): Promise<SignerPasskey | null> {
  const [row] = await tx
    .select()
    .from(signerPasskeys)
    .where(and(matchScope(tx, signerPasskeys), eq(signerPasskeys.id, id)));
  return row ?? null;
}

/** Checks whether any organization's signer has this credential. */
export async function isCredentialTaken(db: Database, id: string): Promise<boolean> {
  const rows = await transaction(db, { credentialId: id }, (tx) =>
    tx.select({ id: signerPasskeys.id }).from(signerPasskeys).where(eq(signerPasskeys.id, id)),
  );
  return rows.length > 0;
}

/** Records that a passkey was used. Returns false if it is gone. */
export async function useSignerPasskey(
  tx: Transaction,
  id: string,
  use: Pick<SignerPasskey, 'counter' | 'backedUp' | 'lastUsedAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(signerPasskeys)
    .set(use)
    .where(and(matchScope(tx, signerPasskeys), eq(signerPasskeys.id, id)))
    .returning({ id: signerPasskeys.id });
  return rows.length === 1;
}

/** Forgets a passkey. Returns false if the organization doesn't have it. */
export async function deleteSignerPasskey(tx: Transaction, keyHash: string): Promise<boolean> {
  const rows = await tx
    .delete(signerPasskeys)
    .where(and(matchScope(tx, signerPasskeys), eq(signerPasskeys.keyHash, keyHash)))
    .returning({ id: signerPasskeys.id });
  return rows.length === 1;
}

/** Forgets the passkeys of a person who is erased. */
export async function forgetSignerPasskeys(tx: Transaction, email: string): Promise<void> {
  await tx.delete(signerPasskeys).where(and(matchScope(tx, signerPasskeys), hasAddress(email)));
}

/** Returns what the organization's documents say about a passkey that signed them. */
export async function readEarlier(tx: Transaction, keyHash: string): Promise<Earlier | null> {
  const [first] = await tx
    .select({
      envelopeId: participants.envelopeId,
      participantId: participants.id,
      signedAt: participants.signedAt,
    })
    .from(participants)
    .where(hasSignedWith(tx, keyHash))
    .orderBy(asc(participants.signedAt), asc(participants.id))
    .limit(1);
  if (first === undefined || first.signedAt === null) return null;
  const [[counted], [event]] = await Promise.all([
    tx.select({ signed: count() }).from(participants).where(hasSignedWith(tx, keyHash)),
    tx
      .select({ hash: events.hash })
      .from(events)
      .where(
        and(
          matchScope(tx, events),
          eq(events.envelopeId, first.envelopeId),
          sql`${events.payload} ->> 'participantId' = ${first.participantId}`,
          sql`${events.payload} -> 'proof' ->> 'keyHash' = ${keyHash}`,
        ),
      ),
  ]);
  if (event === undefined) return null;
  return {
    count: counted?.signed ?? 1,
    firstAt: first.signedAt.toISOString(),
    firstEventHash: event.hash,
  };
}

/** Checks whether a passkey has signed for an address. */
export async function hasSignedFor(tx: Transaction, keyHash: string, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(hasSignedWith(tx, keyHash), sql`lower(${participants.email}) = lower(${email})`))
    .limit(1);
  return rows.length === 1;
}

function hasSignedWith(tx: Transaction, keyHash: string) {
  return and(matchScope(tx, participants), sql`${participants.signedWith} ->> 'keyHash' = ${keyHash}`);
}

function hasAddress(email: string) {
  return sql`lower(${signerPasskeys.email}) = lower(${email})`;
}
