import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { hashToken, createToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertAttempt, type Attempt } from '#server/db/single-sign-on/attempts.ts';
import type { StoredConnection } from '#server/db/single-sign-on/connections.ts';
import { ProviderFailure } from '#server/outbound/identity-provider.ts';
import {
  deriveAttemptSecrets,
  getProviderAccess,
  type AttemptSecrets,
} from '#server/single-sign-on/attempt.ts';
import { isSaml, buildSamlSignInUrl } from '#server/single-sign-on/saml.ts';
import type { Context } from '#server/trpc/init.ts';

/**
 * Starts a sign-in in this browser. Returns the provider's URL. Refuses with `unavailable` if the provider
 * can't be reached.
 */
export async function beginAttempt(
  { services, cookies }: Pick<Context, 'services' | 'cookies'>,
  stored: StoredConnection,
  { purpose, next }: Pick<Attempt, 'purpose' | 'next'>,
): Promise<string> {
  const { id: connectionId, organizationId } = stored.connection;
  const token = createToken();
  const secrets = deriveAttemptSecrets(services.config, connectionId, token);
  const url = await buildProviderUrl(services, stored, secrets);
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

async function buildProviderUrl(
  services: Context['services'],
  stored: StoredConnection,
  secrets: AttemptSecrets,
): Promise<string> {
  const { connection } = stored;
  if (isSaml(connection)) return await buildSamlSignInUrl(connection, secrets.redirectUri, secrets.requestId);
  const access = getProviderAccess(services.config, stored);
  if (access === null) throw new Error(`the connection ${connection.id} has no secret`);
  try {
    return await services.identityProviders.signInUrl(access, secrets);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { id, organizationId } = connection;
    services.log.warn({ connection: id, organizationId, reason: error.message }, 'identity provider failed');
    throw createRefusal(
      'unavailable',
      { reason: 'provider_failed' },
      REFUSAL_MESSAGES.identity_provider_failed,
    );
  }
}
