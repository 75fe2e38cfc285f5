import { z } from 'zod';
import { requestAccountChangeEmail } from '#domain/account/security.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { registrationResponse } from '#wire/passkey.ts';
import { pathId, createRequiredLineSchema } from '#wire/text.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '#server/db/accounts/passkeys.ts';
import { forgetSecondFactor, passSecondFactor } from '#server/db/accounts/sessions.ts';
import { lockUser } from '#server/db/accounts/users.ts';
import { accountProcedure } from '#server/trpc/audience.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import {
  createPasskeyRefusal,
  verifyPasskeyRegistration,
  createRegistrationOptions,
} from '#server/procedures/auth/register-passkey.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { proveIdentity } from './prove-identity.ts';

/**
 * Starts adding a passkey. Returns the options that the browser passes to its authenticator. The challenge
 * works once, in this session.
 */
export const beginPasskey = accountProcedure
  .input(proof)
  .output(z.object({ options: z.record(z.string(), z.unknown()) }))
  .mutation(async ({ ctx: { services, session }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
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
      await services.queue.enqueue(tx, [requestAccountChangeEmail(user.id, 'passkey_added', createdAt)]);
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
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
    await transaction(services.db, null, async (tx) => {
      await lockUser(tx, user.id);
      if (!(await deletePasskey(tx, user.id, input.id))) throw createRefusal('not_found');
      await endAgents(tx, services, user, audit);
      await forgetSecondFactor(tx, user.id);
      await services.queue.enqueue(tx, [
        requestAccountChangeEmail(user.id, 'passkey_removed', services.clock()),
      ]);
    });
    return DONE;
  });

function createTooManyRefusal() {
  return createInvalidRefusal([
    { path: '/name', message: `you already have ${LIMITS.passkeysMax} passkeys: remove one first` },
  ]);
}
