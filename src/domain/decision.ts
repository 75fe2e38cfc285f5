import type { Effect } from './effects.ts';
import type { ErrorCode, ErrorDetails } from './errors.ts';
import type {
  Envelope,
  EnvelopeDocument,
  EnvelopeField,
  MarkPurpose,
  Participant,
  SignatureMark,
} from './envelope/graph.ts';
import type { NewEvent } from './event/catalogue.ts';

/** What a decision may set. Versions, times of change and what derives from the events follow by themselves. */
type Changes<T> = Partial<
  Omit<
    T,
    | 'id'
    | 'envelopeId'
    | 'organizationId'
    | 'createdAt'
    | 'updatedAt'
    | 'version'
    | 'latestAction'
    | 'latestActionAt'
    | 'standingAttention'
  >
>;

/** A file that a signer attached, kept in storage under `key`. */
export type FieldAttachment = {
  readonly fieldId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly key: string;
};

/** What a decision changes in an envelope's graph. Whatever is absent stays as it is. */
export type Patch = {
  readonly envelope?: Changes<Envelope>;
  readonly participants?:
    | { readonly replace: readonly Participant[] }
    | { readonly update: readonly ({ readonly id: string } & Changes<Participant>)[] };
  readonly fields?:
    | { readonly replace: readonly EnvelopeField[] }
    | { readonly update: readonly ({ readonly id: string } & Changes<EnvelopeField>)[] };
  readonly documents?: readonly EnvelopeDocument[];
  readonly marks?: readonly {
    readonly participantId: string;
    readonly purpose: MarkPurpose;
    readonly mark: SignatureMark;
  }[];
  readonly attachments?: readonly FieldAttachment[];
};

export type Accept = {
  readonly kind: 'accept';
  readonly patch: Patch;
  readonly events: readonly NewEvent[];
  readonly effects: readonly Effect[];
};
export type Refuse = {
  readonly kind: 'refuse';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
};

/** The outcome of a rule: either what changes, is recorded and is caused, or the refusal. Never both, never a throw. */
export type Decision = Accept | Refuse;

/** Accepts: the patch, the events in their order, and the effects. */
export function accept(outcome: {
  patch?: Patch;
  events?: readonly NewEvent[];
  effects?: readonly Effect[];
}): Accept {
  return {
    kind: 'accept',
    patch: outcome.patch ?? {},
    events: outcome.events ?? [],
    effects: outcome.effects ?? [],
  };
}

/** Refuses with a code of the error table. */
export function refuse(code: ErrorCode, details?: ErrorDetails): Refuse {
  return { kind: 'refuse', code, details };
}

/** Refuses with `validation_failed` over one broken rule; `path` is a JSON pointer. */
export function refuseInvalid(path: string, message: string): Refuse {
  return refuse('validation_failed', { issues: [{ path, message }] });
}
