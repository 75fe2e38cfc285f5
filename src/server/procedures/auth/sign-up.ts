import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { givenPassword } from '#wire/member.ts';
import { newOrganization } from '#wire/organization.ts';
import { ACCEPTED, accepted, linkToken, sessionStarted, validSignUp } from '#wire/session.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { verifyEmail } from '#server/db/accounts/users.ts';
import { checkOrganization, createOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createLinkOverRefusal } from './password-reset.ts';
import { requestLink } from './request-link.ts';
import { openSession } from './start-session.ts';

/**
 * Signs a person and their organization up. If the server sends email, nothing is created until the address
 * is verified: a link is sent there. The response is the same for an address that already has an account; the
 * email then tells its owner. If the server only keeps email, nobody can verify an address, so the
 * organization is created and its owner is signed in right away.
 */
export const signUp = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/sign-up',
      tags: ['Sessions'],
      summary: 'Sign up',
      description:
        'Creates an organization and its owner. If the server sends email, returns 202 and emails a link first; otherwise returns 201 and sets the session cookie.',
    },
    rest: {
      success: 201,
      otherSuccess: { status: 202, applies: (answer) => answer !== undefined && 'status' in answer },
      errors: ['forbidden'],
    },
  })
  .input(newOrganization)
  .output(z.union([sessionStarted, accepted]))
  .mutation(async ({ ctx, input }) => {
    const { services, audit } = ctx;
    requireOpenSignUp(services);
    const { email, ...pending } = await checkOrganization(input);
    if (services.config.mail.kind === 'smtp') {
      await services.rates.accountMail.take(`sign up ${email.toLowerCase()}`);
      await transaction(services.db, null, (tx) =>
        requestLink(services, tx, 'sign_up', email, { signUp: pending }),
      );
      return ACCEPTED;
    }
    const made = await createOrganization(services, { email, ...pending }, audit, (tx) =>
      requestLink(services, tx, 'verify', email),
    );
    return await openSession(ctx, { ...made, secondFactor: false });
  });

/**
 * Tells whether an emailed link can still complete a sign-up. Checking doesn't use it up, because mail
 * scanners open links too.
 */
export const checkSignUpLink = visitorProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/sign-up/check',
      tags: ['Sessions'],
      summary: 'Check a sign-up link',
      description: "Says whether the link still works. Checking doesn't use it up.",
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ token: linkToken }))
  .output(validSignUp)
  .mutation(async ({ ctx: { services }, input: { token } }) => {
    const link = await findAccountLink(services.db.drizzle, 'sign_up', hashToken(token), services.clock());
    return { valid: link !== null, withPasskey: link?.signUp?.withPasskey === true };
  });

/**
 * Completes a sign-up by its emailed link and the password chosen when signing up. The password keeps someone
 * who reads the email but never signed up from creating an account for a stranger. A wrong password leaves
 * the link usable.
 */
export const confirmSignUp = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/sign-up/confirm',
      tags: ['Sessions'],
      summary: 'Complete a sign-up',
      description:
        'Takes the token of the emailed link and the password chosen at sign-up, and sets the session cookie.',
    },
    rest: { success: 201, errors: ['unauthorized', 'forbidden'] },
  })
  .input(z.strictObject({ token: linkToken, password: givenPassword }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { token, password } }) => {
    const { services, audit } = ctx;
    requireOpenSignUp(services);
    const tokenHash = hashToken(token);
    const link = await findAccountLink(services.db.drizzle, 'sign_up', tokenHash, services.clock());
    if (link?.signUp == null) throw createLinkOverRefusal();
    await services.rates.account.take(`sign up ${link.id}`);
    if (!(await verifyPassword(link.signUp.passwordHash, password)))
      throw createInvalidRefusal([{ path: '/password', message: "doesn't match the one you chose" }]);
    const { email } = link;
    const made = await createOrganization(services, { ...link.signUp, email }, audit, async (tx) => {
      const now = services.clock();
      if ((await takeAccountLink(tx, 'sign_up', tokenHash, now)) === null) throw createLinkOverRefusal();
      await verifyEmail(tx, email, now);
    });
    return await openSession(ctx, { ...made, secondFactor: false });
  });

/** Refuses with `forbidden` if sign-up is closed. */
export function requireOpenSignUp({ config }: Services): void {
  if (config.signup === 'closed')
    throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.sign_up_closed);
}
