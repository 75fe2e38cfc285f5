import { and, asc, count, eq } from 'drizzle-orm';
import type { IdentityProvider } from '#domain/organization/identity/identity-provider.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { identityProviders } from '#server/db/schema/identity-providers.ts';
import { participants } from '#server/db/schema/participants.ts';

/** A provider and the client's encrypted secret. */
export type StoredProvider = { readonly provider: IdentityProvider; readonly secretBox: string };

const FOREIGN_KEY_VIOLATION = '23503';

/** Lists the organization's identity providers, oldest first. */
export async function listIdentityProviders(
  tx: Transaction,
  organizationId: string,
): Promise<IdentityProvider[]> {
  const rows = await tx
    .select()
    .from(identityProviders)
    .where(eq(identityProviders.organizationId, organizationId))
    .orderBy(asc(identityProviders.createdAt), asc(identityProviders.id));
  return rows.map((row) => toStored(row).provider);
}

/** Returns the providers that senders can choose, oldest first. */
export async function listEnabledProviders(
  tx: Transaction,
  organizationId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return await tx
    .select({ id: identityProviders.id, name: identityProviders.name })
    .from(identityProviders)
    .where(and(eq(identityProviders.organizationId, organizationId), eq(identityProviders.enabled, true)))
    .orderBy(asc(identityProviders.createdAt), asc(identityProviders.id));
}

/** Counts an organization's identity providers. Concurrent creations wait for each other. */
export async function countIdentityProviders(tx: Transaction, organizationId: string): Promise<number> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx
    .select({ count: count() })
    .from(identityProviders)
    .where(eq(identityProviders.organizationId, organizationId));
  return row?.count ?? 0;
}

export async function insertIdentityProvider(tx: Transaction, stored: StoredProvider): Promise<void> {
  await tx.insert(identityProviders).values(toRow(stored));
}

export async function readIdentityProvider(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredProvider | null> {
  const [row] = await tx.select().from(identityProviders).where(matchProvider(organizationId, id));
  return row === undefined ? null : toStored(row);
}

/** Returns and locks an identity provider. */
export async function lockIdentityProvider(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredProvider | null> {
  const [row] = await tx
    .select()
    .from(identityProviders)
    .where(matchProvider(organizationId, id))
    .for('no key update');
  return row === undefined ? null : toStored(row);
}

export async function updateIdentityProvider(tx: Transaction, stored: StoredProvider): Promise<void> {
  const { id, organizationId, createdAt: _made, ...changed } = toRow(stored);
  await tx.update(identityProviders).set(changed).where(matchProvider(organizationId, id));
}

/** Checks whether recipients of sent envelopes still have to sign in with a provider. */
export async function isAwaited(tx: Transaction, organizationId: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: participants.id })
    .from(participants)
    .innerJoin(
      envelopes,
      and(
        eq(envelopes.organizationId, participants.organizationId),
        eq(envelopes.id, participants.envelopeId),
      ),
    )
    .where(
      and(
        eq(participants.organizationId, organizationId),
        eq(participants.authenticationProvider, id),
        eq(participants.status, 'pending'),
        eq(envelopes.status, 'in_progress'),
      ),
    )
    .limit(1);
  return rows.length === 1;
}

/**
 * Deletes a provider that no recipient uses. Returns its name. Returns null if there is no such provider, and
 * false if a recipient uses it.
 */
export async function deleteIdentityProvider(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<string | null | false> {
  try {
    const [row] = await tx.delete(identityProviders).where(matchProvider(organizationId, id)).returning();
    return row?.name ?? null;
  } catch (error) {
    if (getDatabaseFault(error).code === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}

function matchProvider(organizationId: string, id: string) {
  return and(eq(identityProviders.organizationId, organizationId), eq(identityProviders.id, id));
}

function toStored({ secretBox, ...row }: typeof identityProviders.$inferSelect): StoredProvider {
  const [createdAt, updatedAt] = [toTimestamp(row.createdAt), toTimestamp(row.updatedAt)];
  return { provider: { ...row, createdAt, updatedAt }, secretBox };
}

function toRow({ provider, secretBox }: StoredProvider): typeof identityProviders.$inferInsert {
  return {
    ...provider,
    acrValues: [...provider.acrValues],
    createdAt: toMoment(provider.createdAt),
    updatedAt: toMoment(provider.updatedAt),
    secretBox,
  };
}
