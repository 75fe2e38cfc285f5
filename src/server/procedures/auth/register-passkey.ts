import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Services } from '#server/runtime/services.ts';
import { keepChallenge, takeChallenge, type Passkey } from '#server/db/accounts/passkeys.ts';
import { getRelyingParty } from '#server/procedures/account/relying-party.ts';

type Owner = { readonly id: string; readonly email: string; readonly name: string };
/** The browser that a challenge is for: a session, or the hash of what a browser without a session keeps. */
type Browser = { readonly browser: string };

/**
 * Returns the options that a browser passes to its authenticator for a new passkey. The challenge works once,
 * in this browser.
 */
export async function createRegistrationOptions(
  services: Pick<Services, 'config' | 'db' | 'clock'>,
  owner: Owner,
  { browser }: Browser,
  held: readonly Pick<Passkey, 'id' | 'transports'>[] = [],
): Promise<{ readonly options: Record<string, unknown>; readonly expiresAt: Date }> {
  const { id: rpID, name: rpName } = getRelyingParty(services.config);
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    timeout: LIMITS.passkeyChallengeLifeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: held.map(({ id, transports }) => ({ id, transports })),
  });
  const createdAt = services.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.passkeyChallengeLifeMs);
  const { challenge } = options;
  await keepChallenge(services.db.drizzle, { browser, purpose: 'add', challenge, createdAt, expiresAt });
  return { options: { ...options }, expiresAt };
}

/** Returns the passkey that answers this browser's challenge. Refuses with `invalid_state` if it doesn't. */
export async function verifyPasskeyRegistration(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'log'>,
  { browser }: Browser,
  response: RegistrationResponseJSON,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>> {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(services.config);
  const mine = { browser, purpose: 'add' } as const;
  const expectedChallenge = await takeChallenge(services.db.drizzle, mine, services.clock());
  if (expectedChallenge === null) throw createPasskeyRefusal('This took too long. Start again.');
  // The library throws for every kind of failure. Callers get one answer for all of them.
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
  if (result === null || !result.verified) throw createPasskeyRefusal('This passkey could not be verified.');
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    backedUp: credentialBackedUp,
  };
}

/** Creates the refusal of a passkey that can't be added. */
export function createPasskeyRefusal(message = 'This passkey has already been added.') {
  return createRefusal('invalid_state', undefined, message);
}
