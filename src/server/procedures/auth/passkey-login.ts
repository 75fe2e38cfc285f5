import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Audit } from '#server/app/context.ts';
import { hashToken, newToken } from '#server/crypto/account-token.ts';
import {
  keepChallenge,
  readPasskey,
  takeChallenge,
  usePasskey,
  type Passkey,
} from '#server/db/accounts/passkeys.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { relyingParty } from '#server/procedures/account/relying-party.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { Services } from '#server/app/services.ts';
import { enter, type Entered } from './enter.ts';

/** A challenge for any passkey of this service, and the token that binds it to the browser that asked. */
export async function passkeyChallenge(
  services: Services,
  audit: Audit,
): Promise<{ readonly options: PublicKeyCredentialRequestOptionsJSON; readonly browser: StartedSession }> {
  await services.rates.login.take(audit.ipAddress ?? 'unknown');
  const { id: rpID } = relyingParty(services.config);
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    timeout: LIMITS.passkeyChallengeLifeMs,
  });
  const token = newToken();
  const createdAt = services.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.passkeyChallengeLifeMs);
  const { challenge } = options;
  const browser = hashToken(token);
  await keepChallenge(services.db.drizzle, { browser, purpose: 'login', challenge, createdAt, expiresAt });
  return { options, browser: { token, expiresAt } };
}

/**
 * Logs in with a passkey. It counts as both factors: the device is had, and its owner was verified on it. `unauthorized`
 * is the one answer to all that is not right.
 */
export async function logInWithPasskey(
  services: Services,
  offered: {
    readonly browserToken: string | null;
    readonly response: AuthenticationResponseJSON;
    readonly invitation?: string | undefined;
  },
  audit: Audit,
): Promise<Entered> {
  const rate = await services.rates.login.take(audit.ipAddress ?? 'unknown');
  const { browserToken, response, invitation } = offered;
  const { drizzle } = services.db;
  const browser = hashToken(browserToken ?? '');
  const challenge = await takeChallenge(drizzle, { browser, purpose: 'login' }, services.clock());
  const passkey = await readPasskey(drizzle, response.id);
  if (challenge === null || passkey === null) throw unknown();
  const user = await readUser(drizzle, passkey.userId);
  const handle = response.response.userHandle;
  if (user === null || handle !== Buffer.from(user.id).toString('base64url')) throw unknown();
  const use = await verified(services, passkey, response, challenge);
  const known = await drizzle.transaction((tx) =>
    usePasskey(tx, passkey.id, { ...use, lastUsedAt: services.clock() }),
  );
  if (!known) throw unknown();
  const invitationHash = invitation === undefined ? null : hashToken(invitation);
  return { ...(await enter(services, user, audit, invitationHash)), rate };
}

async function verified(
  services: Services,
  passkey: Passkey,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<{ counter: number; backedUp: boolean }> {
  const { id, origin } = relyingParty(services.config);
  const { publicKey, counter } = passkey;
  // The library throws at whatever does not fit: to the caller it is all one.
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
  if (result === null || !result.verified) throw unknown();
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}

function unknown() {
  return refusal('unauthorized', undefined, 'This passkey is not known here, or was removed.');
}
