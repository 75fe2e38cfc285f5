import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { linkToken, secondFactorRequired, sessionStarted } from '#wire/session.ts';
import { hashToken, createToken } from '#server/crypto/account-token.ts';
import { findKnownDevice } from '#server/crypto/known-device.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { insertPendingSignIn } from '#server/db/accounts/pending-sign-ins.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { findUserByEmail, type User } from '#server/db/accounts/users.ts';
import {
  findPasswordGate,
  createSingleSignOnRefusal,
} from '#server/procedures/single-sign-on/password-gate.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import { getNetwork } from '#server/rates/rate-limit.ts';
import { startSession } from './start-session.ts';

/**
 * Signs in with a password. An unknown address and a wrong password get the same response after the same
 * time.
 */
export const signIn = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/login',
      tags: ['Sessions'],
      summary: 'Sign in with a password',
      description:
        'Sets the session cookie. If the account has an authenticator app, sets the cookie of a pending sign-in instead: complete it with a code.',
    },
    rest: { errors: ['unauthorized', 'forbidden'] },
  })
  .input(
    z.strictObject({
      email: z.string().max(LIMITS.emailMaxChars).describe('The email address of the account.'),
      password: z
        .string()
        .describe('Its password.')
        .meta({ examples: ['correct horse battery'] }),
      invitation: linkToken.optional().describe('The token of an invitation to accept by signing in.'),
    }),
  )
  .output(z.union([secondFactorRequired, sessionStarted]))
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    const email = input.email.trim();
    const user = await findUserByEmail(services.db.drizzle, email);
    await countAttempt(ctx, email, user);
    const matches = await verifyPassword(user?.passwordHash ?? null, input.password);
    if (user === null || !matches) throw await createCredentialsRefusal(services, email);
    const invitationHash = input.invitation === undefined ? null : hashToken(input.invitation);
    const totp = await readTotpSecret(services.db.drizzle, user.id);
    if (totp === null || totp.confirmedAt === null)
      return await startSession(ctx, user, { invitationHash, secondFactor: false });
    return await waitForSecondFactor(ctx, user.id, invitationHash);
  });

/**
 * Anyone who enters an address of an organization that requires single sign-on is told so, whether or not the
 * address has an account.
 */
async function createCredentialsRefusal({ db }: Context['services'], email: string): Promise<Error> {
  return (await findPasswordGate(db, email, null)) === null
    ? createRefusal('unauthorized', undefined, REFUSAL_MESSAGES.wrong_credentials)
    : createSingleSignOnRefusal();
}

/**
 * Counts a sign-in attempt on an account. Someone who tries many passwords locks out only their own network:
 * attempts are counted by network, and attempts from a browser that the person has signed in with before are
 * counted separately. Strangers on many networks share an hourly limit. Once it is reached, a known browser,
 * a passkey and a password reset still work.
 */
async function countAttempt(
  { services: { rates, config }, audit, cookies }: Context,
  email: string,
  user: User | null,
): Promise<void> {
  const address = email.toLowerCase();
  const device = user === null ? null : findKnownDevice(cookies.get('device'), user, config.secretKeys);
  if (device !== null) {
    await rates.account.take(`device ${device}`);
    return;
  }
  await rates.account.take(`address ${address} from ${getNetwork(audit.ipAddress ?? 'unknown')}`);
  await rates.stranger.take(address);
}

async function waitForSecondFactor(
  { services, cookies }: Context,
  userId: string,
  invitationHash: string | null,
): Promise<z.infer<typeof secondFactorRequired>> {
  const token = createToken();
  const createdAt = services.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.pendingSignInLifeMs);
  const pending = { id: hashToken(token), userId, invitationHash, createdAt, expiresAt };
  await insertPendingSignIn(services.db.drizzle, pending);
  cookies.set('pendingSignIn', { token, expiresAt });
  return { secondFactorRequired: true, expiresAt: expiresAt.toISOString() };
}
