import { SYSTEM } from '#domain/actor.ts';
import type { Decision } from '#domain/decision.ts';
import { giveUpReading } from '#domain/envelope/upload.ts';
import { expire, warnOfExpiry } from '#domain/envelope/expiry.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { remindByPolicy } from '#domain/envelope/remind.ts';
import { holdScheduled, sendAsScheduled } from '#domain/envelope/send.ts';
import { findLoss, type Loss } from '#domain/organization/may-still.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { commit } from '#server/commit.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { DueEnvelope, DueKind } from '#server/db/envelopes/due.ts';
import { lockTeamAccess } from '#server/db/organizations/teams.ts';
import { collectSendSources } from './send-sources.ts';

type Due = (graph: EnvelopeGraph, facts: Facts) => Decision;

/** The person who scheduled the envelope may no longer send it. The transaction is rolled back. */
class Held extends Error {
  readonly loss: Loss;
  constructor(loss: Loss) {
    super(loss);
    this.loss = loss;
  }
}

/**
 * The action for each kind of due row but scheduled drafts. Each decision checks again under the lock, so only one worker acts.
 */
const DUE: { readonly [K in Exclude<DueKind, 'scheduled'>]: Due } = {
  expired: expire,
  expiring: warnOfExpiry,
  reminder: remindByPolicy,
  unread: giveUpReading,
};

/** Carries out what is due for an envelope. Does nothing if it isn't due. */
export async function actOnDue(services: Services, kind: DueKind, target: DueEnvelope): Promise<void> {
  const facts = collectFacts(SYSTEM, services);
  if (kind !== 'scheduled') {
    await commit(services, target, facts, (graph) => DUE[kind](graph, facts));
    return;
  }
  const sources = await collectSendSources(services, target.organizationId, target.envelopeId);
  const act = (graph: EnvelopeGraph) => sendAsScheduled(graph, sources, facts);
  try {
    await commit(services, target, facts, act, requireScheduler);
  } catch (error) {
    if (!(error instanceof Held)) throw error;
    await commit(services, target, facts, (graph) => holdScheduled(graph, error.loss, facts));
  }
}

/**
 * Throws Held if an envelope was sent for someone who may no longer send it. The locks make a removal at this
 * moment happen either before or after the check.
 */
async function requireScheduler(tx: Transaction, { envelope }: EnvelopeGraph): Promise<void> {
  const { status, organizationId, teamId, scheduledBy } = envelope;
  if (status !== 'in_progress' || scheduledBy === null) return;
  const person = await lockMember(tx, organizationId, scheduledBy);
  const seesTeam = await lockTeamAccess(tx, teamId, scheduledBy);
  const loss = findLoss({ role: person?.role ?? null }, { kind: 'send', seesTeam });
  if (loss !== null) throw new Held(loss);
}
