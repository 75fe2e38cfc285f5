import type { Effect } from './effects.ts';
import type { ErrorCode, ErrorDetails } from './errors.ts';
import type { Attachment } from './field/attachment.ts';
import type {
  CopyRecipient,
  Envelope,
  EnvelopeDocument,
  EnvelopeField,
  EnvelopeFile,
  MarkPurpose,
  Participant,
  SignatureMark,
} from './envelope/graph.ts';
import type { Thread } from './envelope/thread.ts';
import type { NewEvent } from './event/catalogue.ts';

/**
 * The columns that a decision may set. Versions, timestamps, and values derived from events are set by
 * `patchGraph`.
 */
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

/** A signer's attachment, stored under `key`. */
export type FieldAttachment = Attachment & { readonly fieldId: string; readonly key: string };

/** The changes to an envelope's graph. Parts that are absent stay as they are. */
export type Patch = {
  readonly envelope?: Changes<Envelope>;
  readonly participants?:
    | { readonly replace: readonly Participant[] }
    | { readonly update: readonly ({ readonly id: string } & Changes<Participant>)[] };
  readonly fields?:
    | { readonly replace: readonly EnvelopeField[] }
    | { readonly update: readonly ({ readonly id: string } & Changes<EnvelopeField>)[] };
  readonly documents?: readonly EnvelopeDocument[];
  readonly copies?:
    | { readonly replace: readonly CopyRecipient[] }
    | { readonly update: readonly ({ readonly id: string } & Changes<CopyRecipient>)[] };
  /** Replaces all files. */
  readonly files?: readonly EnvelopeFile[];
  readonly marks?: readonly {
    readonly participantId: string;
    readonly purpose: MarkPurpose;
    readonly mark: SignatureMark;
  }[];
  readonly attachments?: readonly FieldAttachment[];
  /** Threads that are new or changed. */
  readonly threads?: readonly Thread[];
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

/** The outcome of a rule: the changes, events, and effects, or a refusal. Rules never throw. */
export type Decision = Accept | Refuse;

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

export function refuse(code: ErrorCode, details?: ErrorDetails): Refuse {
  return { kind: 'refuse', code, details };
}

/** Refuses with `validation_failed` for a single broken rule. `path` is a JSON pointer. */
export function refuseInvalid(path: string, message: string): Refuse {
  return refuse('validation_failed', { issues: [{ path, message }] });
}
