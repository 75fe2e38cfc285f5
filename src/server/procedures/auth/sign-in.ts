import { z } from 'zod';
import { readCode } from '#domain/account/second-factor.ts';
import type { SignInMethod } from '#domain/account/sign-in-trace.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { linkToken, secondFactorRequired, sessionStarted, stillValid } from '#wire/session.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import { findKnownDevice } from '#server/crypto/known-device.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import {
  countSignInAttempt,
  insertPendingSignIn,
  isSignInPending,
  takePendingSignIn,
} from '#server/db/accounts/pending-sign-ins.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import {
  findFirstMembership,
  findUserByEmail,
  lockUser,
  readUser,
  type User,
} from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { joinOrganization } from '#server/procedures/invitation.ts';
import {
  createSingleSignOnRefusal,
  findPasswordGate,
  requirePasswordAllowed,
} from '#server/procedures/single-sign-on/password-gate.ts';
import { attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import { getNetwork } from '#server/rates/rate-limit.ts';
import { acceptCode } from './prove-identity.ts';
import { reportFailedAttempt } from '#server/organizations/account-traces.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { findHeldLock, openSession } from './sessions.ts';

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
    const account = user === null ? { address: email } : { userId: user.id };
    await countAttempt(ctx, email, user).catch(async (error: unknown) => {
      await reportBlockedAttempt(ctx, account, error);
      throw error;
    });
    const matches = await verifyPassword(user?.passwordHash ?? null, input.password);
    if (user === null || !matches) {
      await reportFailedAttempt(services, account, 'wrong_password', ctx.audit);
      throw await createCredentialsRefusal(services, email);
    }
    const invitationHash = input.invitation === undefined ? null : hashToken(input.invitation);
    const totp = await readTotpSecret(services.db.drizzle, user.id);
    if (totp === null || totp.confirmedAt === null)
      return await startSession(ctx, user, { invitationHash, secondFactor: false, method: 'password' });
    return await waitForSecondFactor(ctx, user.id, invitationHash);
  });

/** Completes a pending sign-in with a code of the authenticator app or a recovery code. */
export const confirmSecondFactor = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/login/second-factor',
      tags: ['Sessions'],
      summary: 'Complete a sign-in with a code',
      description:
        'Takes a code of the authenticator app or a recovery code, and the cookie of the pending sign-in. If it fails, `details.reason` is `wrong_code`, or `login_over` if signing in has to start again.',
    },
    rest: { errors: ['unauthorized', 'forbidden'] },
  })
  .input(
    z.strictObject({
      code: z
        .string()
        .max(100)
        .describe('A code of the authenticator app, or a recovery code.')
        .meta({ examples: ['492039'] }),
    }),
  )
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { code } }) => {
    const { services, cookies } = ctx;
    const { drizzle } = services.db;
    const token = cookies.get('pendingSignIn');
    const pending =
      token === null ? null : await countSignInAttempt(drizzle, hashToken(token), services.clock());
    const user = pending === null ? null : await readUser(drizzle, pending.userId);
    if (pending === null || user === null) throw createSignInOverRefusal();
    const account = { userId: user.id };
    try {
      await services.rates.account.take(`code ${user.id}`);
      await services.rates.code.take(user.id);
    } catch (error) {
      await reportBlockedAttempt(ctx, account, error);
      throw error;
    }
    const isAccepted = await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      const offered = readCode(code);
      if (offered === null || !(await acceptCode(ctx, tx, user.id, offered))) return false;
      if (!(await takePendingSignIn(tx, pending.id))) throw createSignInOverRefusal();
      return true;
    });
    if (!isAccepted) {
      await reportFailedAttempt(services, account, 'wrong_code', ctx.audit);
      throw createWrongCodeRefusal();
    }
    const method = 'password_and_code';
    const started = await startSession(ctx, user, { ...pending, secondFactor: true, method });
    cookies.clear('pendingSignIn');
    return started;
  });

/** Tells whether this browser's sign-in is still waiting for a code. */
export const checkPendingSignIn = visitorProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/auth/login/second-factor',
      tags: ['Sessions'],
      summary: 'Check a pending sign-in',
      description: 'Says whether the pending sign-in of the cookie is still waiting for a code.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(stillValid)
  .query(async ({ ctx: { services, cookies } }) => {
    const token = cookies.get('pendingSignIn');
    if (token === null) return { valid: false };
    return { valid: await isSignInPending(services.db.drizzle, hashToken(token), services.clock()) };
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

/**
 * Reports that attempts on an account are refused because there were too many. Each process does so once a
 * minute, since refused attempts shouldn't cost anything.
 */
async function reportBlockedAttempt(
  { services, audit }: Context,
  account: { readonly userId: string } | { readonly address: string },
  error: unknown,
): Promise<void> {
  if (toRefusal(error)?.code !== 'rate_limited') return;
  const key = 'userId' in account ? account.userId : account.address.toLowerCase();
  const isFirst = await services.rates.blockedReport.take(key).then(
    () => true,
    () => false,
  );
  if (isFirst) await reportFailedAttempt(services, account, 'too_many_attempts', audit);
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

function createWrongCodeRefusal() {
  return createRefusal('unauthorized', { reason: 'wrong_code' }, REFUSAL_MESSAGES.wrong_code);
}

function createSignInOverRefusal() {
  return createRefusal('unauthorized', { reason: 'login_over' }, REFUSAL_MESSAGES.sign_in_expired);
}

type Person = Pick<User, 'id' | 'name' | 'email' | 'passwordHash'>;

/**
 * Starts the session of a person who has proved who they are, and remembers their browser. The session starts
 * in the organization whose invitation they accept by signing in, else in the one that this browser was
 * locked in, else in the one they used last. Refuses with `forbidden` if they belong to none.
 */
export async function startSession(
  ctx: Context,
  user: Person,
  {
    invitationHash,
    secondFactor,
    method,
  }: {
    readonly invitationHash: string | null;
    readonly secondFactor: boolean;
    readonly method: SignInMethod;
  },
): Promise<{ expiresAt: string }> {
  const { services } = ctx;
  await requirePasswordAllowed(services.db, user).catch(async (error: unknown) => {
    await reportFailedAttempt(services, { userId: user.id }, 'single_sign_on_required', ctx.audit);
    throw error;
  });
  const held = await findHeldLock(ctx);
  const organizationId =
    held !== null && held.locked.user.id === user.id && invitationHash === null
      ? held.locked.organizationId
      : await resolveOrganization(ctx, user, invitationHash);
  return await openSession(ctx, { userId: user.id, organizationId, secondFactor }, method);
}

async function resolveOrganization(
  { services, audit }: Context,
  user: Person,
  invitationHash: string | null,
): Promise<string> {
  if (invitationHash !== null) return await joinOrganization(services, user, invitationHash, audit);
  const membership = await transaction(services.db, { userId: user.id }, (tx) =>
    findFirstMembership(tx, user.id),
  );
  if (membership === null) throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.no_organization);
  const { organizationId } = membership;
  await transaction(services.db, { organizationId }, (tx) =>
    enterMembership(tx, organizationId, user.id, services.clock()),
  );
  return organizationId;
}
