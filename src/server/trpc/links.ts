import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { type LinkClaims, needsAuthentication } from '#domain/link/token.ts';
import { hasLostOrigin } from '#domain/organization/embedding.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, readTransaction, transaction } from '#server/db/client/transaction.ts';
import { findEnvelopeOrganization, readGraph } from '#server/db/envelopes/envelopes.ts';
import { maySessionGoOn, type PageSessionRow, readPageSession } from '#server/db/envelopes/page-sessions.ts';
import { type Organization, readOrganization } from '#server/db/organizations/organizations.ts';
import type { Services } from '#server/runtime/services.ts';

/** The envelope that a link refers to, which may be a deleted draft, and its organization. */
export type LinkedEnvelope = { readonly graph: EnvelopeGraph | null; readonly organization: Organization };

/**
 * Admits the holder of a signing link to an operation. Refuses with `unauthorized` until they have proved who
 * they are, and while the sender's organization is suspended. Returns the envelope with its organization, or
 * null if it is gone. Whether the link still works is decided by whoever shows the envelope.
 */
export async function admitSigner(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  claims: LinkClaims,
  beforeAuthentication: boolean,
): Promise<LinkedEnvelope | null> {
  const linked = await readTransaction(services.db, { envelopeId: claims.env }, (tx) =>
    readLinked(tx, claims),
  );
  if (linked === null) return null;
  const { graph, organization } = linked;
  if (organization.suspendedAt !== null)
    throw createRefusal('unauthorized', { reason: 'link_suspended' }, REFUSAL_MESSAGES.link_suspended);
  if (claims.sid !== undefined) await requireLiveSession(services, organization.id, claims.sid);
  // Someone who gets a copy has nothing to prove, and can call only operations that read.
  const participant = graph?.participants.find(({ id }) => id === claims.part);
  if (beforeAuthentication || claims.purpose === 'read' || participant === undefined) return linked;
  const { linkEpoch: epoch, authenticationMethod: method } = participant;
  if (needsAuthentication(claims, { now: services.clock(), epoch, method }))
    throw createRefusal(
      'unauthorized',
      { reason: 'authentication_required', method },
      'Prove who you are first.',
    );
  return linked;
}

async function readLinked(tx: Transaction, claims: LinkClaims): Promise<LinkedEnvelope | null> {
  const organizationId = await findEnvelopeOrganization(tx, claims.env);
  if (organizationId === null) return null;
  const [, graph, organization] = await Promise.all([
    addScope(tx, { organizationId }),
    readGraph(tx, organizationId, claims.env),
    readOrganization(tx, organizationId),
  ]);
  return { graph, organization };
}

/**
 * Returns the session of a page. Refuses with `session_over` if a newer session replaced it, if its draft was
 * sent, if the organization has removed its origin or is suspended, or if the person who requested it may no
 * longer send the envelope.
 */
export async function requireLiveSession(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  organizationId: string,
  id: string,
): Promise<{ readonly session: PageSessionRow; readonly organization: Organization }> {
  const [session, organization, mayGoOn] = await transaction(db, { organizationId }, async (tx) => {
    const [found, of] = await Promise.all([readPageSession(tx, id), readOrganization(tx, organizationId)]);
    const at = { now: clock(), isSuspended: of.suspendedAt !== null };
    return [found, of, found !== null && (await maySessionGoOn(tx, found, at))] as const;
  });
  const own = [config.http.origin, config.http.webOrigin];
  const isOver =
    session === null ||
    session.endedAt !== null ||
    !mayGoOn ||
    hasLostOrigin(session, organization.embeddingOrigins, own);
  if (isOver) throw createRefusal('unauthorized', { reason: 'session_over' });
  return { session, organization };
}
