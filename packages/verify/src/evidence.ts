import type { LinkedEvent } from '../../../src/domain/event/chain.ts';
import { fromUtf8, Malformed } from './bytes.ts';

/** Evidence as attached to a sealed file, or as exported. Its other properties aren't read. */
export type Evidence = {
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly events: readonly LinkedEvent[];
  readonly headHash: string;
  readonly people: readonly Person[];
  /** What the sender put on the pages; null in evidence that doesn't list it. */
  readonly annotations: readonly Json[] | null;
  /** The proof of publication, if the file has one. */
  readonly log: unknown;
};

/** A person who signed or approved, according to the evidence. */
export type Person = { readonly name: string; readonly role: string; readonly at: string | null };

type Json = Readonly<Record<string, unknown>>;

/** Reads evidence. Throws `Malformed`. */
export function readEvidence(bytes: Uint8Array): Evidence {
  const root = requireObject(parseJson(fromUtf8(bytes)));
  const envelope = root['envelope'] === undefined ? null : requireObject(root['envelope']);
  return {
    envelopeId: requireText(envelope === null ? root['envelopeId'] : envelope['id']),
    organizationId: requireText((envelope ?? root)['organizationId']),
    events: list(root['events']).map(readEvent),
    headHash: requireText(root['headHash']),
    people: root['participants'] === undefined ? [] : list(root['participants']).map(readPerson),
    annotations: root['annotations'] === undefined ? null : list(root['annotations']).map(requireObject),
    log: root['log'] ?? null,
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Malformed('not JSON');
  }
}

function readEvent(value: unknown): LinkedEvent {
  const event = requireObject(value);
  const { seq, payload } = event;
  if (typeof seq !== 'number') throw new Malformed('an event has no number');
  if (payload !== null && typeof payload !== 'object') throw new Malformed('an event has no payload');
  return {
    envelopeId: requireText(event['envelopeId']),
    organizationId: requireText(event['organizationId']),
    seq,
    actorType: requireText(event['actorType']),
    action: requireText(event['action']),
    occurredAt: requireText(event['occurredAt']),
    salt: readTextOrNull(event['salt']),
    actorId: readTextOrNull(event['actorId']),
    // JSON.parse only returns JSON values.
    payload: payload as LinkedEvent['payload'],
    ipAddress: readTextOrNull(event['ipAddress']),
    userAgent: readTextOrNull(event['userAgent']),
    prevHash: requireText(event['prevHash']),
    digest: requireText(event['digest']),
    hash: requireText(event['hash']),
  };
}

function readPerson(value: unknown): Person {
  const person = requireObject(value);
  return {
    name: requireText(person['name']),
    role: requireText(person['role']),
    at: readTextOrNull(person['signedAt']),
  };
}

export function requireObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed('an object is missing');
  return value as Json;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Malformed('a list is missing');
  return value;
}

export function requireText(value: unknown): string {
  if (typeof value !== 'string') throw new Malformed('a text is missing');
  return value;
}

function readTextOrNull(value: unknown): string | null {
  return value === null ? null : requireText(value);
}
