import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { authenticationOptions, authenticationResponse } from '#wire/passkey.ts';
import { linkToken, sessionStarted } from '#wire/session.ts';
import { hashToken, createToken } from '#server/crypto/account-token.ts';
import {
  keepChallenge,
  readPasskey,
  takeChallenge,
  usePasskey,
  type Passkey,
} from '#server/db/accounts/passkeys.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { getRelyingParty } from '#server/procedures/account/relying-party.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { startSession } from './start-session.ts';

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
    const use = await verify(services, passkey, response, challenge);
    const isKnown = await transaction(services.db, null, (tx) =>
      usePasskey(tx, passkey.id, { ...use, lastUsedAt: services.clock() }),
    );
    if (!isKnown) throw createUnknownPasskeyRefusal();
    const invitationHash = invitation === undefined ? null : hashToken(invitation);
    return await startSession(ctx, user, { invitationHash, secondFactor: true });
  });

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
