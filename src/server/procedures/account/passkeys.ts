import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { accountChanged } from '#domain/account/security.ts';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { registrationResponse } from '#wire/passkey.ts';
import { pathId, requiredLine } from '#wire/text.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  renamePasskey,
  takeChallenge,
} from '#server/db/accounts/passkeys.ts';
import { forgetSecondFactor, passSecondFactor } from '#server/db/accounts/sessions.ts';
import { lockUser } from '#server/db/accounts/users.ts';
import { accountProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/app/services.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import { proveIdentity } from './prove-identity.ts';
import { relyingParty } from './relying-party.ts';

/** Starts adding a passkey: returns what the browser hands its authenticator. The challenge works once, in this session. */
export const beginPasskey = accountProcedure
  .input(proof)
  .output(z.object({ options: z.record(z.string(), z.unknown()) }))
  .mutation(async ({ ctx: { services, session }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
    const held = await listPasskeys(services.db.drizzle, user.id);
    if (held.length >= LIMITS.passkeysMax) throw tooMany();
    const { id: rpID, name: rpName } = relyingParty(services.config);
    const options = await generateRegistrationOptions({
      rpID,
      rpName,
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email,
      userDisplayName: user.name,
      timeout: LIMITS.passkeyChallengeLifeMs,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: held.map(({ id, transports }) => ({ id, transports })),
    });
    const createdAt = services.clock();
    await keepChallenge(services.db.drizzle, {
      browser: session.id,
      purpose: 'add',
      challenge: options.challenge,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIMITS.passkeyChallengeLifeMs),
    });
    return { options: { ...options } };
  });

/** Adds the passkey that answers this session's challenge. */
export const addPasskey = accountProcedure
  .input(z.strictObject({ name: requiredLine(LIMITS.labelMaxChars), response: registrationResponse }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx: { services, session, audit }, input: { name, response } }) => {
    const { user } = session;
    const credential = await registered(services, session.id, response);
    await services.db.drizzle.transaction(async (tx) => {
      const createdAt = services.clock();
      await lockUser(tx, user.id);
      const passkey = { ...credential, userId: user.id, name, createdAt, lastUsedAt: null };
      if (!(await insertPasskey(tx, passkey))) throw notAdded('This passkey has already been added.');
      if ((await countPasskeys(tx, user.id)) > LIMITS.passkeysMax) throw tooMany();
      await passSecondFactor(tx, session.id);
      await endAgents(tx, services, user, audit);
      await services.queue.enqueue(tx, [accountChanged(user.id, 'passkey_added', createdAt)]);
    });
    return { id: credential.id };
  });

/** Renames a passkey. */
export const renameOwnPasskey = accountProcedure
  .input(z.strictObject({ id: pathId, name: requiredLine(LIMITS.labelMaxChars) }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { id, name } }) => {
    if (!(await renamePasskey(services.db.drizzle, session.user.id, id, name))) throw refusal('not_found');
    return DONE;
  });

/** Removes a passkey. */
export const removePasskey = accountProcedure
  .input(proof.extend({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
    await services.db.drizzle.transaction(async (tx) => {
      if (!(await deletePasskey(tx, user.id, input.id))) throw refusal('not_found');
      await forgetSecondFactor(tx, user.id);
      await endAgents(tx, services, user, audit);
      await services.queue.enqueue(tx, [accountChanged(user.id, 'passkey_removed', services.clock())]);
    });
    return DONE;
  });

async function registered(services: Services, sessionId: string, response: RegistrationResponseJSON) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(services.config);
  const mine = { browser: sessionId, purpose: 'add' } as const;
  const expectedChallenge = await takeChallenge(services.db.drizzle, mine, services.clock());
  if (expectedChallenge === null) throw notAdded('This took too long. Start again.');
  // The library throws for anything wrong; callers get one answer for all of it.
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    services.log.info({ err: error }, 'passkey refused');
    return null;
  });
  if (result === null || !result.verified) throw notAdded('This passkey could not be verified.');
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    backedUp: credentialBackedUp,
  };
}

function notAdded(message: string) {
  return refusal('invalid_state', undefined, message);
}

function tooMany() {
  return invalid([
    { path: '/name', message: `you already have ${LIMITS.passkeysMax} passkeys: remove one first` },
  ]);
}
