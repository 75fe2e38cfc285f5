import { randomBytes } from 'node:crypto';
import type { Decision } from '#domain/decision.ts';
import type { Effect } from '#domain/effects.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { Envelope, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { replace } from '#domain/envelope/version.ts';
import { patchGraph } from '#domain/envelope/patch-graph.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { createRefusal } from '#domain/errors.ts';
import { searchChange } from '#domain/search/envelope-words.ts';
import { GENESIS_HASH, linkEvent } from '#domain/event/chain.ts';
import type { JsonValue } from '#domain/event/canonical.ts';
import type { EventRecord, NewEvent } from '#domain/event/catalogue.ts';
import { buildNotifications, type Notifications } from '#domain/webhook/notifications.ts';
import type { QuotaSettings } from '#domain/organization/sending/quotas.ts';
import type { Database, Transaction } from './db/client/client.ts';
import { admitSending, countSending } from './db/organizations/admit-sending.ts';
import { announceChange } from './db/envelopes/envelope-changes.ts';
import { insertEnvelope, insertEvents, writeGraph } from './db/envelopes/envelope-patch.ts';
import { writeSearchDocument } from './db/envelopes/search-documents.ts';
import { lockEnvelope, readCommitState } from './db/envelopes/envelopes.ts';
import { transaction } from './db/client/transaction.ts';
import { insertDeliveries } from './db/webhooks/webhook-deliveries.ts';
import type { Queue } from './queue.ts';

type Writers = {
  readonly db: Database;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly config: { readonly quotas: QuotaSettings };
};
type Target = {
  readonly organizationId: string;
  readonly envelopeId: string;
  /** Refuses with `version_conflict` if the envelope has a different version. */
  readonly expectedVersion?: number | undefined;
};
/**
 * Writes something else in the same transaction, such as the request's idempotency key or a template's use.
 */
export type Alongside = (tx: Transaction, graph: EnvelopeGraph) => Promise<void>;
export type Decide = (graph: EnvelopeGraph) => Decision;
type Head = Pick<EventRecord, 'seq' | 'hash'> | null;
type Around = Pick<Awaited<ReturnType<typeof readCommitState>>, 'subscriptions' | 'privateTeams'>;
type Written = {
  readonly graph: EnvelopeGraph;
  readonly head: Head;
  /** Everything that the transaction has enqueued for the envelope. */
  readonly effects: readonly Effect[];
};

/**
 * Writes an existing envelope. No other code does. One transaction locks it, compares the version, loads,
 * decides, applies the patch, links the events, notifies webhooks and viewers, enqueues the effects, and
 * counts emails against the quotas. The transaction is repeated if the database aborts it in favor of another
 * one, so `decide` and `alongside` must have no effects outside of it. A refusal is thrown and rolls
 * everything back. Returns the new graph.
 */
export async function commit(
  writers: Writers,
  target: Target,
  facts: Facts,
  decide: Decide,
  alongside: Alongside = doNothing,
): Promise<EnvelopeGraph> {
  const run = (tx: Transaction) => commitWithin(writers, tx, target, facts, decide, alongside);
  return await transaction(writers.db, { organizationId: target.organizationId }, run);
}

/**
 * Writes an existing envelope as `commit` does, in a transaction that is open already. Of two versions, the newer one
 * is locked first.
 */
async function commitWithin(
  writers: Writers,
  tx: Transaction,
  { organizationId, envelopeId, expectedVersion }: Target,
  facts: Facts,
  decide: Decide,
  alongside: Alongside,
): Promise<EnvelopeGraph> {
  const [envelope, { parts, head, ...around }] = await Promise.all([
    lockEnvelope(tx, organizationId, envelopeId),
    readCommitState(tx, envelopeId),
  ]);
  if (envelope === null) throw createRefusal('not_found');
  if (expectedVersion !== undefined && expectedVersion !== envelope.version) {
    throw createRefusal('version_conflict', { currentVersion: envelope.version });
  }
  const before = { graph: { envelope, ...parts }, head, effects: [] };
  const written = await write(writers, tx, before, around, decide, facts);
  await alongside(tx, written.graph);
  await countSending(tx, writers.config.quotas, written, facts);
  if (envelope.status !== 'in_progress' && written.graph.envelope.status === 'in_progress')
    await replacePrevious(writers, tx, written.graph, envelope.status, facts);
  return written.graph;
}

/** Ends the version that is replaced by the one being sent, in the same transaction. */
async function replacePrevious(
  writers: Writers,
  tx: Transaction,
  next: EnvelopeGraph,
  draft: EnvelopeStatus,
  facts: Facts,
): Promise<void> {
  const { organizationId, previousVersionId } = next.envelope;
  if (previousVersionId === null) return;
  // A sender may have recalled and deleted it.
  if ((await lockEnvelope(tx, organizationId, previousVersionId)) === null) return;
  const target = { organizationId, envelopeId: previousVersionId };
  await commitWithin(writers, tx, target, facts, (graph) => replace(graph, next, draft, facts), doNothing);
}

/**
 * Writes a new envelope: inserts its row, then applies the decisions in order. The first decision creates the
 * envelope. A refusal by any of them rolls everything back.
 */
export async function commitNew(
  writers: Writers,
  empty: EnvelopeGraph,
  facts: Facts,
  decisions: readonly Decide[],
  alongside: Alongside = doNothing,
): Promise<EnvelopeGraph> {
  const run = (tx: Transaction) => commitNewWithin(writers, tx, empty, facts, decisions, alongside);
  return await transaction(writers.db, { organizationId: empty.envelope.organizationId }, run);
}

/** Writes a new envelope as `commitNew` does, in a transaction that is open already. */
export async function commitNewWithin(
  writers: Writers,
  tx: Transaction,
  empty: EnvelopeGraph,
  facts: Facts,
  decisions: readonly Decide[],
  alongside: Alongside = doNothing,
): Promise<EnvelopeGraph> {
  const [around] = await Promise.all([
    readCommitState(tx, empty.envelope.id),
    insertEnvelope(tx, { ...empty.envelope, version: FIRST_VERSION }),
  ]);
  let written: Written = { graph: empty, head: null, effects: [] };
  for (const decide of decisions) written = await write(writers, tx, written, around, decide, facts);
  await alongside(tx, written.graph);
  await countSending(tx, writers.config.quotas, written, facts);
  return written.graph;
}

async function doNothing(): Promise<void> {}

/** The version of a new envelope's row, which its first decision gives it. */
const FIRST_VERSION = 1;

/** Returns what the database has of a new envelope: its row, without what the first decision adds. */
function keepInserted(graph: EnvelopeGraph): EnvelopeGraph {
  return { ...graph, envelope: { ...graph.envelope, version: FIRST_VERSION }, documents: [] };
}

/** A decision without events changes nothing. */
async function write(
  writers: Writers,
  tx: Transaction,
  { graph, head, effects: earlier }: Written,
  { subscriptions, privateTeams }: Around,
  decide: Decide,
  facts: Facts,
): Promise<Written> {
  const decision = decide(graph);
  if (decision.kind === 'refuse') throw createRefusal(decision.code, decision.details);
  const { patch, events, effects } = decision;
  if (events.length === 0) return { graph, head, effects: earlier };
  await admitSending(tx, { envelope: { ...graph.envelope, ...patch.envelope }, effects, events, facts });
  const after = patchGraph(graph, patch, events, facts.now);
  const linked = link(events, after.envelope, head, facts);
  await Promise.all([
    writeGraph(tx, head === null ? keepInserted(graph) : graph, after, patch),
    writeSearchDocument(tx, after.envelope, searchChange(head === null ? null : graph, after)),
    insertEvents(tx, linked),
    writers.queue.enqueue(tx, effects),
  ]);
  const { organizationId, id: envelopeId, teamId } = after.envelope;
  const privateTeamId = privateTeams.includes(teamId) ? teamId : null;
  announceChange(tx, { organizationId, envelopeId, privateTeamId });
  await notify(writers, tx, buildNotifications(subscriptions, linked, after.envelope, facts.newId));
  return { graph: after, head: linked.at(-1) ?? head, effects: [...earlier, ...effects] };
}

/** Runs in the events' own transaction, so every committed event is delivered and no rolled-back one is. */
async function notify(writers: Writers, tx: Transaction, notifications: Notifications): Promise<void> {
  const { deliveries, effects } = notifications;
  if (deliveries.length === 0) return;
  await Promise.all([insertDeliveries(tx, deliveries), writers.queue.enqueue(tx, effects)]);
}

function link(events: readonly NewEvent[], envelope: Envelope, head: Head, facts: Facts): EventRecord[] {
  let seq = head?.seq ?? 0;
  let prevHash = head?.hash ?? GENESIS_HASH;
  return events.map(({ action, payload }) => {
    seq += 1;
    const event = {
      envelopeId: envelope.id,
      organizationId: envelope.organizationId,
      seq,
      actorType: facts.actor.type,
      actorId: facts.actor.id,
      action,
      occurredAt: facts.now,
      salt: randomBytes(16).toString('hex'),
      payload: payload as JsonValue & Record<string, unknown>,
      ipAddress: facts.audit.ipAddress,
      userAgent: facts.audit.userAgent,
      prevHash,
    };
    const linked = { id: facts.newId('event'), ...event, ...linkEvent(event, facts.sha256) };
    prevHash = linked.hash;
    return linked;
  });
}
