import { type Decision, refuse } from '#domain/decision.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { Envelope, EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { hasExpired } from '#domain/envelope/lifecycle.ts';
import { findDelegate, findRecalledAddress } from '#domain/envelope/links.ts';
import { isEnded } from '#domain/envelope/status.ts';
import { createRefusal } from '#domain/errors.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import { checkClaims, type LinkClaims, type LinkPurpose } from '#domain/link/token.ts';
import { commit, type Alongside } from '#server/commit.ts';
import { collectFacts, type Audit } from '#server/runtime/context.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
import type { LinkedEnvelope } from '#server/trpc/links.ts';

export type Call = {
  readonly services: Services;
  readonly claims: LinkClaims;
  /** Null if the envelope is gone. */
  readonly linked: LinkedEnvelope | null;
  readonly audit: Audit;
};
export type OwnEnvelope = {
  readonly graph: EnvelopeGraph;
  readonly participant: Participant;
  readonly organization: Organization;
};

/**
 * Returns what a link gives access to: one envelope as one participant sees it. Refuses a replaced, expired
 * or unsuitable link with `unauthorized` and a reason. `evenOver` accepts an expired link if nobody can sign the
 * envelope anymore, so that its holder learns why.
 */
export async function loadSignerEnvelope(
  call: Call,
  purposes: readonly LinkPurpose[],
  { evenOver = false } = {},
): Promise<OwnEnvelope> {
  const { services, claims } = call;
  if (!purposes.includes(claims.purpose)) throw createRefusal('unauthorized');
  const found = requireLinkedEnvelope(call);
  const participant = found.graph.participants.find(({ id }) => id === claims.part);
  if (participant === undefined) {
    const isRecalled =
      findRecalledAddress(await readLinkedEvents(call, found.organization.id), claims.part) !== null;
    throw createRefusal(
      'unauthorized',
      isRecalled ? { reason: 'link_replaced', ...describeRecall(found.graph) } : {},
    );
  }
  const verdict = checkClaims(claims, { now: services.clock(), epoch: participant.linkEpoch });
  if (verdict === 'link_replaced')
    throw createRefusal('unauthorized', {
      reason: verdict,
      ...describeRecall(found.graph),
      ...describeEnd(found.graph, participant, services.clock()),
      ...(await describeDelegation(call, found)),
    });
  const isKept = evenOver && verdict === 'link_expired' && isOver(found.graph.envelope, services.clock());
  if (verdict !== 'ok' && !isKept)
    throw createRefusal('unauthorized', {
      reason: verdict,
      ...describeEnd(found.graph, participant, services.clock()),
    });
  return { graph: found.graph, participant, organization: found.organization };
}

/** Checks whether the envelope has ended without being completed, or its deadline has passed. */
function isOver(envelope: Envelope, now: Date): boolean {
  if (envelope.status === 'in_progress') return hasExpired(envelope, now.toISOString());
  return isEnded(envelope.status) && envelope.status !== 'completed';
}

/**
 * Tells the holder that there is no newer link, because the sender has recalled the envelope and not sent it
 * again.
 */
function describeRecall({ envelope }: EnvelopeGraph): { recalled?: true } {
  return envelope.sentAt === null ? { recalled: true } : {};
}

/** Tells the holder that nothing is left for them to sign, so that there will be no new link, and whom to ask. */
function describeEnd(
  { envelope }: EnvelopeGraph,
  { status }: Participant,
  now: Date,
): { over?: true; displayName?: string; senderName?: string } {
  const isLeft = status === 'pending' && !isOver(envelope, now);
  if (isLeft || envelope.sentAt === null) return {};
  return { over: true, displayName: envelope.displayName, senderName: envelope.senderName };
}

/** Tells the holder of a link that ended with a delegation who acts in their place now. */
async function describeDelegation(
  call: Call,
  { graph, organization }: Pick<OwnEnvelope, 'graph' | 'organization'>,
): Promise<{ delegatedTo?: string; senderName?: string }> {
  const delegatedTo = findDelegate(await readLinkedEvents(call, organization.id), call.claims);
  return delegatedTo === null ? {} : { delegatedTo, senderName: graph.envelope.senderName };
}

/** Returns the events of the envelope that a link refers to. */
export async function readLinkedEvents(
  { services, claims }: Pick<Call, 'services' | 'claims'>,
  organizationId: string,
): Promise<EventRecord[]> {
  const events = await readTransaction(services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, claims.env),
  );
  return events ?? [];
}

/** Returns the envelope that a link refers to, with its organization. */
export function requireLinkedEnvelope({ linked }: Pick<Call, 'linked'>): {
  readonly graph: EnvelopeGraph;
  readonly organization: Organization;
} {
  if (linked === null || linked.graph === null) throw createRefusal('unauthorized');
  return { graph: linked.graph, organization: linked.organization };
}

/**
 * Commits a signer's action. The link is checked again under the lock, because a new one may have replaced
 * it.
 */
export async function commitAsSigner(
  call: Call,
  organizationId: string,
  decide: (graph: EnvelopeGraph, facts: Facts) => Decision,
  alongside?: Alongside,
): Promise<EnvelopeGraph> {
  const { services, claims, audit } = call;
  const facts = collectFacts({ type: 'signer', id: claims.part }, services, audit);
  const decideIfCurrent = (graph: EnvelopeGraph) => {
    const epoch = graph.participants.find(({ id }) => id === claims.part)?.linkEpoch;
    if (epoch !== claims.epoch)
      return refuse('unauthorized', { reason: 'link_replaced', ...describeRecall(graph) });
    return decide(graph, facts);
  };
  return await commit(
    services,
    { organizationId, envelopeId: claims.env },
    facts,
    decideIfCurrent,
    alongside,
  );
}
