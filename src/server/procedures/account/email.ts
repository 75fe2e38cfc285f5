import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { getEmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import { formatDomainRule, mayJoin, type MembershipRules } from '#domain/organization/membership-rules.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { givenPassword } from '#wire/member.ts';
import { linkToken } from '#wire/session.ts';
import { emailAddress } from '#wire/text.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import {
  type AccountLink,
  dropAccountLinks,
  findAccountLink,
  takeAccountLink,
} from '#server/db/accounts/account-links.ts';
import { listPersonOrganizations } from '#server/db/accounts/members.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';
import { lockUserByEmail, readUser, changeEmail as setEmail, type User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { findVerifiedDomain } from '#server/db/single-sign-on/email-domains.ts';
import { recordAccountChange } from '#server/organizations/account-traces.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import { createLinkOverRefusal, requestLink } from '#server/procedures/auth/mailed-links.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { accountProcedure, attemptProcedure } from '#server/trpc/audience.ts';
import { proveIdentity, provePassword } from '../auth/prove-identity.ts';

/**
 * Requests a change of the account's address. Nothing changes until the link sent to the old address, if that
 * is verified, and then the one sent to the new address are used. An address that one of the person's
 * organizations doesn't allow for members is refused. The response doesn't reveal whether the new address has
 * an account.
 */
export const changeEmail = accountProcedure
  .input(proof.extend({ email: emailAddress }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, session } = ctx;
    const { user } = session;
    await proveIdentity(ctx, user.id, input);
    if (input.email.toLowerCase() === user.email.toLowerCase())
      throw createInvalidRefusal([{ path: '/email', message: 'is already the address of this account' }]);
    await requireOwnAddress(services, user.email);
    const change = { userId: user.id, from: user.email, to: input.email };
    await transaction(services.db, { userId: user.id }, async (tx) => {
      const broken = await findBrokenRules(tx, user.id, change);
      if (broken !== null)
        throw createInvalidRefusal([{ path: '/email', message: formatDomainRule(broken) }]);
    });
    await services.rates.accountMail.take(`change ${user.id}`);
    const [kind, email] = user.emailVerified
      ? (['change_from', change.from] as const)
      : (['change_to', change.to] as const);
    await transaction(services.db, null, (tx) => requestLink(services, tx, kind, email, { change }));
    return DONE;
  });

/**
 * Confirms a change of address by a link. Returns `asked` if the new address still has to confirm, or
 * `changed` if the link was the one sent there. Works only for someone who is signed in to the account or
 * knows its password.
 */
export const confirmEmailChange = attemptProcedure
  .input(z.strictObject({ token: linkToken, password: givenPassword.optional() }))
  .output(z.object({ status: z.enum(['asked', 'changed']), email: z.string() }))
  .mutation(async ({ ctx: { services, session, audit }, input: { token, password } }) => {
    const found = await findChange(services, token);
    if (found === null) throw createLinkOverRefusal();
    const isOwner = session?.user.id === found.owner.id;
    if (!isOwner) {
      if (password === undefined)
        throw createInvalidRefusal([
          { path: '/password', message: "is required: enter this account's password" },
        ]);
      await provePassword({ services, audit }, found.owner.id, password);
    }
    return await transaction(services.db, null, async (tx) => {
      const { from, to } = found.change;
      const owner = await lockUserByEmail(tx, from);
      const link = await takeAccountLink(tx, found.kind, hashToken(token), services.clock());
      if (link === null || owner?.id !== found.owner.id) throw createLinkOverRefusal();
      if (found.kind === 'change_from') {
        await requestLink(services, tx, 'change_to', to, { change: found.change });
        return { status: 'asked' as const, email: to };
      }
      // The rule may be newer than the request for the change.
      if ((await findBrokenRules(tx, owner.id, found.change)) !== null) throw createLinkOverRefusal();
      await apply(tx, services, { owner, from, to, audit, keptSession: isOwner ? session.id : null });
      return { status: 'changed' as const, email: to };
    });
  });

type Change = NonNullable<AccountLink['change']>;

/**
 * Refuses a change of an address whose domain an organization has verified. With another address, the person
 * would leave the organization's single sign-on and directory.
 */
async function requireOwnAddress({ db }: Services, email: string): Promise<void> {
  const emailDomain = getEmailDomain(email);
  if (emailDomain === null) return;
  const found = await transaction(db, { emailDomain }, (tx) => findVerifiedDomain(tx, emailDomain));
  if (found !== null) throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.address_managed);
}

async function findChange(
  { db, clock }: Services,
  token: string,
): Promise<{ kind: 'change_from' | 'change_to'; change: Change; owner: User } | null> {
  for (const kind of ['change_from', 'change_to'] as const) {
    const { change } = (await findAccountLink(db.drizzle, kind, hashToken(token), clock())) ?? {
      change: null,
    };
    const owner = change === null ? null : await readUser(db.drizzle, change.userId);
    if (change !== null && owner !== null && owner.email === change.from) return { kind, change, owner };
  }
  return null;
}

/** Ends everything that a change of password ends, and every link that was sent to either address. */
async function apply(
  tx: Transaction,
  services: Services,
  {
    owner,
    from,
    to,
    audit,
    keptSession,
  }: Pick<Change, 'from' | 'to'> & { owner: User; audit: Audit; keptSession: string | null },
): Promise<void> {
  const now = services.clock();
  if (!(await setEmail(tx, owner.id, to, now))) throw createLinkOverRefusal();
  for (const kind of ['reset', 'verify', 'change_from', 'change_to'] as const) {
    await dropAccountLinks(tx, kind, from);
    await dropAccountLinks(tx, kind, to);
  }
  await endAgents(tx, services, owner, audit);
  await endSessions(tx, owner.id, keptSession);
  await endPendingSignIns(tx, owner.id);
  const person = { ...owner, email: to };
  const details = { from, to };
  await recordAccountChange(tx, services, { person, change: 'email_changed', audit, details, email: from });
}

/**
 * Returns the membership rules of the first of a person's organizations that allow the present address but
 * not the new one; null if there are none. People who were admitted before a rule existed may stay.
 */
async function findBrokenRules(
  tx: Transaction,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<MembershipRules | null> {
  await addScope(tx, { userId });
  for (const { id: organizationId } of await listPersonOrganizations(tx, userId)) {
    await addScope(tx, { organizationId });
    const { membership } = await readOrganization(tx, organizationId);
    if (mayJoin(membership, from) && !mayJoin(membership, to)) return membership;
  }
  return null;
}
