import { and, asc, count, eq } from 'drizzle-orm';
import type { Connection } from '#domain/organization/identity/single-sign-on.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { emailDomains } from '#server/db/schema/email-domains.ts';
import { signInConnections } from '#server/db/schema/sign-in-connections.ts';

/** A connection with the client's secret in encrypted form. SAML connections have no secret. */
export type StoredConnection = { readonly connection: Connection; readonly secretBox: string | null };

type Row = typeof signInConnections.$inferSelect;

/** Lists the organization's connections, oldest first. */
export async function listConnections(tx: Transaction, organizationId: string): Promise<Connection[]> {
  const rows = await tx
    .select()
    .from(signInConnections)
    .where(eq(signInConnections.organizationId, organizationId))
    .orderBy(asc(signInConnections.createdAt), asc(signInConnections.id));
  return rows.map((row) => toStored(row).connection);
}

/** Counts an organization's connections. Concurrent creations wait for each other. */
export async function countConnections(tx: Transaction, organizationId: string): Promise<number> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx
    .select({ count: count() })
    .from(signInConnections)
    .where(eq(signInConnections.organizationId, organizationId));
  return row?.count ?? 0;
}

export async function insertConnection(tx: Transaction, stored: StoredConnection): Promise<void> {
  await tx.insert(signInConnections).values(toRow(stored));
}

export async function updateConnection(tx: Transaction, stored: StoredConnection): Promise<void> {
  const { id, organizationId, ...values } = toRow(stored);
  await tx.update(signInConnections).set(values).where(matchConnection(organizationId, id));
}

export async function readConnection(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredConnection | null> {
  const [row] = await tx.select().from(signInConnections).where(matchConnection(organizationId, id));
  return row === undefined ? null : toStored(row);
}

/**
 * Returns and locks a connection. The organization is locked first, because removing a connection changes its
 * domains.
 */
export async function lockConnection(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredConnection | null> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx
    .select()
    .from(signInConnections)
    .where(matchConnection(organizationId, id))
    .for('update');
  return row === undefined ? null : toStored(row);
}

/**
 * Returns the organization that owns the connection in a URL; null if there is none. Requires the scope
 * `connectionId`.
 */
export async function findConnectionOrganization(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ organizationId: signInConnections.organizationId })
    .from(signInConnections)
    .where(eq(signInConnections.id, id));
  return row?.organizationId ?? null;
}

/**
 * Deletes a connection and the records of who signed in with it. Its domains stay. Returns the connection's
 * name, or null if there is no such connection.
 */
export async function deleteConnection(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<string | null> {
  await lockOrganization(tx, organizationId);
  await tx
    .update(emailDomains)
    .set({ connectionId: null })
    .where(and(eq(emailDomains.organizationId, organizationId), eq(emailDomains.connectionId, id)));
  const [row] = await tx
    .delete(signInConnections)
    .where(matchConnection(organizationId, id))
    .returning({ name: signInConnections.name });
  return row?.name ?? null;
}

function matchConnection(organizationId: string, id: string) {
  return and(eq(signInConnections.organizationId, organizationId), eq(signInConnections.id, id));
}

function toStored({ secretBox, ...row }: Row): StoredConnection {
  const { id, organizationId, name, createsMembers, joiningRole, enabled, enforced } = row;
  const { testedAt, testProblem } = row;
  return {
    connection: {
      ...{ id, organizationId, name, createsMembers, joiningRole, enabled, enforced },
      settings: toSettings(row),
      testedAt: testedAt === null ? null : toTimestamp(testedAt),
      testProblem,
      createdAt: toTimestamp(row.createdAt),
      updatedAt: toTimestamp(row.updatedAt),
    },
    secretBox,
  };
}

function toSettings(row: Omit<Row, 'secretBox'>): Connection['settings'] {
  const { kind, issuer, clientId, trustEmail, entityId, signInUrl, certificates, emailAttribute } = row;
  if (kind === 'oidc' && issuer !== null && clientId !== null) return { kind, issuer, clientId, trustEmail };
  if (kind === 'saml' && entityId !== null && signInUrl !== null && certificates !== null)
    return { kind, entityId, signInUrl, certificates, emailAttribute };
  throw new Error(`the connection ${row.id} lacks settings of its kind`);
}

function toRow({ connection, secretBox }: StoredConnection): typeof signInConnections.$inferInsert {
  const { settings, testedAt, createdAt, updatedAt, ...columns } = connection;
  const absent = {
    ...{ issuer: null, clientId: null, entityId: null, signInUrl: null, certificates: null },
    emailAttribute: null,
  };
  const own =
    settings.kind === 'oidc'
      ? settings
      : { ...settings, certificates: [...settings.certificates], trustEmail: true };
  return {
    ...columns,
    ...absent,
    ...own,
    secretBox,
    testedAt: testedAt === null ? null : toMoment(testedAt),
    createdAt: toMoment(createdAt),
    updatedAt: toMoment(updatedAt),
  };
}
