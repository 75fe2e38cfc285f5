import type { Actor } from '#domain/actor.ts';
import type { Accept, Decision } from '#domain/decision.ts';
import { create, emptyGraph, type CreateInput } from '#domain/envelope/create.ts';
import type { DraftInput } from '#domain/envelope/draft.ts';
import type { FieldInput } from '#domain/envelope/fields.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeDocument, EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { patchGraph } from '#domain/envelope/patch-graph.ts';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import { send } from '#domain/envelope/send.ts';
import type { SignInput } from '#domain/envelope/sign.ts';
import { matchesPattern } from '#wire/pattern.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

export const NOW = '2027-03-01T09:00:00.000Z';
export const SOURCES = {
  organizationName: 'Acme',
  templateName: null,
  senderRoleName: null,
  crowded: [],
  versions: null,
  senderTimeZone: null,
  means: { sms: true, providers: [], passkeys: true },
};
export const BOX = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.05 };
export const PEOPLE = [
  { name: 'Alice', email: 'alice@example.com', company: 'Ångström AB', title: 'Director' },
  { name: 'Bob', email: 'bob@example.com' },
] as const;

let minted = 0;

/** The context that decisions get. Ids are counted, so no two are the same. */
export function factsAt(now = NOW, actor: Actor = { type: 'api_key', id: 'key_1' }): Facts {
  return {
    actor,
    now,
    newId: (kind) => `${kind}_${(minted += 1)}`,
    sha256: computeSha256Hex,
    matches: matchesPattern,
    audit: { ipAddress: '192.0.2.7', userAgent: 'Test' },
  };
}

export const PREPARED: EnvelopeDocument = {
  variant: 'prepared',
  key: 'org_1/blobs/prepared',
  contentType: 'application/pdf',
  sha256: 'b'.repeat(64),
  sizeBytes: 2000,
  pageCount: 3,
  notices: [],
};
export const ORIGINAL: EnvelopeDocument = { ...PREPARED, variant: 'original', sha256: 'a'.repeat(64) };

/** A draft with a three-page document, by default for Alice and Bob with a signature each. */
export function draftGraph(input: DraftInput & Partial<CreateInput> = {}): EnvelopeGraph {
  const facts = factsAt();
  const complete: CreateInput = {
    id: 'env_1',
    organizationId: 'org_1',
    teamId: 'team_1',
    originalFilename: 'Agreement.pdf',
    sourceFormat: 'pdf',
    deliveryMode: 'inline',
    documents: [ORIGINAL, PREPARED],
    detect: false,
    // Reminders and a deadline are what a test asks for.
    defaults: { ...FIRST_DEFAULTS, expiryDays: null, reminderPolicy: null },
    senderUserId: 'user_1',
    senderName: 'Olga',
    senderEmail: 'olga@acme.example',
    participants: PEOPLE,
    fields: [
      { ...BOX, participantIndex: 0 },
      { ...BOX, participantIndex: 1 },
    ],
    ...input,
  };
  const empty = emptyGraph(complete, facts);
  return after(empty, create(empty, complete, facts));
}

/** The same, sent to its first signer. */
export function sentGraph(input: DraftInput & Partial<CreateInput> = {}): EnvelopeGraph {
  const graph = draftGraph(input);
  return after(graph, send(graph, SOURCES, factsAt()));
}

/** A sent envelope whose only signer, Alice, has these fields. */
export function graphForAlice(fields: readonly FieldInput[]): EnvelopeGraph {
  return sentGraph({
    participants: PEOPLE.slice(0, 1),
    fields: fields.map((field) => ({ participantIndex: 0, ...field })),
  });
}

/** Returns the graph after an accepted decision. */
export function after(graph: EnvelopeGraph, decision: Decision, now = NOW): EnvelopeGraph {
  const { patch, events } = accepted(decision);
  return events.length === 0 ? graph : patchGraph(graph, patch, events, now);
}

/** Expects a decision to be accepted, and returns it. */
export function accepted(decision: Decision): Accept {
  if (decision.kind === 'accept') return decision;
  throw new Error(`refused with ${decision.code}: ${JSON.stringify(decision.details)}`);
}

/** Returns a decision's refusal, with `issues` as pointers only. */
export function refused(decision: Decision): { code: string; details?: unknown; paths?: string[] } {
  if (decision.kind === 'accept') throw new Error('it was accepted');
  const issues = decision.details?.['issues'] as { path: string }[] | undefined;
  if (issues !== undefined) return { code: decision.code, paths: issues.map(({ path }) => path) };
  return { code: decision.code, details: decision.details };
}

/** Returns the participant at an index of the order. */
export function person(graph: EnvelopeGraph, index: number): Participant {
  const found = graph.participants[index];
  if (found === undefined) throw new Error(`there is no participant ${index}`);
  return found;
}

/** A submission, by default with a typed signature. */
export function submission(input: Partial<SignInput> = {}): SignInput {
  return {
    values: [],
    marks: { signature: { kind: 'typed', text: 'Alice' } },
    attachments: [],
    documentHash: undefined,
    organizationName: 'Acme',
    timeZone: null,
    statement: null,
    pages: null,
    ...input,
  };
}
