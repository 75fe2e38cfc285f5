import type { LinkedEvent } from '../../../src/domain/event/chain.ts';
import { fromUtf8, Malformed } from './bytes.ts';

/** Evidence as attached to a sealed file, or as exported. Everything else in it isn't read. */
export type Evidence = {
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly events: readonly LinkedEvent[];
  readonly headHash: string;
  readonly people: readonly Person[];
  /** The proof of publication, if the file has one. */
  readonly log: unknown;
};

/** Somebody who signed or approved, according to the evidence. */
export type Person = { readonly name: string; readonly role: string; readonly at: string | null };

type Json = Readonly<Record<string, unknown>>;

/** Reads evidence. Throws `Malformed`. */
export function readEvidence(bytes: Uint8Array): Evidence {
  const root = object(parsed(fromUtf8(bytes)));
  const envelope = root['envelope'] === undefined ? null : object(root['envelope']);
  return {
    envelopeId: text(envelope === null ? root['envelopeId'] : envelope['id']),
    organizationId: text((envelope ?? root)['organizationId']),
    events: list(root['events']).map(eventOf),
    headHash: text(root['headHash']),
    people: root['participants'] === undefined ? [] : list(root['participants']).map(personOf),
    log: root['log'] ?? null,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Malformed('not JSON');
  }
}

function eventOf(value: unknown): LinkedEvent {
  const event = object(value);
  const { seq, payload } = event;
  if (typeof seq !== 'number') throw new Malformed('an event has no number');
  if (payload !== null && typeof payload !== 'object') throw new Malformed('an event has no payload');
  return {
    envelopeId: text(event['envelopeId']),
    organizationId: text(event['organizationId']),
    seq,
    actorType: text(event['actorType']),
    action: text(event['action']),
    occurredAt: text(event['occurredAt']),
    salt: textOrNull(event['salt']),
    actorId: textOrNull(event['actorId']),
    // JSON.parse makes nothing but JSON values.
    payload: payload as LinkedEvent['payload'],
    ipAddress: textOrNull(event['ipAddress']),
    userAgent: textOrNull(event['userAgent']),
    prevHash: text(event['prevHash']),
    digest: text(event['digest']),
    hash: text(event['hash']),
  };
}

function personOf(value: unknown): Person {
  const person = object(value);
  return { name: text(person['name']), role: text(person['role']), at: textOrNull(person['signedAt']) };
}

export function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed('an object is missing');
  return value as Json;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Malformed('a list is missing');
  return value;
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Malformed('a text is missing');
  return value;
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value);
}
