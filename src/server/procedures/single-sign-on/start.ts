import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { getEmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { emailAddress } from '#wire/text.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { type Attempt, insertAttempt } from '#server/db/single-sign-on/attempts.ts';
import { readConnection, type StoredConnection } from '#server/db/single-sign-on/connections.ts';
import { findVerifiedDomain } from '#server/db/single-sign-on/email-domains.ts';
import { ProviderFailure } from '#server/outbound/identity-provider.ts';
import { findHeldLock } from '#server/procedures/auth/sessions.ts';
import {
  type AttemptSecrets,
  deriveAttemptSecrets,
  getProviderAccess,
} from '#server/single-sign-on/attempt.ts';
import { buildSamlSignInUrl, isSaml } from '#server/single-sign-on/saml.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import { recordProblem } from './answer.ts';

/**
 * Starts a sign-in with the identity provider of an address's organization. Only the domain of the address
 * decides which one that is.
 */
export const startSingleSignOn = attemptProcedure
  .input(
    z.strictObject({
      email: emailAddress,
      /** A path on this server. */
      next: z
        .string()
        .max(LIMITS.returnUrlMaxChars)
        .regex(/^\/(?![/\\])[^\p{Cc}\\]*$/u),
    }),
  )
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx, input: { email, next } }) => {
    const { db } = ctx.services;
    // The person who was handed the device could use the owner's session at the provider.
    if ((await findHeldLock(ctx)) !== null) throw createRefusal('forbidden');
    const emailDomain = getEmailDomain(email);
    if (emailDomain === null) throw createUnknownDomainRefusal();
    const found = await transaction(db, { emailDomain }, (tx) => findVerifiedDomain(tx, emailDomain));
    if (found === null || found.connectionId === null) throw createUnknownDomainRefusal();
    const { organizationId, connectionId } = found;
    const stored = await transaction(db, { organizationId }, (tx) =>
      readConnection(tx, organizationId, connectionId),
    );
    if (stored === null || !stored.connection.enabled) throw createUnknownDomainRefusal();
    return { url: await beginAttempt(ctx, stored, { purpose: 'sign_in', next }) };
  });

/**
 * Starts a sign-in in this browser. Returns the provider's URL. Refuses with `unavailable` if the provider
 * can't be reached.
 */
export async function beginAttempt(
  { services, cookies, audit }: Pick<Context, 'services' | 'cookies' | 'audit'>,
  stored: StoredConnection,
  { purpose, next }: Pick<Attempt, 'purpose' | 'next'>,
): Promise<string> {
  const { id: connectionId, organizationId } = stored.connection;
  const token = createToken();
  const secrets = deriveAttemptSecrets(services.config, connectionId, token);
  const url = await buildProviderUrl({ services, audit }, stored, secrets, purpose);
  const createdAt = services.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.signInLifeMs);
  const { requestId } = secrets;
  const attempt = { id: hashToken(token), organizationId, connectionId, purpose, next, requestId };
  await transaction(services.db, { organizationId }, (tx) =>
    insertAttempt(tx, { ...attempt, createdAt, expiresAt }),
  );
  cookies.set('singleSignOn', { token, expiresAt });
  return url;
}

function createUnknownDomainRefusal() {
  return createInvalidRefusal([{ path: '/email', message: "isn't set up for single sign-on" }]);
}

async function buildProviderUrl(
  { services, audit }: Pick<Context, 'services' | 'audit'>,
  stored: StoredConnection,
  secrets: AttemptSecrets,
  purpose: Attempt['purpose'],
): Promise<string> {
  const { connection } = stored;
  if (isSaml(connection)) return await buildSamlSignInUrl(connection, secrets.redirectUri, secrets.requestId);
  const access = getProviderAccess(services.config, stored);
  if (access === null) throw new Error(`the connection ${connection.id} has no secret`);
  try {
    return await services.identityProviders.signInUrl(access, secrets);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await recordProblem({ services, audit }, stored, purpose, { reason: error.message });
    throw createRefusal(
      'unavailable',
      { reason: 'provider_failed' },
      REFUSAL_MESSAGES.identity_provider_failed,
    );
  }
}
