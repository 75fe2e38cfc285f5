import { z } from 'zod';
import { readCode } from '#domain/account/second-factor.ts';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { sessionStarted, stillValid } from '#wire/session.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import {
  countSignInAttempt,
  isSignInPending,
  takePendingSignIn,
} from '#server/db/accounts/pending-sign-ins.ts';
import { lockUser, readUser } from '#server/db/accounts/users.ts';
import { attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { acceptCode } from './accept-code.ts';
import { startSession } from './start-session.ts';

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
    await services.rates.account.take(`code ${user.id}`);
    await services.rates.code.take(user.id);
    await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      const offered = readCode(code);
      if (offered === null || !(await acceptCode(services, tx, user.id, offered)))
        throw createWrongCodeRefusal();
      if (!(await takePendingSignIn(tx, pending.id))) throw createSignInOverRefusal();
    });
    const started = await startSession(ctx, user, { ...pending, secondFactor: true });
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

function createWrongCodeRefusal() {
  return createRefusal('unauthorized', { reason: 'wrong_code' }, REFUSAL_MESSAGES.wrong_code);
}

function createSignInOverRefusal() {
  return createRefusal('unauthorized', { reason: 'login_over' }, REFUSAL_MESSAGES.sign_in_expired);
}
