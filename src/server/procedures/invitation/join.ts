import { createRefusal } from '#domain/errors.ts';
import { mayJoin } from '#domain/organization/membership-rules.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { findInvitation, lockOpenInvitation, updateInvitation } from '#server/db/accounts/invitations.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertMembership, lockUser, verifyEmail } from '#server/db/accounts/users.ts';
import { requireJoinAllowed } from '#server/procedures/single-sign-on/password-gate.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/runtime/services.ts';

type Person = { readonly id: string; readonly name: string; readonly email: string };

/**
 * Makes a person a member by the link that was emailed to them, and returns the organization. Refuses with
 * `unauthorized` if the link doesn't work, and with `forbidden` if it was sent to another address or the
 * organization accepts only other domains. A person who is already a member keeps their role.
 */
export async function joinOrganization(
  services: Services,
  person: Person,
  tokenHash: string,
  audit: Audit,
): Promise<string> {
  const found = await transaction(services.db, { invitationHash: tokenHash }, (tx) =>
    findInvitation(tx, tokenHash),
  );
  if (found === null) throw createInvitationRefusal();
  const { organizationId } = found;
  await transaction(services.db, { organizationId }, (tx) =>
    joinWithin(tx, services, { organizationId, id: found.id, tokenHash, person }, audit),
  );
  return organizationId;
}

/** Like `joinOrganization`, but within a transaction of the organization. */
export async function joinWithin(
  tx: Transaction,
  services: Services,
  join: {
    readonly organizationId: string;
    readonly id: string;
    readonly tokenHash: string;
    readonly person: Person;
  },
  audit: Audit,
): Promise<void> {
  const { organizationId, id, tokenHash, person } = join;
  const now = services.clock();
  await lockUser(tx, person.id);
  const invitation = await lockOpenInvitation(tx, organizationId, { id }, now);
  if (invitation === null || invitation.tokenHash !== tokenHash) throw createInvitationRefusal();
  if (invitation.email.toLowerCase() !== person.email.toLowerCase())
    throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.invitation_other_address);
  const { membership } = await readOrganization(tx, organizationId);
  if (!mayJoin(membership, person.email))
    throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.address_not_allowed);
  const { role } = invitation;
  if (role !== 'owner') await requireJoinAllowed(tx, { organizationId, email: person.email });
  await updateInvitation(tx, organizationId, id, { acceptedAt: now, acceptedBy: person.id });
  // Whoever has the link can read the email of the address.
  await verifyEmail(tx, person.email, now);
  const isNew = await insertMembership(tx, { organizationId, userId: person.id, role }, now);
  await enterMembership(tx, organizationId, person.id, now);
  if (!isNew) return;
  await recordActorAction(
    tx,
    services,
    { organizationId, person, audit },
    {
      action: 'member.joined',
      subject: { id: person.id, name: person.name },
      details: { role },
    },
  );
}

/** Creates the same refusal for a link that is unknown, expired, replaced, revoked or used. */
export function createInvitationRefusal() {
  const details = { reason: 'link_invalid' };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.invitation_over);
}
