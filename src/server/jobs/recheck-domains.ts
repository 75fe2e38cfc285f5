import { LIMITS } from '#domain/limits.ts';
import { buildDomainRecord } from '#domain/organization/identity/single-sign-on.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockDomain, readUncheckedDomains, updateDomain } from '#server/db/single-sign-on/email-domains.ts';
import { ResolverFailure } from '#server/outbound/text-records.ts';
import type { Services } from '#server/runtime/services.ts';

const BATCH = 20;

/**
 * Looks up the records of verified domains again. A domain whose record has been gone for a week is no longer
 * verified. A name server that doesn't answer changes nothing.
 */
export async function recheckDomains(services: Services): Promise<void> {
  const since = new Date(services.clock().getTime() - LIMITS.domainCheckIntervalMs);
  const due = await transaction(services.db, { dueRows: true }, (tx) =>
    readUncheckedDomains(tx, since, BATCH),
  );
  for (const { organizationId, id } of due) await recheck(services, organizationId, id);
}

async function recheck(services: Services, organizationId: string, id: string): Promise<void> {
  const runInTransaction = <T>(run: Parameters<typeof transaction<T>>[2]) =>
    transaction(services.db, { organizationId }, run);
  const domain = await runInTransaction((tx) => lockDomain(tx, organizationId, id));
  if (domain === null) return;
  const { name, value } = buildDomainRecord(domain);
  const found = await services.textRecords(name).catch((error: unknown) => {
    if (!(error instanceof ResolverFailure)) throw error;
    services.log.info({ domain: domain.domain, reason: error.message }, 'domain not checked');
    return null;
  });
  await runInTransaction(async (tx) => {
    const current = await lockDomain(tx, organizationId, id);
    if (current === null || current.verifiedAt === null) return;
    const now = services.clock();
    if (found === null) return void (await updateDomain(tx, current, { checkedAt: now }));
    if (found.includes(value))
      return void (await updateDomain(tx, current, { checkedAt: now, missingSince: null }));
    const missingSince = current.missingSince === null ? now : new Date(current.missingSince);
    const isLapsed = now.getTime() - missingSince.getTime() >= LIMITS.domainGraceMs;
    await updateDomain(tx, current, {
      checkedAt: now,
      missingSince: isLapsed ? null : missingSince,
      ...(isLapsed ? { verifiedAt: null } : {}),
    });
    if (!isLapsed) return;
    await insertAdministrativeAction(tx, {
      id: services.newId('administrativeAction'),
      ...{ organizationId, actorId: null, actorName: 'Countersign', action: 'domain.lapsed' },
      ...{ subjectId: id, subjectName: domain.domain, details: null, occurredAt: now },
      ...{ ipAddress: null, userAgent: null },
    });
  });
}
