import { requestAccountChangeEmail } from '#domain/account/security.ts';
import { getEmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import { mayJoin } from '#domain/organization/membership-rules.ts';
import { may, type Role } from '#domain/organization/role.ts';
import { dropAccountLinks } from '#server/db/accounts/account-links.ts';
import {
  administersInstance,
  changeEmail,
  findUserByEmail,
  listOrganizationIds,
} from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import { findTestEnvironment, readOrganization } from '#server/db/organizations/organizations.ts';
import { listVerifiedDomains } from '#server/db/single-sign-on/email-domains.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import type { Directory } from './directory.ts';
import { ScimError } from './error.ts';

type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
};

/**
 * Changes the address of a person's account to the one that the directory gives, and returns whether that was
 * allowed. It is allowed if both addresses are in the organization's domains, the account belongs to nobody
 * else, and a reset by email wouldn't give someone else more than a directory can give.
 */
export async function changeAddress(
  tx: Transaction,
  directory: Directory,
  person: Person,
  to: string,
): Promise<boolean> {
  const { services, by } = directory;
  if (!(await mayChange(tx, directory, person, to))) return false;
  const now = services.clock();
  if (!(await changeEmail(tx, person.id, to, now)))
    throw new ScimError(409, 'uniqueness', 'A user with this userName exists.');
  for (const kind of ['reset', 'verify', 'change_from', 'change_to'] as const) {
    await dropAccountLinks(tx, kind, person.email);
    await dropAccountLinks(tx, kind, to);
  }
  await services.queue.enqueue(tx, [
    requestAccountChangeEmail(person.id, 'email_changed', now, { email: person.email }),
    requestAccountChangeEmail(person.id, 'email_assigned', now, { email: to }),
  ]);
  await recordActorAction(tx, services, by, {
    action: 'member.address_changed',
    subject: { id: person.id, name: person.name },
    details: { from: person.email, to },
  });
  return true;
}

async function mayChange(
  tx: Transaction,
  { by: { organizationId } }: Directory,
  { id, role }: Person,
  to: string,
): Promise<boolean> {
  const domain = getEmailDomain(to);
  const domains = await listVerifiedDomains(tx, organizationId);
  const { membership } = await readOrganization(tx, organizationId);
  if (domain === null || !domains.includes(domain) || !mayJoin(membership, to)) return false;
  if (may(role, 'administer') || (await administersInstance(tx, id))) return false;
  if ((await findUserByEmail(tx, to)) !== null) return false;
  const own = [organizationId, await findTestEnvironment(tx, organizationId)];
  await addScope(tx, { userId: id });
  return (await listOrganizationIds(tx, id)).every((one) => own.includes(one));
}
