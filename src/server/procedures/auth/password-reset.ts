import { z } from 'zod';
import { requestAccountChangeEmail } from '#domain/account/security.ts';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { newPassword } from '#wire/member.ts';
import { ACCEPTED, accepted, linkToken, stillValid } from '#wire/session.ts';
import { emailAddress } from '#wire/text.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import { dropAccountLinks, findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { lockUserByEmail, updateUser, verifyEmail } from '#server/db/accounts/users.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { clearAccount, endAccess } from './end-access.ts';
import { requestLink } from './request-link.ts';

/**
 * Emails a link that sets a new password, if the address has an account. The response and its timing are the
 * same if it has none: the request is recorded either way, and only the job looks for the account.
 */
export const requestPasswordReset = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/password-reset',
      tags: ['Sessions'],
      summary: 'Request a password reset',
      description: 'Emails a link if the address has an account. The response is the same if it has none.',
    },
    rest: { success: 202, errors: [] },
  })
  .input(z.strictObject({ email: emailAddress.describe('The email address of the account.') }))
  .output(accepted)
  .mutation(async ({ ctx: { services }, input: { email } }) => {
    await services.rates.accountMail.take(`reset ${email.toLowerCase()}`);
    await transaction(services.db, null, (tx) => requestLink(services, tx, 'reset', email));
    return ACCEPTED;
  });

/**
 * Tells whether an emailed link can still set a password. Checking doesn't use it up, because mail scanners
 * open links too.
 */
export const checkResetLink = visitorProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/password-reset/check',
      tags: ['Sessions'],
      summary: 'Check a password reset link',
      description: "Says whether the link still works. Checking doesn't use it up.",
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ token: linkToken }))
  .output(stillValid)
  .mutation(async ({ ctx: { services }, input: { token } }) => ({
    valid: (await findValidLink(services, token)) !== null,
  }));

/**
 * Sets a new password by an emailed link. The link works once and cancels the others that were sent. Ends
 * every session of the account and its agents' access. A second factor stays, because reading the email
 * proves only one factor. If the address wasn't verified before, everything is removed that whoever signed up
 * with it could use to come back.
 */
export const resetPassword = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/password-reset/confirm',
      tags: ['Sessions'],
      summary: 'Set a new password',
      description:
        'Takes the token of the emailed link, which works once. Ends every session of the account and the access of its agents.',
    },
    rest: { errors: ['unauthorized'] },
  })
  .input(z.strictObject({ token: linkToken, password: newPassword }))
  .output(z.object({ status: z.literal('reset') }))
  .mutation(async ({ ctx: { services, audit }, input: { token, password } }) => {
    const valid = await findValidLink(services, token);
    if (valid === null) throw createLinkOverRefusal();
    const passwordHash = await hashNewPassword(password, [valid.email]);
    await transaction(services.db, null, async (tx) => {
      const now = services.clock();
      const before = await lockUserByEmail(tx, valid.email);
      const link = await takeAccountLink(tx, 'reset', hashToken(token), now);
      if (link === null || before === null) throw createLinkOverRefusal();
      await verifyEmail(tx, link.email, now);
      await updateUser(tx, before.id, { passwordHash });
      await dropAccountLinks(tx, 'reset', link.email);
      await dropAccountLinks(tx, 'verify', link.email);
      await endAccess(tx, services, before, audit);
      const wasVerified = (before.emailVerifiedAt ?? null) !== null;
      if (!wasVerified && (await clearAccount(tx, services, before, audit)))
        await services.queue.enqueue(tx, [requestAccountChangeEmail(before.id, 'cleared', now)]);
      await services.queue.enqueue(tx, [requestAccountChangeEmail(before.id, 'password_reset', now)]);
    });
    return { status: 'reset' as const };
  });

async function findValidLink({ db, clock }: Services, token: string) {
  return await findAccountLink(db.drizzle, 'reset', hashToken(token), clock());
}

/** Creates the same refusal for a link that is unknown, expired or used. */
export function createLinkOverRefusal() {
  const details = { reason: 'link_invalid' };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.link_used);
}
