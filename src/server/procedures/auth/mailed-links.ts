import { z } from 'zod';
import {
  requestLink as decideLink,
  type EmailChange,
  type LinkKind,
  type PendingSignUp,
} from '#domain/account/link.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { givenPassword, newPassword } from '#wire/member.ts';
import { ACCEPTED, accepted, linkToken, stillValid } from '#wire/session.ts';
import { emailAddress } from '#wire/text.ts';
import { deriveAccountToken, hashToken } from '#server/crypto/account-token.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import {
  dropAccountLinks,
  findAccountLink,
  insertAccountLink,
  takeAccountLink,
} from '#server/db/accounts/account-links.ts';
import {
  findUserByEmail,
  lockUser,
  lockUserByEmail,
  updateUser,
  verifyEmail,
} from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAccountChange } from '#server/organizations/account-traces.ts';
import { provePassword } from '#server/procedures/auth/prove-identity.ts';
import type { Services } from '#server/runtime/services.ts';
import { accountProcedure, attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import { clearAccount, endAccess } from './end-access.ts';

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
        await recordAccountChange(tx, services, { person: before, change: 'cleared', audit });
      await recordAccountChange(tx, services, { person: before, change: 'password_reset', audit });
    });
    return { status: 'reset' as const };
  });

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
  .mutation(async ({ ctx: { services, session, audit }, input: { token, password } }) => {
    const tokenHash = hashToken(token);
    const found = await findAccountLink(services.db.drizzle, 'verify', tokenHash, services.clock());
    const owner = found === null ? null : await findUserByEmail(services.db.drizzle, found.email);
    if (owner === null) throw createLinkOverRefusal();
    if (session?.user.id !== owner.id) {
      if (password === undefined)
        throw createInvalidRefusal([
          { path: '/password', message: "is required: enter this account's password" },
        ]);
      await provePassword({ services, audit }, owner.id, password);
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

/** Creates the same refusal for a link that is unknown, expired or used. */
export function createLinkOverRefusal() {
  const details = { reason: 'link_invalid' };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.link_used);
}

/**
 * Records that a link was requested, and enqueues its email. Doesn't check whether the address has an
 * account.
 */
export async function requestLink(
  services: Pick<Services, 'config' | 'clock' | 'newId' | 'queue'>,
  tx: Transaction,
  kind: LinkKind,
  email: string,
  {
    signUp = null,
    change = null,
  }: { readonly signUp?: PendingSignUp | null; readonly change?: EmailChange | null } = {},
): Promise<void> {
  const { link, effects } = decideLink({ id: services.newId('accountLink'), kind, email }, services.clock());
  const token = deriveAccountToken(services.config.secretKeys.current.key, 'account-link', link.id);
  await insertAccountLink(tx, { ...link, tokenHash: hashToken(token), signUp, change });
  await services.queue.enqueue(tx, effects);
}

async function findValidLink({ db, clock }: Services, token: string) {
  return await findAccountLink(db.drizzle, 'reset', hashToken(token), clock());
}
