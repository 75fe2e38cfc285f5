import { verifyChain, type LinkedEvent, type Sha256 } from '../event/chain.ts';
import type { EventRecord } from '../event/catalogue.ts';

/** What is checked about an envelope. */
export const CHECKS = [
  'chain',
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

/** Holds an envelope's log against itself and against what is stored. Nothing that the log says is taken on trust. */
export function verifyEnvelope(
  events: readonly EventRecord[],
  stored: StoredFacts,
  sha256: Sha256,
): Finding[] {
  const said = hashesIn(events);
  return [
    chainFinding(events, sha256),
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
