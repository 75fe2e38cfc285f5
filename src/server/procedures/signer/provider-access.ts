import type { Participant } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { readProviderAccess } from '#server/envelopes/sign-in.ts';
import { ProviderFailure, type ProviderAccess } from '#server/outbound/identity-provider.ts';
import type { Services } from '#server/runtime/services.ts';
import type { OwnEnvelope } from './load-signer-envelope.ts';

/**
 * Returns the identity provider that a participant signs in with; null if they prove their identity in
 * another way.
 */
export async function requireProviderAccess(
  services: Services,
  { graph, organization }: OwnEnvelope,
  { authenticationProvider: id }: Participant,
): Promise<ProviderAccess | null> {
  if (id === null) return null;
  const access = await readProviderAccess(services, organization.id, id);
  if (access === null)
    throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'provider_disabled' });
  return access;
}

/**
 * Refuses with `unavailable` if the identity provider failed. Only the log says why, because people can't do
 * anything about it.
 */
export function refuseProviderFailure(
  services: Services,
  access: ProviderAccess | null,
  error: unknown,
): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const { id, organizationId } = access?.provider ?? {};
  services.log.warn(
    { identityProvider: id, organizationId, reason: error.message },
    'identity provider failed',
  );
  throw createRefusal(
    'unavailable',
    { reason: 'provider_failed' },
    REFUSAL_MESSAGES.identity_provider_failed,
  );
}
