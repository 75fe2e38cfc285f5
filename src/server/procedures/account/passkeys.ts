import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { accountChanged } from '#domain/account/security.ts';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE } from '#wire/account.ts';
import { givenPassword } from '#wire/member.ts';
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
} from '#server/db/passkeys.ts';
import { lockUser } from '#server/db/users.ts';
import { attending } from '#server/trpc/audience.ts';
import type { World } from '#server/world.ts';
import { provePassword } from './prove-password.ts';
import { relyingParty } from './relying-party.ts';

/** Begins to add a passkey: what the browser hands its authenticator. The challenge is this session's, and good once. */
export const beginPasskey = attending
  .input(z.strictObject({ password: givenPassword }))
  .output(z.object({ options: z.record(z.string(), z.unknown()) }))
  .mutation(async ({ ctx: { world, session }, input }) => {
    const { user } = session;
    await provePassword(world, user.id, input.password);
    const held = await listPasskeys(world.db.drizzle, user.id);
    if (held.length >= LIMITS.passkeysMax) throw tooMany();
    const { id: rpID, name: rpName } = relyingParty(world.config);
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
    const createdAt = world.clock();
    await keepChallenge(world.db.drizzle, {
      browser: session.id,
      purpose: 'add',
      challenge: options.challenge,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIMITS.passkeyChallengeLifeMs),
    });
    return { options: { ...options } };
  });

/** Adds the passkey that answers this session's challenge. */
export const addPasskey = attending
  .input(z.strictObject({ name: requiredLine(LIMITS.labelMaxChars), response: registrationResponse }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx: { world, session }, input: { name, response } }) => {
    const { user } = session;
    const credential = await registered(world, session.id, response);
    await world.db.drizzle.transaction(async (tx) => {
      const createdAt = world.clock();
      await lockUser(tx, user.id);
      const passkey = { ...credential, userId: user.id, name, createdAt, lastUsedAt: null };
      if (!(await insertPasskey(tx, passkey))) throw notAdded('This passkey is known already.');
      if ((await countPasskeys(tx, user.id)) > LIMITS.passkeysMax) throw tooMany();
      await world.queue.enqueue(tx, [accountChanged(user.id, 'passkey_added', createdAt)]);
    });
    return { id: credential.id };
  });

/** Gives a passkey another name. */
export const renameOwnPasskey = attending
  .input(z.strictObject({ id: pathId, name: requiredLine(LIMITS.labelMaxChars) }))
  .output(done)
  .mutation(async ({ ctx: { world, session }, input: { id, name } }) => {
    if (!(await renamePasskey(world.db.drizzle, session.user.id, id, name))) throw refusal('not_found');
    return DONE;
  });

/** Removes a passkey: it logs nobody in any more. */
export const removePasskey = attending
  .input(z.strictObject({ id: pathId, password: givenPassword }))
  .output(done)
  .mutation(async ({ ctx: { world, session }, input }) => {
    const { user } = session;
    await provePassword(world, user.id, input.password);
    await world.db.drizzle.transaction(async (tx) => {
      if (!(await deletePasskey(tx, user.id, input.id))) throw refusal('not_found');
      await world.queue.enqueue(tx, [accountChanged(user.id, 'passkey_removed', world.clock())]);
    });
    return DONE;
  });

async function registered(world: World, sessionId: string, response: RegistrationResponseJSON) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(world.config);
  const mine = { browser: sessionId, purpose: 'add' } as const;
  const expectedChallenge = await takeChallenge(world.db.drizzle, mine, world.clock());
  if (expectedChallenge === null) throw notAdded('This took too long. Begin again.');
  // The library throws at whatever does not fit: to the caller it is all one.
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    world.log.info({ err: error }, 'passkey refused');
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
  return invalid([{ path: '/name', message: `you have ${LIMITS.passkeysMax} passkeys: remove one first` }]);
}
