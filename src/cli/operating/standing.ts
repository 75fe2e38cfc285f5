import { approveName, suspend, unsuspend, type Operator } from '#server/organizations/change-standing.ts';

/** Suspends an organization. */
export async function suspendOrganization(by: Operator, id: string, reason: string): Promise<void> {
  say(await suspend(by, id, reason));
}

/** Ends the suspension of an organization. */
export async function unsuspendOrganization(by: Operator, id: string): Promise<void> {
  say(await unsuspend(by, id));
}

/** Approves a name that resembles that of a well-known service. */
export async function approveOrganizationName(
  by: Operator,
  id: string,
  name: string | undefined,
): Promise<void> {
  say(await approveName(by, id, name ?? null));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
