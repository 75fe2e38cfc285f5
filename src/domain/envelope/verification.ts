import { verifyChain, type LinkedEvent, type Sha256 } from '../event/chain.ts';
import { CHECKPOINT_FAULTS, checkpointFault, type Checkpoint, type Inclusion } from '../event/checkpoint.ts';
import type { Sha256OfBytes } from '../event/merkle-log.ts';
import type { EventRecord } from '../event/catalogue.ts';

export const CHECKS = [
  'chain',
  'checkpoint',
  'original',
  'signed_document',
  'sealed_document',
  'seal',
  'presented',
] as const;
export type Check = (typeof CHECKS)[number];

export const OUTCOMES = ['passed', 'failed', 'nothing_yet'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a check can find. */
export const FINDINGS = [
  'log_intact',
  'log_intact_erased',
  'event_broken',
  'no_checkpoint_yet',
  'checkpoint_covers',
  'checkpoint_signature',
  ...CHECKPOINT_FAULTS,
  'no_file_yet',
  'file_missing',
  'file_unlisted',
  'file_matches',
  'file_differs',
  'not_sealed_yet',
  'seal_valid',
  'seal_invalid',
  'content_matches',
  'content_differs',
] as const;

/** The result of one check. `facts` are the numbers and names that go with the code. */
export type Finding = {
  readonly check: Check;
  readonly outcome: Outcome;
  readonly code: (typeof FINDINGS)[number];
  readonly facts: Readonly<Record<string, string | number>>;
};

/** Computed from the stored bytes: SHA-256 in lowercase hex, or null if there is no such file. */
export type StoredFacts = {
  readonly original: string | null;
  readonly prepared: string | null;
  readonly sealed: {
    readonly sha256: string;
    /** What is wrong with the seal, or null if it is valid. */
    readonly fault: string | null;
    readonly signerName: string | null;
    /** The SHA-256 of the part of the file that is the document as signers saw it. */
    readonly presentedSha256: string | null;
  } | null;
};

/** The newest checkpoint, its leaf for the envelope, and whether its signature is valid. */
export type CheckpointFacts = {
  readonly checkpoint: Checkpoint;
  readonly leaf: Inclusion;
  readonly signatureHolds: boolean;
};

type Verifiable = {
  readonly envelope: { readonly id: string; readonly organizationId: string };
  readonly events: readonly EventRecord[];
  /** Null until a checkpoint covers the envelope. */
  readonly covering: CheckpointFacts | null;
  readonly stored: StoredFacts;
};

/** Checks an envelope's log against itself, the organization's checkpoint and the stored files. Trusts nothing the log says. */
export function verifyEnvelope(
  { envelope, events, covering, stored }: Verifiable,
  sha256: Sha256 & Sha256OfBytes,
): Finding[] {
  const logged = hashesIn(events);
  const chain = { organizationId: envelope.organizationId, envelopeId: envelope.id, events };
  return [
    chainFinding(events, sha256),
    checkpointFinding(covering, chain, sha256),
    fileFinding('original', stored.original, logged.original),
    fileFinding('signed_document', stored.prepared, logged.documents),
    fileFinding('sealed_document', stored.sealed?.sha256 ?? null, logged.sealed),
    ...sealFindings(stored),
  ];
}

function chainFinding(events: readonly EventRecord[], sha256: Sha256): Finding {
  const check = 'chain';
  const verdict = verifyChain(events as readonly LinkedEvent[], sha256);
  if (!verdict.ok) {
    const facts = { event: verdict.seq, reason: verdict.reason };
    return { check, outcome: 'failed', code: 'event_broken', facts };
  }
  const erased = events.filter(({ salt }) => salt === null).length;
  const facts = { events: verdict.length };
  return erased === 0
    ? { check, outcome: 'passed', code: 'log_intact', facts }
    : { check, outcome: 'passed', code: 'log_intact_erased', facts: { ...facts, erased } };
}

function checkpointFinding(
  covering: CheckpointFacts | null,
  chain: Parameters<typeof checkpointFault>[2],
  sha256: Sha256OfBytes,
): Finding {
  const check = 'checkpoint';
  if (covering === null) return { check, outcome: 'nothing_yet', code: 'no_checkpoint_yet', facts: {} };
  const { checkpoint, leaf, signatureHolds } = covering;
  const fault = checkpointFault(checkpoint, leaf, chain, sha256);
  if (fault !== null) return { check, outcome: 'failed', code: fault, facts: {} };
  if (!signatureHolds) return { check, outcome: 'failed', code: 'checkpoint_signature', facts: {} };
  const facts = { number: checkpoint.number, event: leaf.seq, events: chain.events.length };
  return { check, outcome: 'passed', code: 'checkpoint_covers', facts };
}

function fileFinding(check: Check, stored: string | null, logged: readonly string[]): Finding {
  if (stored === null)
    return logged.length === 0
      ? { check, outcome: 'nothing_yet', code: 'no_file_yet', facts: {} }
      : { check, outcome: 'failed', code: 'file_missing', facts: {} };
  if (logged.length === 0) return { check, outcome: 'failed', code: 'file_unlisted', facts: {} };
  return logged.every((hash) => hash === stored)
    ? { check, outcome: 'passed', code: 'file_matches', facts: {} }
    : { check, outcome: 'failed', code: 'file_differs', facts: {} };
}

function sealFindings({ prepared, sealed }: StoredFacts): Finding[] {
  if (sealed === null)
    return (['seal', 'presented'] as const).map((check) => ({
      check,
      outcome: 'nothing_yet',
      code: 'not_sealed_yet',
      facts: {},
    }));
  const { fault, signerName, presentedSha256 } = sealed;
  return [
    fault === null
      ? {
          check: 'seal',
          outcome: 'passed',
          code: 'seal_valid',
          facts: signerName === null ? {} : { signer: signerName },
        }
      : { check: 'seal', outcome: 'failed', code: 'seal_invalid', facts: { fault } },
    presentedSha256 !== null && presentedSha256 === prepared
      ? { check: 'presented', outcome: 'passed', code: 'content_matches', facts: {} }
      : { check: 'presented', outcome: 'failed', code: 'content_differs', facts: {} },
  ];
}

type LoggedHashes = Record<'original' | 'documents' | 'sealed', string[]>;

function hashesIn(events: readonly EventRecord[]): LoggedHashes {
  const named = (actions: readonly string[], member: string) =>
    events.flatMap(({ action, payload }) => {
      const value = actions.includes(action) ? payload?.[member] : null;
      return typeof value === 'string' ? [value] : [];
    });
  return {
    original: named(['envelope.created', 'envelope.document_received'], 'contentHash'),
    documents: named(
      [
        'envelope.created',
        'envelope.document_received',
        'envelope.sent',
        'participant.signed',
        'participant.approved',
      ],
      'documentHash',
    ),
    sealed: named(['envelope.sealed'], 'sealedHash'),
  };
}
