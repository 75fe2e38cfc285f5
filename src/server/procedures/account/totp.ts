import { z } from 'zod';
import { requestAccountChangeEmail } from '#domain/account/security.ts';
import { readCode, formatRecoveryCode } from '#domain/account/second-factor.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { hashRecoveryCode, createRecoveryCodes } from '#server/crypto/account-token.ts';
import { createTotpSecret, getTotpSetup, findTotpStep } from '#server/crypto/totp.ts';
import { lockUser } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import {
  beginTotp,
  confirmTotp,
  dropTotp,
  readTotpSecret,
  replaceRecoveryCodes,
} from '#server/db/accounts/second-factors.ts';
import { forgetSecondFactor, passSecondFactor } from '#server/db/accounts/sessions.ts';
import { accountProcedure } from '#server/trpc/audience.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { proveIdentity } from './prove-identity.ts';
import { provePassword } from './prove-password.ts';

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Starts adding an authenticator app. Signing in asks for a code only once one has been confirmed. */
export const beginTotpEnrolment = accountProcedure
  .input(proof.pick({ password: true }))
  .output(z.object({ secret: z.string(), url: z.string() }))
  .mutation(async ({ ctx: { services, session }, input }) => {
    const { user } = session;
    await provePassword(services, user.id, input.password);
    const keys = services.config.secretKeys;
    const box = createTotpSecret(keys);
    const begun = await transaction(services.db, null, (tx) => beginTotp(tx, user.id, box, services.clock()));
    if (!begun) throw createEnrolledRefusal();
    return getTotpSetup(keys, box, user.email);
  });

/**
 * Finishes adding the app with one of its codes, and returns the recovery codes, which are shown only once.
 */
export const confirmTotpEnrolment = accountProcedure
  .input(z.strictObject({ code: z.string().max(100) }))
  .output(recoveryCodes)
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    const { user } = session;
    await services.rates.account.take(`code ${user.id}`);
    const totp = await readTotpSecret(services.db.drizzle, user.id);
    if (totp === null) throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.totp_not_started);
    if (totp.confirmedAt !== null) throw createEnrolledRefusal();
    const offered = readCode(input.code);
    const now = services.clock();
    const step =
      offered?.kind === 'totp'
        ? findTotpStep(services.config.secretKeys, totp.secretBox, offered.digits, now)
        : null;
    if (step === null) throw createInvalidRefusal([{ path: '/code', message: 'is wrong or has expired' }]);
    return await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      if (!(await confirmTotp(tx, totp, step, now))) throw createEnrolledRefusal();
      await endAgents(tx, services, user, audit);
      await passSecondFactor(tx, session.id);
      await services.queue.enqueue(tx, [requestAccountChangeEmail(user.id, 'totp_enabled', now)]);
      return { recoveryCodes: await renewCodes(tx, user.id) };
    });
  });

/** Removes the authenticator app and its recovery codes. */
export const disableTotp = accountProcedure
  .input(proof)
  .output(done)
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
    await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      if (!(await dropTotp(tx, user.id))) return;
      await endAgents(tx, services, user, audit);
      await forgetSecondFactor(tx, user.id);
      await services.queue.enqueue(tx, [
        requestAccountChangeEmail(user.id, 'totp_disabled', services.clock()),
      ]);
    });
    return DONE;
  });

/** Creates new recovery codes. The old ones stop working. */
export const renewRecoveryCodes = accountProcedure
  .input(proof)
  .output(recoveryCodes)
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
    return await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      const totp = await readTotpSecret(tx, user.id);
      if (totp === null || totp.confirmedAt === null)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.totp_missing);
      await endAgents(tx, services, user, audit);
      await services.queue.enqueue(tx, [
        requestAccountChangeEmail(user.id, 'recovery_codes_renewed', services.clock()),
      ]);
      return { recoveryCodes: await renewCodes(tx, user.id) };
    });
  });

async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes(LIMITS.recoveryCodes);
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes.map(formatRecoveryCode);
}

function createEnrolledRefusal() {
  return createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.totp_exists);
}
