import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { authenticationOptions, authenticationResponse } from '#wire/passkey.ts';
import { linkToken, sessionStarted } from '#wire/session.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import {
  keepChallenge,
  type Passkey,
  readPasskey,
  takeChallenge,
  usePasskey,
} from '#server/db/accounts/passkeys.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { reportFailedAttempt } from '#server/organizations/account-traces.ts';
import type { Config } from '#server/runtime/config.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import { startSession } from './sign-in.ts';

/** Creates a challenge for any passkey of this service. A cookie binds it to the browser that asked. */
export const startPasskeySignIn = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/passkey/challenge',
      tags: ['Sessions'],
      summary: 'Start signing in with a passkey',
      description:
        'Returns the options for `navigator.credentials.get` (WebAuthn level 3), and sets a cookie that binds the challenge to this browser.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(authenticationOptions)
  .mutation(async ({ ctx: { services, cookies } }) => {
    const { id: rpID } = getRelyingParty(services.config);
    const timeout = LIMITS.passkeyChallengeLifeMs;
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', timeout });
    const { challenge } = options;
    const token = createToken();
    const createdAt = services.clock();
    const expiresAt = new Date(createdAt.getTime() + timeout);
    const kept = { browser: hashToken(token), purpose: 'login', challenge, createdAt, expiresAt } as const;
    await keepChallenge(services.db.drizzle, kept);
    cookies.set('passkey', { token, expiresAt });
    return { ...options };
  });

/**
 * Signs in with a passkey. It counts as both factors: the person has the device, and the device has verified
 * them. Every failure gets the same answer.
 */
export const signInWithPasskey = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/passkey/login',
      tags: ['Sessions'],
      summary: 'Sign in with a passkey',
      description:
        'Verifies the browser’s response to the challenge. Each challenge works once, in the browser that requested it.',
    },
    rest: { errors: ['unauthorized', 'forbidden'] },
  })
  .input(
    z.strictObject({
      response: authenticationResponse,
      invitation: linkToken.optional().describe('The token of an invitation to accept by signing in.'),
    }),
  )
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { response, invitation } }) => {
    const { services, cookies } = ctx;
    const { drizzle } = services.db;
    const browser = hashToken(cookies.get('passkey') ?? '');
    const challenge = await takeChallenge(drizzle, { browser, purpose: 'login' }, services.clock());
    const passkey = await readPasskey(drizzle, response.id);
    if (challenge === null || passkey === null) throw createUnknownPasskeyRefusal();
    const user = await readUser(drizzle, passkey.userId);
    const handle = response.response.userHandle;
    if (user === null || handle !== Buffer.from(user.id).toString('base64url'))
      throw createUnknownPasskeyRefusal();
    const use = await verify(services, passkey, response, challenge).catch(async (error: unknown) => {
      await reportFailedAttempt(services, { userId: user.id }, 'wrong_passkey', ctx.audit);
      throw error;
    });
    const isKnown = await transaction(services.db, null, (tx) =>
      usePasskey(tx, passkey.id, { ...use, lastUsedAt: services.clock() }),
    );
    if (!isKnown) throw createUnknownPasskeyRefusal();
    const invitationHash = invitation === undefined ? null : hashToken(invitation);
    return await startSession(ctx, user, { invitationHash, secondFactor: true, method: 'passkey' });
  });

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

async function verify(
  services: Services,
  passkey: Passkey,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<{ counter: number; backedUp: boolean }> {
  const { id, origin } = getRelyingParty(services.config);
  const { publicKey, counter } = passkey;
  // The library throws for every kind of failure. Callers get one answer for all of them.
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
    },
  }).catch((error: unknown) => {
    services.log.info({ err: error }, 'passkey refused');
    return null;
  });
  if (result === null || !result.verified) throw createUnknownPasskeyRefusal();
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}

function createUnknownPasskeyRefusal() {
  return createRefusal('unauthorized', undefined, REFUSAL_MESSAGES.passkey_unknown);
}

/**
 * Returns the relying party that passkeys are created for: the host of the configured origin (WebAuthn level
 * 3, section 5.4.2).
 */
function getRelyingParty({ http }: Pick<Config, 'http'>): {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
} {
  return { id: new URL(http.origin).hostname, name: 'Countersign', origin: http.origin };
}
