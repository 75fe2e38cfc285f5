import { domainToUnicode } from 'node:url';
import { and, asc, count, eq, isNotNull, lt } from 'drizzle-orm';
import type { EmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { emailDomains } from '#server/db/schema/email-domains.ts';

type Row = typeof emailDomains.$inferSelect;

/** Lists an organization's domains by name. */
export async function listDomains(tx: Transaction, organizationId: string): Promise<EmailDomain[]> {
  const rows = await tx
    .select()
    .from(emailDomains)
    .where(eq(emailDomains.organizationId, organizationId))
    .orderBy(asc(emailDomains.domain));
  return rows.map(toDomain);
}

/** Counts an organization's domains. Concurrent additions wait for each other. */
export async function countDomains(tx: Transaction, organizationId: string): Promise<number> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx
    .select({ count: count() })
    .from(emailDomains)
    .where(eq(emailDomains.organizationId, organizationId));
  return row?.count ?? 0;
}

/** Inserts a domain. Returns false if the organization already has it. */
export async function insertDomain(
  tx: Transaction,
  domain: Pick<Row, 'id' | 'organizationId' | 'domain' | 'token' | 'connectionId' | 'createdAt'>,
): Promise<boolean> {
  const rows = await tx
    .insert(emailDomains)
    .values(domain)
    .onConflictDoNothing()
    .returning({ id: emailDomains.id });
  return rows.length === 1;
}

/** Returns and locks a domain. The organization is locked first, as it is when connections change. */
export async function lockDomain(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<EmailDomain | null> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx.select().from(emailDomains).where(matchDomain(organizationId, id)).for('update');
  return row === undefined ? null : toDomain(row);
}

/**
 * Changes a domain. Returns false if another organization has already verified it; after that, the
 * transaction can only be ended.
 */
export async function updateDomain(
  tx: Transaction,
  { organizationId, id }: Pick<EmailDomain, 'organizationId' | 'id'>,
  change: Partial<Pick<Row, 'connectionId' | 'verifiedAt' | 'checkedAt' | 'missingSince'>>,
): Promise<boolean> {
  try {
    await tx.update(emailDomains).set(change).where(matchDomain(organizationId, id));
    return true;
  } catch (error) {
    if (getDatabaseFault(error).constraint === 'email_domains_verified') return false;
    throw error;
  }
}

export async function deleteDomain(tx: Transaction, organizationId: string, id: string): Promise<void> {
  await tx.delete(emailDomains).where(matchDomain(organizationId, id));
}

/**
 * Returns the verified domain of an address, whichever organization owns it; null if none does. Requires the
 * scope `emailDomain`.
 */
export async function findVerifiedDomain(
  tx: Transaction,
  domain: string,
): Promise<{ readonly organizationId: string; readonly connectionId: string | null } | null> {
  const [row] = await tx
    .select({ organizationId: emailDomains.organizationId, connectionId: emailDomains.connectionId })
    .from(emailDomains)
    .where(and(eq(emailDomains.domain, domain), isNotNull(emailDomains.verifiedAt)));
  return row ?? null;
}

/** Lists the verified domains of an organization, or only those that sign in with one connection. */
export async function listVerifiedDomains(
  tx: Transaction,
  organizationId: string,
  connectionId?: string,
): Promise<string[]> {
  const rows = await tx
    .select({ domain: emailDomains.domain })
    .from(emailDomains)
    .where(
      and(
        eq(emailDomains.organizationId, organizationId),
        isNotNull(emailDomains.verifiedAt),
        connectionId === undefined ? undefined : eq(emailDomains.connectionId, connectionId),
      ),
    );
  return rows.map(({ domain }) => domain);
}

/**
 * Lists the verified domains of all organizations that haven't been checked since the given time. Requires
 * the scope `dueRows`.
 */
export async function readUncheckedDomains(
  tx: Transaction,
  since: Date,
  limit: number,
): Promise<Pick<EmailDomain, 'organizationId' | 'id'>[]> {
  return await tx
    .select({ organizationId: emailDomains.organizationId, id: emailDomains.id })
    .from(emailDomains)
    .where(and(isNotNull(emailDomains.verifiedAt), lt(emailDomains.checkedAt, since)))
    .orderBy(asc(emailDomains.checkedAt))
    .limit(limit);
}

function matchDomain(organizationId: string, id: string) {
  return and(eq(emailDomains.organizationId, organizationId), eq(emailDomains.id, id));
}

function toDomain({ verifiedAt, checkedAt, missingSince, createdAt, ...row }: Row): EmailDomain {
  const toTimestampOrNull = (moment: Date | null) => (moment === null ? null : toTimestamp(moment));
  return {
    ...row,
    verifiedAt: toTimestampOrNull(verifiedAt),
    checkedAt: toTimestampOrNull(checkedAt),
    missingSince: toTimestampOrNull(missingSince),
    createdAt: toTimestamp(createdAt),
  };
}

/**
 * Returns all lowercase spellings of the domains in addresses: the domains as they are, and their Unicode
 * forms.
 */
export function listSpellings(domains: readonly string[]): string[] {
  return [...new Set(domains.flatMap((domain) => [domain, domainToUnicode(domain)]))];
}
