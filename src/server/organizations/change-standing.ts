import { createRefusal } from '#domain/errors.ts';
import type { AdministrativeAction } from '#domain/organization/audit/administrative-actions.ts';
import type { InstanceAction } from '#domain/instance-actions.ts';
import { insertInstanceAction, type InstanceActionRecord } from '#server/db/instance/people.ts';
import type { NewId } from '#domain/identifier.ts';
import type { Audit, Clock } from '#server/runtime/context.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import { findOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { updateApprovedNames, updateSuspension } from '#server/db/organizations/standings.ts';

/** The person behind a change: someone at the operator's command line, or a person who runs the instance. */
export type Operator = {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly person?: { readonly id: string; readonly name: string };
  readonly audit?: Audit;
  /** Records an action of the command line in the instance's audit log. */
  readonly recordAsOwner?: (action: InstanceActionRecord) => Promise<void>;
};

/** Suspends an organization. Returns what to tell the operator. */
export async function suspend(by: Operator, id: string, reason: string): Promise<string> {
  return await change(by, id, async (tx, organization) => {
    if (organization.suspendedAt !== null) return `${organization.name} is already suspended`;
    await updateSuspension(tx, id, { at: by.clock(), reason });
    await record(tx, by, organization, 'organization.suspended', { reason });
    return `${organization.name} is suspended: its links, API keys and agents don't work, and nothing is sent for it`;
  });
}

/** Ends the suspension of an organization. */
export async function unsuspend(by: Operator, id: string): Promise<string> {
  return await change(by, id, async (tx, organization) => {
    if (organization.suspendedAt === null) return `${organization.name} is not suspended`;
    await updateSuspension(tx, id, null);
    await record(tx, by, organization, 'organization.unsuspended', {});
    return `${organization.name} is no longer suspended`;
  });
}

/**
 * Approves a name of an organization or of a sender in it. A `name` of null means the organization's present
 * name.
 */
export async function approveName(by: Operator, id: string, name: string | null): Promise<string> {
  return await change(by, id, async (tx, organization) => {
    const approved = name ?? organization.name;
    if (!organization.approvedNames.includes(approved)) {
      await updateApprovedNames(tx, id, [...organization.approvedNames, approved]);
      await record(tx, by, organization, 'organization.name_approved', { name: approved });
    }
    return `${organization.name} may send as "${approved}"`;
  });
}

async function change(
  { db }: Operator,
  organizationId: string,
  run: (tx: Transaction, organization: Organization) => Promise<string>,
): Promise<string> {
  return await transaction(db, { organizationId }, async (tx) => {
    const organization = await findOrganization(tx, organizationId);
    if (organization === null)
      throw createRefusal('not_found', undefined, `there is no organization ${organizationId}`);
    return await run(tx, organization);
  });
}

async function record(
  tx: Transaction,
  { clock, newId, person, audit, recordAsOwner }: Operator,
  { id, name }: Organization,
  action: Extract<AdministrativeAction, InstanceAction>,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const own: InstanceActionRecord = {
    ...{
      id: newId('instanceAction'),
      actorId: person?.id ?? null,
      actorName: person?.name ?? 'Command line',
    },
    ...{ action, subjectId: id, subjectName: name, details, occurredAt: clock() },
    ...{ ipAddress: audit?.ipAddress ?? null, userAgent: audit?.userAgent ?? null },
  };
  if (person === undefined) await recordAsOwner?.(own);
  else {
    await addScope(tx, { administratorId: person.id });
    await insertInstanceAction(tx, own);
  }
  await insertAdministrativeAction(tx, {
    id: newId('administrativeAction'),
    organizationId: id,
    actorId: person?.id ?? null,
    actorName: person?.name ?? 'Command line',
    action,
    subjectId: id,
    subjectName: name,
    details,
    occurredAt: clock(),
    ipAddress: audit?.ipAddress ?? null,
    userAgent: audit?.userAgent ?? null,
  });
}
