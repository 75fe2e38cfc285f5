import { SYSTEM } from '#domain/actor.ts';
import type { Decision } from '#domain/decision.ts';
import { giveUpReading } from '#domain/envelope/detect.ts';
import { expire, warnOfExpiry } from '#domain/envelope/expire.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { SendSources } from '#domain/envelope/name.ts';
import { remindByPolicy } from '#domain/envelope/remind.ts';
import { sendAsScheduled } from '#domain/envelope/schedule.ts';
import { factsOf } from '#server/app/context.ts';
import type { Services } from '#server/app/services.ts';
import { commit } from '#server/commit.ts';
import type { DueEnvelope, DueKind } from '#server/db/envelopes/due.ts';
import { readSendSources } from '#server/db/envelopes/send-sources.ts';

type Due = (graph: EnvelopeGraph, sources: SendSources, facts: Facts) => Decision;

/**
 * The action for each kind of due row. Each decision checks again under the lock, so only one worker acts.
 */
const DUE: { readonly [K in DueKind]: Due } = {
  scheduled: sendAsScheduled,
  expired: (graph, _sources, facts) => expire(graph, facts),
  expiring: (graph, _sources, facts) => warnOfExpiry(graph, facts),
  reminder: (graph, _sources, facts) => remindByPolicy(graph, facts),
  unread: (graph, _sources, facts) => giveUpReading(graph, facts),
};

/** Does what is due for an envelope; nothing if it isn't. */
export async function actOnDue(services: Services, kind: DueKind, target: DueEnvelope): Promise<void> {
  const facts = factsOf(SYSTEM, services);
  const sources = await readSendSources(services, target.organizationId, target.envelopeId);
  await commit(services, target, facts, (graph) => DUE[kind](graph, sources, facts));
}
