import { verifyChain, type LinkedEvent, type Sha256 } from '../event/chain.ts';
import {
  checkpointFault,
  type Checkpoint,
  type CheckpointFault,
  type Inclusion,
} from '../event/checkpoint.ts';
import type { Sha256OfBytes } from '../event/merkle-log.ts';
import type { EventRecord } from '../event/catalogue.ts';

/** What is checked about an envelope. */
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

/** What a check found; `nothing_yet` where there is nothing to check. `detail` says in words what was looked at, or what is wrong. */
export type Finding = {
  readonly check: Check;
  readonly outcome: 'passed' | 'failed' | 'nothing_yet';
  readonly detail: string;
};

/** What was computed anew from the stored bytes: SHA-256 in lowercase hex; null where there is no such file. */
export type StoredFacts = {
  readonly original: string | null;
  readonly prepared: string | null;
  readonly sealed: {
    readonly sha256: string;
    /** What is wrong with the seal; null where nothing is. */
    readonly fault: string | null;
    readonly signerName: string | null;
    /** Of the part of the file that is the document as signers saw it. */
    readonly presentedSha256: string | null;
  } | null;
};

/** The newest checkpoint with what it knows of the envelope's chain, and whether its signature was found to hold. */
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

/** Holds an envelope's log against itself, the organization's checkpoint and what is stored. Nothing that the log says is taken on trust. */
export function verifyEnvelope(
  { envelope, events, covering, stored }: Verifiable,
  sha256: Sha256 & Sha256OfBytes,
): Finding[] {
  const said = hashesIn(events);
  const chain = { organizationId: envelope.organizationId, envelopeId: envelope.id, events };
  return [
    chainFinding(events, sha256),
    checkpointFinding(covering, chain, sha256),
    fileFinding('original', stored.original, said.original, 'the file as it was uploaded'),
    fileFinding('signed_document', stored.prepared, said.documents, 'the document that was sent and signed'),
    fileFinding('sealed_document', stored.sealed?.sha256 ?? null, said.sealed, 'the sealed file'),
    ...sealFindings(stored),
  ];
}

function chainFinding(events: readonly EventRecord[], sha256: Sha256): Finding {
  const verdict = verifyChain(events as readonly LinkedEvent[], sha256);
  if (!verdict.ok)
    return {
      check: 'chain',
      outcome: 'failed',
      detail: `Event ${verdict.seq} does not fit: ${verdict.reason.replaceAll('_', ' ')}.`,
    };
  const erased = events.filter(({ salt }) => salt === null).length;
  const left = erased === 0 ? '' : ` The details of ${erased} were erased; their digests still hold.`;
  return {
    check: 'chain',
    outcome: 'passed',
    detail: `Digest and hash of ${counted(verdict.length, 'event')} were computed again, from the first to the last.${left}`,
  };
}

const CHECKPOINT_FAULTS: Readonly<Record<CheckpointFault, string>> = {
  other_organization: 'It is of another organization.',
  other_envelope: 'It speaks of another envelope.',
  chain_cut: 'It knows a later event than the log has.',
  chain_rewritten: 'It knows an event with another hash than the log has.',
  not_in_tree: 'Its signed root does not lead to this log.',
};

function checkpointFinding(
  covering: CheckpointFacts | null,
  chain: Parameters<typeof checkpointFault>[2],
  sha256: Sha256OfBytes,
): Finding {
  if (covering === null)
    return {
      check: 'checkpoint',
      outcome: 'nothing_yet',
      detail: 'The organization’s next signed checkpoint will cover this log.',
    };
  const { checkpoint, leaf, signatureHolds } = covering;
  const fault = checkpointFault(checkpoint, leaf, chain, sha256);
  if (fault !== null) return { check: 'checkpoint', outcome: 'failed', detail: CHECKPOINT_FAULTS[fault] };
  if (!signatureHolds)
    return { check: 'checkpoint', outcome: 'failed', detail: 'Its signature does not hold.' };
  return {
    check: 'checkpoint',
    outcome: 'passed',
    detail: `Up to event ${leaf.seq} of ${chain.events.length}, the log is under signed checkpoint ${checkpoint.number} of the organization.`,
  };
}

function fileFinding(check: Check, stored: string | null, said: readonly string[], what: string): Finding {
  if (stored === null)
    return said.length === 0
      ? { check, outcome: 'nothing_yet', detail: `There is no such file yet.` }
      : { check, outcome: 'failed', detail: `The log names ${what}, and it is not stored.` };
  if (said.length === 0)
    return { check, outcome: 'failed', detail: `A file is stored that the log does not name.` };
  return said.every((hash) => hash === stored)
    ? {
        check,
        outcome: 'passed',
        detail: `The stored bytes of ${what} have the SHA-256 that ${said.length === 1 ? '1 event names' : `${said.length} events name`}.`,
      }
    : { check, outcome: 'failed', detail: `The stored bytes of ${what} are not those that the log names.` };
}

function sealFindings({ prepared, sealed }: StoredFacts): Finding[] {
  if (sealed === null)
    return [
      { check: 'seal', outcome: 'nothing_yet', detail: 'The document is sealed once everyone has signed.' },
      { check: 'presented', outcome: 'nothing_yet', detail: 'There is no sealed file yet.' },
    ];
  return [
    sealed.fault === null
      ? {
          check: 'seal',
          outcome: 'passed',
          detail: `The signature of ${sealed.signerName ?? 'the seal'} holds for every byte of the file.`,
        }
      : { check: 'seal', outcome: 'failed', detail: `It does not hold: ${sealed.fault}.` },
    sealed.presentedSha256 !== null && sealed.presentedSha256 === prepared
      ? {
          check: 'presented',
          outcome: 'passed',
          detail: 'It begins, byte for byte, with the document that was signed.',
        }
      : {
          check: 'presented',
          outcome: 'failed',
          detail: 'It does not begin with the document that was signed.',
        },
  ];
}

type Said = Record<'original' | 'documents' | 'sealed', string[]>;

function hashesIn(events: readonly EventRecord[]): Said {
  const named = (actions: readonly string[], member: string) =>
    events.flatMap(({ action, payload }) => {
      const value = actions.includes(action) ? payload?.[member] : null;
      return typeof value === 'string' ? [value] : [];
    });
  return {
    original: named(['envelope.created', 'envelope.document_received'], 'contentHash'),
    documents: named(
      ['envelope.created', 'envelope.document_received', 'envelope.sent', 'participant.signed'],
      'documentHash',
    ),
    sealed: named(['envelope.sealed'], 'sealedHash'),
  };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
