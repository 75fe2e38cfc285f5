import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { givenPassword } from '#wire/member.ts';
import { ACCEPTED, accepted, linkToken } from '#wire/session.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { findUserByEmail, lockUser, verifyEmail } from '#server/db/accounts/users.ts';
import { provePassword } from '#server/procedures/account/prove-password.ts';
import { attemptProcedure, accountProcedure } from '#server/trpc/audience.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createLinkOverRefusal } from './password-reset.ts';
import { requestLink } from './request-link.ts';

/**
 * Emails the link that verifies the person's address again. Does nothing if the address is already verified.
 */
export const resendVerification = accountProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/email-verification',
      tags: ['Sessions'],
      summary: 'Resend the verification email',
      description: 'Emails a new link to the address of the person who is signed in, unless it is verified.',
    },
    rest: { success: 202, errors: [], needsSession: true },
  })
  .input(z.strictObject({}))
  .output(accepted)
  .mutation(async ({ ctx: { services, session } }) => {
    const { email, emailVerified } = session.user;
    if (emailVerified) return ACCEPTED;
    await services.rates.accountMail.take(`verify ${email.toLowerCase()}`);
    await transaction(services.db, null, (tx) => requestLink(services, tx, 'verify', email));
    return ACCEPTED;
  });

/**
 * Verifies an address by the link that was emailed to it. Works only for someone who is signed in to that
 * account or knows its password. Otherwise, anyone could sign up with another person's address and have that
 * person verify it with one click.
 */
export const confirmEmail = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/email-verification/confirm',
      tags: ['Sessions'],
      summary: 'Verify an email address',
      description:
        'Takes the token of the emailed link. Without a session of the account, its password is required too.',
    },
    rest: { errors: ['unauthorized'] },
  })
  .input(z.strictObject({ token: linkToken, password: givenPassword.optional() }))
  .output(z.object({ status: z.literal('verified'), email: z.string().meta({ examples: [EXAMPLE.email] }) }))
  .mutation(async ({ ctx: { services, session }, input: { token, password } }) => {
    const tokenHash = hashToken(token);
    const found = await findAccountLink(services.db.drizzle, 'verify', tokenHash, services.clock());
    const owner = found === null ? null : await findUserByEmail(services.db.drizzle, found.email);
    if (owner === null) throw createLinkOverRefusal();
    if (session?.user.id !== owner.id) {
      if (password === undefined)
        throw createInvalidRefusal([
          { path: '/password', message: "is required: enter this account's password" },
        ]);
      await provePassword(services, owner.id, password);
    }
    return await transaction(services.db, null, async (tx) => {
      const now = services.clock();
      await lockUser(tx, owner.id);
      const link = await takeAccountLink(tx, 'verify', tokenHash, now);
      const user = link === null ? null : await verifyEmail(tx, link.email, now);
      if (user === null) throw createLinkOverRefusal();
      return { status: 'verified' as const, email: user.email };
    });
  });
