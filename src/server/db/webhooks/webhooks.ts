import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Role } from '#domain/organization/role.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { webhooks } from '#server/db/schema/webhooks.ts';

/** The encrypted current secret, and the previous one as long as it still signs. */
type SecretBoxes = { readonly current: string; readonly previous: string | null };
export type StoredWebhook = { readonly webhook: Webhook; readonly secrets: SecretBoxes };

/** Counts an organization's webhooks. Concurrent creations wait for each other. */
export async function countWebhooks(tx: Transaction, organizationId: string): Promise<number> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx
    .select({ count: count() })
    .from(webhooks)
    .where(eq(webhooks.organizationId, organizationId));
  return row?.count ?? 0;
}

export async function insertWebhook(tx: Transaction, { webhook, secrets }: StoredWebhook): Promise<void> {
  await tx.insert(webhooks).values(toRow(webhook, secrets));
}

/** Lists the organization's webhooks, oldest first. */
export async function listWebhooks(tx: Transaction, organizationId: string): Promise<Webhook[]> {
  const rows = await tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.organizationId, organizationId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  return rows.map((row) => toStored(row).webhook);
}

export async function readWebhook(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredWebhook | null> {
  const [row] = await tx.select().from(webhooks).where(matchWebhook(organizationId, id));
  return row === undefined ? null : toStored(row);
}

/**
 * Returns what decides whether a webhook still receives events: the role of the person who created it, and
 * whether the key that they used has ended.
 */
export async function readWebhookMaker(
  tx: Transaction,
  { organizationId, createdBy, createdWith }: Webhook,
  now: Date,
): Promise<{ readonly role: Role | null; readonly keyHasEnded: boolean }> {
  const [row] = await tx
    .select({
      role: memberships.role,
      keyHasEnded: sql<boolean>`has_key_ended(${organizationId}, ${createdWith}, ${now.toISOString()})`,
    })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, createdBy)));
  return row ?? { role: null, keyHasEnded: false };
}

/**
 * Returns a webhook and protects it from deletion during the transaction. Call this before locking one of its
 * deliveries.
 */
export async function protectWebhook(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredWebhook | null> {
  const [row] = await tx.select().from(webhooks).where(matchWebhook(organizationId, id)).for('key share');
  return row === undefined ? null : toStored(row);
}

/** Returns and locks a webhook. */
export async function lockWebhook(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredWebhook | null> {
  const [row] = await tx.select().from(webhooks).where(matchWebhook(organizationId, id)).for('no key update');
  return row === undefined ? null : toStored(row);
}

export async function updateWebhook(tx: Transaction, { webhook, secrets }: StoredWebhook): Promise<void> {
  const { id, organizationId, createdAt: _made, ...changed } = toRow(webhook, secrets);
  await tx.update(webhooks).set(changed).where(matchWebhook(organizationId, id));
}

/**
 * Deletes a webhook with its deliveries and returns the webhook; null if the organization has no such
 * webhook.
 */
export async function deleteWebhook(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Webhook | null> {
  const [row] = await tx.delete(webhooks).where(matchWebhook(organizationId, id)).returning();
  return row === undefined ? null : toStored(row).webhook;
}

function matchWebhook(organizationId: string, id: string) {
  return and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, id));
}

function toStored(row: typeof webhooks.$inferSelect): StoredWebhook {
  const { secretBox, previousSecretBox, previousSecretEndsAt, ...rest } = row;
  const toTimestampOrNull = (moment: Date | null) => (moment === null ? null : toTimestamp(moment));
  return {
    webhook: {
      ...rest,
      disabledAt: toTimestampOrNull(row.disabledAt),
      failingSince: toTimestampOrNull(row.failingSince),
      previousSecretExpiresAt: toTimestampOrNull(previousSecretEndsAt),
      createdAt: toTimestamp(row.createdAt),
      updatedAt: toTimestamp(row.updatedAt),
    },
    secrets: { current: secretBox, previous: previousSecretBox },
  };
}

function toRow(
  { previousSecretExpiresAt, events, ...webhook }: Webhook,
  secrets: SecretBoxes,
): typeof webhooks.$inferInsert {
  const toTimestampOrNull = (timestamp: string | null) => (timestamp === null ? null : toMoment(timestamp));
  return {
    ...webhook,
    events: events === null ? null : [...events],
    disabledAt: toTimestampOrNull(webhook.disabledAt),
    failingSince: toTimestampOrNull(webhook.failingSince),
    createdAt: toMoment(webhook.createdAt),
    updatedAt: toMoment(webhook.updatedAt),
    secretBox: secrets.current,
    previousSecretBox: secrets.previous,
    previousSecretEndsAt: toTimestampOrNull(previousSecretExpiresAt),
  };
}
