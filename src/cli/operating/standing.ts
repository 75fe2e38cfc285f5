import { insertOwnersAction } from '#server/db/instance/people.ts';
import { approveName, suspend, unsuspend, type Operator } from '#server/organizations/change-standing.ts';
import type { OperatorServices } from '../with-services.ts';

/** Suspends an organization. */
export async function suspendOrganization(
  services: OperatorServices,
  id: string,
  reason: string,
): Promise<void> {
  say(await suspend(toOperator(services), id, reason));
}

/** Ends the suspension of an organization. */
export async function unsuspendOrganization(services: OperatorServices, id: string): Promise<void> {
  say(await unsuspend(toOperator(services), id));
}

/** Approves a name that resembles that of a well-known service. */
export async function approveOrganizationName(
  services: OperatorServices,
  id: string,
  name: string | undefined,
): Promise<void> {
  say(await approveName(toOperator(services), id, name ?? null));
}

function toOperator({ owner, db, clock, newId }: OperatorServices): Operator {
  return { db, clock, newId, recordAsOwner: (action) => insertOwnersAction(owner, action) };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
