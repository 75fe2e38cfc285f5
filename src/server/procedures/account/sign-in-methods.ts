import { z } from 'zod';
import { formatRecoveryCode, readCode } from '#domain/account/second-factor.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { newPassword } from '#wire/member.ts';
import { registrationResponse } from '#wire/passkey.ts';
import { createRequiredLineSchema, pathId } from '#wire/text.ts';
import { createRecoveryCodes, hashRecoveryCode } from '#server/crypto/account-token.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import { createTotpSecret, findTotpStep, getTotpSetup } from '#server/crypto/totp.ts';
import { dropAccountLinks } from '#server/db/accounts/account-links.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '#server/db/accounts/passkeys.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import {
  beginTotp,
  confirmTotp,
  dropTotp,
  readTotpSecret,
  replaceRecoveryCodes,
} from '#server/db/accounts/second-factors.ts';
import { endSessions, forgetSecondFactor, passSecondFactor } from '#server/db/accounts/sessions.ts';
import { lockUser, updateUser } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAccountChange } from '#server/organizations/account-traces.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import {
  createPasskeyRefusal,
  createRegistrationOptions,
  verifyPasskeyRegistration,
} from '#server/procedures/auth/passkeys.ts';
import { accountProcedure } from '#server/trpc/audience.ts';
import { proveIdentity, provePassword } from '../auth/prove-identity.ts';
import { rememberDevice } from '../auth/traced-session.ts';

/**
 * Changes the password. Ends every other session, the agents' access, and links that could set another
 * password.
 */
export const changePassword = accountProcedure
  .input(proof.extend({ newPassword }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, session, audit } = ctx;
    const { user } = session;
    await proveIdentity(ctx, user.id, input);
    const own = [user.name, user.email, session.organization.name];
    const passwordHash = await hashNewPassword(input.newPassword, own, '/newPassword');
    await transaction(services.db, null, async (tx) => {
      await updateUser(tx, user.id, { passwordHash });
      await endAgents(tx, services, user, audit);
      await endSessions(tx, user.id, session.id);
      await endPendingSignIns(tx, user.id);
      await dropAccountLinks(tx, 'reset', user.email);
      await recordAccountChange(tx, services, { person: user, change: 'password_changed', audit });
    });
    rememberDevice(ctx, { id: user.id, passwordHash });
    return DONE;
  });

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Starts adding an authenticator app. Signing in asks for a code only once one has been confirmed. */
export const beginTotpEnrolment = accountProcedure
  .input(proof.pick({ password: true }))
  .output(z.object({ secret: z.string(), url: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { services, session } = ctx;
    const { user } = session;
    await provePassword(ctx, user.id, input.password);
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
      await recordAccountChange(tx, services, { person: user, change: 'totp_enabled', audit });
      return { recoveryCodes: await renewCodes(tx, user.id) };
    });
  });

/** Removes the authenticator app and its recovery codes. */
export const disableTotp = accountProcedure
  .input(proof)
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, session, audit } = ctx;
    const { user } = session;
    await proveIdentity(ctx, user.id, input);
    await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      if (!(await dropTotp(tx, user.id))) return;
      await endAgents(tx, services, user, audit);
      await forgetSecondFactor(tx, user.id);
      await recordAccountChange(tx, services, { person: user, change: 'totp_disabled', audit });
    });
    return DONE;
  });

/** Creates new recovery codes. The old ones stop working. */
export const renewRecoveryCodes = accountProcedure
  .input(proof)
  .output(recoveryCodes)
  .mutation(async ({ ctx, input }) => {
    const { services, session, audit } = ctx;
    const { user } = session;
    await proveIdentity(ctx, user.id, input);
    return await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      const totp = await readTotpSecret(tx, user.id);
      if (totp === null || totp.confirmedAt === null)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.totp_missing);
      await endAgents(tx, services, user, audit);
      await recordAccountChange(tx, services, { person: user, change: 'recovery_codes_renewed', audit });
      return { recoveryCodes: await renewCodes(tx, user.id) };
    });
  });

/**
 * Starts adding a passkey. Returns the options that the browser passes to its authenticator. The challenge
 * works once, in this session.
 */
export const beginPasskey = accountProcedure
  .input(proof)
  .output(z.object({ options: z.record(z.string(), z.unknown()) }))
  .mutation(async ({ ctx, input }) => {
    const { services, session } = ctx;
    const { user } = session;
    await proveIdentity(ctx, user.id, input);
    const held = await listPasskeys(services.db.drizzle, user.id);
    if (held.length >= LIMITS.passkeysMax) throw createTooManyRefusal();
    const { options } = await createRegistrationOptions(services, user, { browser: session.id }, held);
    return { options };
  });

/** Adds the passkey that answers this session's challenge. */
export const addPasskey = accountProcedure
  .input(
    z.strictObject({ name: createRequiredLineSchema(LIMITS.labelMaxChars), response: registrationResponse }),
  )
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx: { services, session, audit }, input: { name, response } }) => {
    const { user } = session;
    const credential = await verifyPasskeyRegistration(services, { browser: session.id }, response);
    await transaction(services.db, null, async (tx) => {
      const createdAt = services.clock();
      await lockUser(tx, user.id);
      const passkey = { ...credential, userId: user.id, name, createdAt, lastUsedAt: null };
      if (!(await insertPasskey(tx, passkey))) throw createPasskeyRefusal();
      if ((await countPasskeys(tx, user.id)) > LIMITS.passkeysMax) throw createTooManyRefusal();
      await endAgents(tx, services, user, audit);
      await passSecondFactor(tx, session.id);
      await recordAccountChange(tx, services, { person: user, change: 'passkey_added', audit });
    });
    return { id: credential.id };
  });

/** Renames a passkey. */
export const renameOwnPasskey = accountProcedure
  .input(z.strictObject({ id: pathId, name: createRequiredLineSchema(LIMITS.labelMaxChars) }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { id, name } }) => {
    if (!(await renamePasskey(services.db.drizzle, session.user.id, id, name)))
      throw createRefusal('not_found');
    return DONE;
  });

/** Removes a passkey. */
export const removePasskey = accountProcedure
  .input(proof.extend({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, session, audit } = ctx;
    const { user } = session;
    await proveIdentity(ctx, user.id, input);
    await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      if (!(await deletePasskey(tx, user.id, input.id))) throw createRefusal('not_found');
      await endAgents(tx, services, user, audit);
      await forgetSecondFactor(tx, user.id);
      await recordAccountChange(tx, services, { person: user, change: 'passkey_removed', audit });
    });
    return DONE;
  });

async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes(LIMITS.recoveryCodes);
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes.map(formatRecoveryCode);
}

function createEnrolledRefusal() {
  return createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.totp_exists);
}

function createTooManyRefusal() {
  return createInvalidRefusal([
    { path: '/name', message: `you already have ${LIMITS.passkeysMax} passkeys: remove one first` },
  ]);
}
