import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { getInvitationState } from '#domain/organization/invitation.ts';
import { mayJoin } from '#domain/organization/membership-rules.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { newMember } from '#wire/member.ts';
import { linkToken, sessionStarted, shownInvitation } from '#wire/session.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import {
  findInvitation,
  type Invitation,
  lockOpenInvitation,
  updateInvitation,
} from '#server/db/accounts/invitations.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { moveSession } from '#server/db/accounts/sessions.ts';
import {
  findUserByEmail,
  insertMembership,
  insertUser,
  lockUser,
  readUser,
  verifyEmail,
} from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { recordSignIn } from '#server/organizations/account-traces.ts';
import { openSession } from '#server/procedures/auth/sessions.ts';
import { requireJoinAllowed } from '#server/procedures/single-sign-on/password-gate.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import { accountProcedure, attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';

/** Returns the invitation of a link, or null if it no longer works. Reading it changes nothing. */
export const readInvitation = visitorProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/invitation',
      tags: ['Sessions'],
      summary: 'Get an invitation',
      description: 'Returns the invitation of an emailed link, or null if the link no longer works.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ token: linkToken }))
  .output(z.object({ invitation: shownInvitation.nullable() }))
  .mutation(async ({ ctx: { services }, input: { token } }) => {
    const invitation = await findOpen(services, hashToken(token));
    if (invitation === null) return { invitation: null };
    const { organizationId, email, role, expiresAt } = invitation;
    const [organization, inviter, account] = await Promise.all([
      transaction(services.db, { organizationId }, (tx) => readOrganization(tx, organizationId)),
      readUser(services.db.drizzle, invitation.invitedBy),
      findUserByEmail(services.db.drizzle, email),
    ]);
    // It waits until the suspension ends.
    if (organization.suspendedAt !== null) return { invitation: null };
    return {
      invitation: {
        organizationName: organization.name,
        invitedByName: inviter?.name ?? organization.name,
        email,
        role,
        expiresAt: expiresAt.toISOString(),
        hasAccount: account !== null,
      },
    };
  });

/** Accepts an invitation for the person who is signed in, and moves their session to that organization. */
export const acceptInvitation = accountProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/invitation/accept',
      tags: ['Sessions'],
      summary: 'Accept an invitation',
      description:
        'Makes the person who is signed in a member, and moves their session to that organization. The invitation must be addressed to them.',
    },
    rest: { success: 204, errors: [], needsSession: true },
  })
  .input(z.strictObject({ token: linkToken }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, session, audit }, input: { token } }) => {
    if (session.singleSignOn) throw createOtherSignInRefusal();
    const person = session.user;
    await joinOrganization(services, person, hashToken(token), audit, async (tx, organizationId) => {
      await moveSession(tx, session.id, organizationId);
      const signIn = { person, organizationId, method: 'invitation', isNewDevice: false, audit } as const;
      await recordSignIn(tx, services, signIn);
    });
  });

/** Accepts an invitation with a new account and signs it in. The link proves the address. */
export const joinByInvitation = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/invitation/join',
      tags: ['Sessions'],
      summary: 'Accept an invitation with a new account',
      description:
        'Creates an account for the invited address, makes it a member and sets the session cookie. Returns 409 if the address has an account: its owner signs in to accept.',
    },
    rest: { success: 201, errors: ['unauthorized', 'invalid_state'] },
  })
  .input(newMember.extend({ token: linkToken }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { token, name, password } }) => {
    const { services, audit } = ctx;
    const tokenHash = hashToken(token);
    const invitation = await findOpen(services, tokenHash);
    if (invitation === null) throw createInvitationRefusal();
    const { organizationId, id, email } = invitation;
    const passwordHash = await hashNewPassword(password, [name, email]);
    const person = { id: services.newId('user'), name, email };
    await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await insertUser(tx, { ...person, passwordHash }, services.clock())))
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.address_has_account);
      await joinWithin(tx, services, { organizationId, id, tokenHash, person }, audit);
    });
    const starting = { userId: person.id, organizationId, secondFactor: false };
    return await openSession(ctx, starting, 'invitation');
  });

type Person = { readonly id: string; readonly name: string; readonly email: string };

/**
 * Makes a person a member by the link that was emailed to them, and returns the organization. Refuses with
 * `unauthorized` if the link doesn't work, and with `forbidden` if it was sent to another address or the
 * organization accepts only other domains. A person who is already a member keeps their role. `enter` runs in
 * the same transaction.
 */
export async function joinOrganization(
  services: Services,
  person: Person,
  tokenHash: string,
  audit: Audit,
  enter?: (tx: Transaction, organizationId: string) => Promise<void>,
): Promise<string> {
  const found = await transaction(services.db, { invitationHash: tokenHash }, (tx) =>
    findInvitation(tx, tokenHash),
  );
  if (found === null) throw createInvitationRefusal();
  const { organizationId } = found;
  await transaction(services.db, { organizationId }, async (tx) => {
    await joinWithin(tx, services, { organizationId, id: found.id, tokenHash, person }, audit);
    await enter?.(tx, organizationId);
  });
  return organizationId;
}

/**
 * Creates the refusal for another organization's sign-in: an identity provider of one organization doesn't
 * vouch for a person in another.
 */
function createOtherSignInRefusal() {
  return createRefusal('forbidden', { reason: 'single_sign_on' }, REFUSAL_MESSAGES.other_sign_in_needed);
}

async function findOpen(services: Services, tokenHash: string): Promise<Invitation | null> {
  const found = await transaction(services.db, { invitationHash: tokenHash }, (tx) =>
    findInvitation(tx, tokenHash),
  );
  return found !== null && getInvitationState(found, services.clock()) === 'open' ? found : null;
}

/** Like `joinOrganization`, but within a transaction of the organization. */
async function joinWithin(
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
  // Having the link proves that the person can read email at the address.
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
function createInvitationRefusal() {
  const details = { reason: 'link_invalid' };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.invitation_over);
}
