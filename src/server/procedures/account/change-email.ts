import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { formatDomainRule } from '#domain/organization/membership-rules.ts';
import { getEmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { emailAddress } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findVerifiedDomain } from '#server/db/single-sign-on/email-domains.ts';
import { requestLink } from '#server/procedures/auth/request-link.ts';
import { accountProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/runtime/services.ts';
import { findBrokenRules } from './allowed-address.ts';
import { proveIdentity } from './prove-identity.ts';

/**
 * Requests a change of the account's address. Nothing changes until the link sent to the old address, if that
 * is verified, and then the one sent to the new address are used. An address that one of the person's
 * organizations doesn't allow for members is refused. The response doesn't reveal whether the new address has
 * an account.
 */
export const changeEmail = accountProcedure
  .input(proof.extend({ email: emailAddress }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
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
 * Refuses a change of an address whose domain an organization has verified. With another address, the person
 * would leave the organization's single sign-on and directory.
 */
async function requireOwnAddress({ db }: Services, email: string): Promise<void> {
  const emailDomain = getEmailDomain(email);
  if (emailDomain === null) return;
  const found = await transaction(db, { emailDomain }, (tx) => findVerifiedDomain(tx, emailDomain));
  if (found !== null) throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.address_managed);
}
