import { createRefusal } from '#domain/errors.ts';
import { needsAuthentication, type LinkClaims } from '#domain/link/token.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findEnvelopeOrganization, readLinkedParticipant } from '#server/db/envelopes/envelopes.ts';
import type { Services } from '#server/runtime/services.ts';
import { requireLiveSession } from './live-session.ts';

/**
 * Admits the holder of a signing link to an operation. Refuses with `unauthorized` until they have proved who
 * they are, and while the sender's organization is suspended. Returns the organization, or null if the
 * envelope is gone. Whether the link still works is decided where its envelope is read.
 */
export async function admitSigner(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  claims: LinkClaims,
  beforeAuthentication: boolean,
): Promise<string | null> {
  const organizationId = await transaction(services.db, { envelopeId: claims.env }, (tx) =>
    findEnvelopeOrganization(tx, claims.env),
  );
  if (organizationId === null) return null;
  const standing = await transaction(services.db, { organizationId }, (tx) =>
    readStanding(tx, organizationId),
  );
  if (standing.suspendedAt !== null)
    throw createRefusal('unauthorized', { reason: 'link_suspended' }, REFUSAL_MESSAGES.link_suspended);
  if (claims.sid !== undefined) await requireLiveSession(services, organizationId, claims.sid);
  // Someone who gets a copy has nothing to prove, and can call only operations that read.
  if (beforeAuthentication || claims.purpose === 'read') return organizationId;
  const linked = await transaction(services.db, { organizationId }, (tx) =>
    readLinkedParticipant(tx, claims),
  );
  if (linked === null) return organizationId;
  const { linkEpoch: epoch, authenticationMethod: method } = linked;
  if (needsAuthentication(claims, { now: services.clock(), epoch, method }))
    throw createRefusal(
      'unauthorized',
      { reason: 'authentication_required', method },
      'Prove who you are first.',
    );
  return organizationId;
}
