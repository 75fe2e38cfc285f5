import type { Patch } from '../decision.ts';
import { EVENT_CATALOGUE, type NewEvent } from '../event/catalogue.ts';
import { getStandingAttention } from './attention.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { isEnded } from './status.ts';
import type { Thread } from './thread.ts';

type Touched = Pick<Participant, 'latestAction' | 'latestActionAt'>;

/**
 * Applies a decision to a graph: its patch, and what follows from its events (version, latest activity,
 * attention, reminders). Requires at least one event.
 */
export function patchGraph(
  graph: EnvelopeGraph,
  patch: Patch,
  events: readonly NewEvent[],
  now: Timestamp,
): EnvelopeGraph {
  const touched = collectTouchedParticipants(events, now);
  const hasEnded = isEnded(patch.envelope?.status ?? graph.envelope.status);
  const participants = patchRows(graph.participants, patch.participants, now).map((participant) => {
    const activity = touched.get(participant.id);
    // An envelope that has ended sends no reminders.
    const nextReminderAt = hasEnded ? null : participant.nextReminderAt;
    if (activity === undefined && nextReminderAt === participant.nextReminderAt) return participant;
    return { ...participant, ...activity, nextReminderAt, updatedAt: now };
  });
  const changed = {
    ...graph.envelope,
    ...patch.envelope,
    version: graph.envelope.version + events.filter(({ action }) => EVENT_CATALOGUE[action].versioned).length,
    latestAction: events.at(-1)?.action ?? graph.envelope.latestAction,
    latestActionAt: now,
    updatedAt: now,
  };
  const threads = putThreads(graph.threads, patch.threads ?? []);
  return {
    envelope: { ...changed, standingAttention: getStandingAttention(changed, participants, threads) },
    participants,
    fields: patchRows(keepFields(graph, patch), patch.fields, now),
    documents: patchDocuments(graph.documents, patch.documents ?? []),
    copies: patchRows(graph.copies, patch.copies, now),
    files: patch.files ?? graph.files,
    threads,
    nextVersions: graph.nextVersions,
  };
}

function putThreads(threads: readonly Thread[], put: readonly Thread[]): readonly Thread[] {
  if (put.length === 0) return threads;
  const added = put.filter(({ id }) => !threads.some((thread) => thread.id === id));
  return [...threads.map((thread) => put.find(({ id }) => id === thread.id) ?? thread), ...added];
}

/** Replacing the participants deletes the fields of the old ones, and this function keeps the rest. */
function keepFields(graph: EnvelopeGraph, patch: Patch): EnvelopeGraph['fields'] {
  const replaced = patch.participants !== undefined && 'replace' in patch.participants;
  return replaced ? graph.fields.filter(({ participantId }) => participantId === null) : graph.fields;
}

function patchDocuments(
  documents: EnvelopeGraph['documents'],
  added: EnvelopeGraph['documents'],
): EnvelopeGraph['documents'] {
  const variants = added.map(({ variant }) => variant);
  return [...documents.filter(({ variant }) => !variants.includes(variant)), ...added];
}

type Change<T> =
  { readonly replace: readonly T[] } | { readonly update: readonly ({ readonly id: string } & Partial<T>)[] };

function patchRows<T extends { readonly id: string }>(
  rows: readonly T[],
  change: Change<T> | undefined,
  now: Timestamp,
): readonly T[] {
  if (change === undefined) return rows;
  if ('replace' in change) return change.replace;
  const updates = new Map(change.update.map((update) => [update.id, update]));
  return rows.map((row) => {
    const update = updates.get(row.id);
    return update === undefined ? row : { ...row, ...update, updatedAt: now };
  });
}

function collectTouchedParticipants(
  events: readonly NewEvent[],
  now: Timestamp,
): ReadonlyMap<string, Touched> {
  const touched = new Map<string, Touched>();
  for (const { action, payload } of events) {
    if ('participantId' in payload && action.startsWith('participant.')) {
      touched.set(payload.participantId, { latestAction: action, latestActionAt: now });
    }
  }
  return touched;
}
