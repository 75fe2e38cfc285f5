import type { Accept, Decision } from '#domain/decision.ts';
import { create, emptyGraph, type CreateInput } from '#domain/envelope/create.ts';
import type { DraftInput } from '#domain/envelope/draft.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { patchGraph } from '#domain/envelope/patch-graph.ts';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import type { SendSources } from '#domain/envelope/name.ts';
import { send } from '#domain/envelope/send.ts';
import { ID_PREFIXES } from '#domain/identifier.ts';
import { matchesPattern } from '#wire/pattern.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

/** When the graphs here start. */
export const START = '2027-03-01T09:00:00.000Z';
export const SOURCES: SendSources = {
  organizationName: 'Acme GmbH',
  templateName: null,
  senderRoleName: null,
  crowded: [],
  versions: null,
  senderTimeZone: null,
  means: { sms: true, providers: [], passkeys: true },
};
export const ANN = { name: 'Ann', email: 'ann@example.com' };
export const BEN = { name: 'Ben', email: 'ben@example.com' };
const CEM = { name: 'Cem', email: 'cem@example.com' };

/** Returns the time this many days and milliseconds after the start. */
export function daysLater(days: number, milliseconds = 0): string {
  return new Date(Date.parse(START) + days * 24 * 3_600_000 + milliseconds).toISOString();
}

/** The input of a decision at a time. */
export function factsAt(now: string): Facts {
  return {
    actor: { type: 'system', id: null },
    now,
    newId: (kind) => `${ID_PREFIXES[kind]}_${String(++minted).padStart(26, '0')}`,
    sha256: computeSha256Hex,
    matches: matchesPattern,
    audit: { ipAddress: null, userAgent: null },
  };
}
let minted = 0;

/** Returns the graph after an accepted decision; fails if it was refused. */
export function decided(graph: EnvelopeGraph, decision: Decision, now: string = START): EnvelopeGraph {
  const { patch, events } = accepted(decision);
  return events.length === 0 ? graph : patchGraph(graph, patch, events, now);
}

/** Expects a decision to be accepted, and returns it. */
export function accepted(decision: Decision): Accept {
  if (decision.kind === 'refuse')
    throw new Error(`refused: ${decision.code} ${JSON.stringify(decision.details)}`);
  return decision;
}

/** A draft with a one-page document for Ann, Ben and Cem. */
export function draftGraph(input: DraftInput = {}): EnvelopeGraph {
  const facts = factsAt(START);
  const sha256 = computeSha256Hex('the document');
  const document = { key: 'key', contentType: 'application/pdf', sha256, sizeBytes: 1000, pageCount: 1 };
  const made: CreateInput = {
    participants: [ANN, BEN, CEM],
    fields: [],
    ...input,
    id: facts.newId('envelope'),
    organizationId: 'org_test',
    teamId: 'team_test',
    originalFilename: 'Agreement.pdf',
    sourceFormat: 'pdf',
    deliveryMode: 'inline',
    documents: [
      { ...document, variant: 'original', notices: [] },
      { ...document, variant: 'prepared', notices: [] },
    ],
    detect: false,
    // Reminders and a deadline are what a test asks for.
    defaults: { ...FIRST_DEFAULTS, expiryDays: null, reminderPolicy: null },
    senderUserId: null,
    senderName: 'Olga Owner',
    senderEmail: 'olga@acme.example',
  };
  const empty = emptyGraph(made, facts);
  return decided({ ...empty, documents: [] }, create(empty, made, facts));
}

/** The same, sent at the start. */
export function sentGraph(input: DraftInput = {}): EnvelopeGraph {
  const draft = draftGraph(input);
  return decided(draft, send(draft, SOURCES, factsAt(START)));
}

/** Returns the participant at this index. */
export function participantAt(graph: EnvelopeGraph, index: number): Participant {
  const participant = graph.participants[index];
  if (participant === undefined) throw new Error(`nobody in place ${index}`);
  return participant;
}

/** Returns the graph as if this participant had signed and the turn had moved on. */
export function signedBy(graph: EnvelopeGraph, index: number): EnvelopeGraph {
  const { id } = participantAt(graph, index);
  return {
    ...graph,
    participants: graph.participants.map((participant) =>
      participant.id === id
        ? { ...participant, status: 'signed', signedAt: START, nextReminderAt: null }
        : participant,
    ),
  };
}

/** Returns the graph with this status, however it got there. */
export function inStatus(graph: EnvelopeGraph, status: EnvelopeGraph['envelope']['status']): EnvelopeGraph {
  return { ...graph, envelope: { ...graph.envelope, status } };
}
