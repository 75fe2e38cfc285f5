import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { SaltedHead } from '#domain/log/entry.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { getOrganizationId } from '#server/db/client/transaction.ts';
import { events } from '#server/db/schema/events.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { logLeaves, logTiles } from '#server/db/schema/log.ts';
import { organizations } from '#server/db/schema/organizations.ts';

/** What an entry commits to, and its place in the log. */
export type Leaf = SaltedHead & { readonly position: number };

/** Inserts the leaves of one organization. */
export async function insertLeaves(tx: Transaction, leaves: readonly Leaf[]): Promise<void> {
  await tx.insert(logLeaves).values([...leaves]);
}

/** Returns an envelope's latest leaf among the first `size` entries. Null if there is none. */
export async function readLatestLeaf(
  tx: Transaction,
  organizationId: string,
  envelopeId: string,
  size: number,
): Promise<Leaf | null> {
  const [leaf] = await tx
    .select()
    .from(logLeaves)
    .where(
      and(
        eq(logLeaves.organizationId, organizationId),
        eq(logLeaves.envelopeId, envelopeId),
        lt(logLeaves.position, size),
      ),
    )
    .orderBy(desc(logLeaves.seq))
    .limit(1);
  return leaf ?? null;
}

/**
 * A leaf, with its event's current hash and the log's entry at its position, both in hex. Each is null if it
 * doesn't exist.
 */
export type StoredLeaf = Leaf & { readonly eventHash: string | null; readonly entry: string | null };

/** Returns at most `limit` leaves of an organization, starting at a position. */
export async function readLeaves(
  tx: Transaction,
  organizationId: string,
  { from, limit }: { from: number; limit: number },
): Promise<StoredLeaf[]> {
  const { position, envelopeId, seq, headHash, nonce } = logLeaves;
  return await tx
    .select({
      ...{ organizationId: logLeaves.organizationId, position, envelopeId, seq, headHash, nonce },
      eventHash: events.hash,
      entry: sql<
        string | null
      >`encode(substring(${logTiles.content} from (${position} % 256)::integer * 34 + 3 for 32), 'hex')`,
    })
    .from(logLeaves)
    .leftJoin(
      events,
      and(
        eq(events.organizationId, logLeaves.organizationId),
        eq(events.envelopeId, envelopeId),
        eq(events.seq, seq),
      ),
    )
    .leftJoin(logTiles, and(eq(logTiles.level, -1), sql`${logTiles.index} = ${position} / 256`))
    .where(and(eq(logLeaves.organizationId, organizationId), gte(position, from)))
    .orderBy(asc(position))
    .limit(limit);
}

/**
 * Returns the highest event number of an envelope's chain that the log has or that is waiting to be added to
 * it. 0 if there is none.
 */
export async function readKnownSeq(tx: Transaction, envelopeId: string): Promise<number> {
  const organizationId = getOrganizationId(tx);
  const [row] = await tx.execute<{ seq: number }>(sql`
    select greatest(
      coalesce((select max(seq) from log_leaves where organization_id = ${organizationId} and envelope_id = ${envelopeId}), 0),
      coalesce((select seq from changed_heads where organization_id = ${organizationId} and envelope_id = ${envelopeId}), 0))::integer as seq`);
  return row?.seq ?? 0;
}

/** Returns every organization. Requires the scope `dueRows`. */
export async function readLogOrganizations(tx: Transaction): Promise<string[]> {
  const rows = await tx.select({ id: organizations.id }).from(organizations).orderBy(asc(organizations.id));
  return rows.map(({ id }) => id);
}

/** Returns at most `limit` of an organization's envelopes after a given one, including deleted drafts. */
export async function readEnvelopeIds(
  tx: Transaction,
  organizationId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: envelopes.id })
    .from(envelopes)
    .where(and(eq(envelopes.organizationId, organizationId), gt(envelopes.id, after)))
    .orderBy(asc(envelopes.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
