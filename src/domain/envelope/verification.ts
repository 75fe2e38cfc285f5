import { verifyChain, type LinkedEvent, type Sha256 } from '../event/chain.ts';
import { LOG_FAULTS, logFault, readLogEvidence, type LogEvidence } from '../log/inclusion.ts';
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

/** What a verification check can find. */
export const FINDINGS = [
  'log_intact',
  'log_intact_erased',
  'event_broken',
  'no_checkpoint_yet',
  'checkpoint_covers',
  'checkpoint_witnessed',
  'checkpoint_signature',
  ...LOG_FAULTS,
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

/** The result of one check. `facts` holds the numbers and names that go with the code. */
export type Finding = {
  readonly check: Check;
  readonly outcome: Outcome;
  readonly code: (typeof FINDINGS)[number];
  readonly facts: Readonly<Record<string, string | number>>;
};

/** Facts computed from the stored bytes: SHA-256 in lowercase hex, or null if there is no such file. */
export type StoredFacts = {
  /** The hash of each uploaded file, in order. */
  readonly originals: readonly (string | null)[];
  readonly prepared: string | null;
  readonly sealed: {
    readonly sha256: string;
    /** What is wrong with the seal, or null if it is valid. */
    readonly fault: string | null;
    readonly signerName: string | null;
    /** The SHA-256 of the part of the file that is the document as signers saw it. */
    readonly presentedSha256: string | null;
  } | null;
  /** The certificate, if it is a separate file. */
  readonly certificate: { readonly sha256: string; readonly fault: string | null } | null;
};

/** The envelope's entry in the log, and whether the signatures of the checkpoint are valid. */
export type LogFacts = {
  readonly evidence: LogEvidence;
  readonly isSigned: boolean;
  /** How many witnesses signed the checkpoint, and how many have to. */
  readonly witnesses: number;
  readonly quorum: number;
};

type Verifiable = {
  readonly envelope: { readonly id: string; readonly organizationId: string };
  readonly events: readonly EventRecord[];
  /** Null until a checkpoint covers the envelope. */
  readonly log: LogFacts | null;
  readonly stored: StoredFacts;
};

/**
 * Checks an envelope's log against itself, the transparency log and the stored files. Doesn't trust anything
 * that the log says.
 */
export function verifyEnvelope(
  { envelope, events, log, stored }: Verifiable,
  sha256: Sha256 & Sha256OfBytes,
): Finding[] {
  const logged = collectHashes(events);
  const chain = { organizationId: envelope.organizationId, envelopeId: envelope.id, events };
  return [
    checkChain(events, sha256),
    checkCheckpoint(log, chain, sha256),
    checkOriginals(stored.originals, logged),
    checkFile('signed_document', stored.prepared, logged.documents),
    checkSealed(stored, logged),
    ...sealFindings(stored),
  ];
}

function checkChain(events: readonly EventRecord[], sha256: Sha256): Finding {
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

function checkCheckpoint(
  log: LogFacts | null,
  chain: Parameters<typeof logFault>[1],
  sha256: Sha256OfBytes,
): Finding {
  const check = 'checkpoint';
  if (log === null) return { check, outcome: 'nothing_yet', code: 'no_checkpoint_yet', facts: {} };
  const fault = logFault(log.evidence, chain, sha256);
  if (fault !== null) return { check, outcome: 'failed', code: fault, facts: {} };
  if (!log.isSigned) return { check, outcome: 'failed', code: 'checkpoint_signature', facts: {} };
  const statement = readLogEvidence(log.evidence);
  const facts = {
    number: statement?.checkpoint.size ?? 0,
    event: statement?.head.seq ?? 0,
    events: chain.events.length,
  };
  const isWitnessed = log.quorum > 0 && log.witnesses >= log.quorum;
  return {
    check,
    outcome: 'passed',
    code: isWitnessed ? 'checkpoint_witnessed' : 'checkpoint_covers',
    facts,
  };
}

function checkFile(check: Check, stored: string | null, logged: readonly string[]): Finding {
  if (stored === null)
    return logged.length === 0
      ? { check, outcome: 'nothing_yet', code: 'no_file_yet', facts: {} }
      : { check, outcome: 'failed', code: 'file_missing', facts: {} };
  if (logged.length === 0) return { check, outcome: 'failed', code: 'file_unlisted', facts: {} };
  return logged.every((hash) => hash === stored)
    ? { check, outcome: 'passed', code: 'file_matches', facts: {} }
    : { check, outcome: 'failed', code: 'file_differs', facts: {} };
}

/**
 * Checks the uploaded files. The log names every one of them and records their order when the envelope was
 * sent.
 */
function checkOriginals(stored: readonly (string | null)[], logged: LoggedHashes): Finding {
  const check = 'original';
  const [first = null, ...others] = stored;
  if (others.length === 0 && logged.added.length === 0) return checkFile(check, first, logged.original);
  if (stored.includes(null)) return { check, outcome: 'failed', code: 'file_missing', facts: {} };
  const known = [...logged.original, ...logged.added];
  const isListed = stored.every((hash) => hash !== null && known.includes(hash));
  const isAsSent = logged.sent === null || logged.sent.join() === stored.join();
  return isListed && isAsSent
    ? { check, outcome: 'passed', code: 'file_matches', facts: {} }
    : { check, outcome: 'failed', code: 'file_differs', facts: {} };
}

/** Checks the sealed file and, if it is a separate file, the certificate that belongs to it. */
function checkSealed({ sealed, certificate }: StoredFacts, logged: LoggedHashes): Finding {
  const check = 'sealed_document';
  const found = checkFile(check, sealed?.sha256 ?? null, logged.sealed);
  if (found.outcome !== 'passed' || (certificate === null && logged.certificates.length === 0)) return found;
  return checkFile(check, certificate?.sha256 ?? null, logged.certificates);
}

function sealFindings({ prepared, sealed, certificate }: StoredFacts): Finding[] {
  if (sealed === null)
    return (['seal', 'presented'] as const).map((check) => ({
      check,
      outcome: 'nothing_yet',
      code: 'not_sealed_yet',
      facts: {},
    }));
  const { signerName, presentedSha256 } = sealed;
  const fault = sealed.fault ?? certificate?.fault ?? null;
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

type LoggedHashes = Record<'original' | 'added' | 'documents' | 'sealed' | 'certificates', string[]> & {
  /** The uploaded files in the order in which they were last sent. Null unless there were several. */
  readonly sent: readonly string[] | null;
};

/** The events that give the envelope another document, if they name one. */
const CHANGING: readonly string[] = [
  'envelope.created',
  'envelope.document_received',
  'envelope.document_added',
  'envelope.document_removed',
  'envelope.documents_reordered',
];

function collectHashes(events: readonly EventRecord[]): LoggedHashes {
  const collectMember = (actions: readonly string[], member: string, among = events) =>
    among.flatMap(({ action, payload }) => {
      const value = actions.includes(action) ? payload?.[member] : null;
      return typeof value === 'string' ? [value] : [];
    });
  const findListed = (action: string) =>
    events.flatMap((event) => (event.action === action ? [readContentHashes(event)] : [])).at(-1) ?? null;
  const lastChange = events.findLastIndex(
    ({ action, payload }) => CHANGING.includes(action) && typeof payload?.['documentHash'] === 'string',
  );
  const actions = [...CHANGING, 'envelope.sent', 'participant.signed', 'participant.approved'];
  return {
    original: collectMember(['envelope.created', 'envelope.document_received'], 'contentHash'),
    added: [
      ...collectMember(['envelope.document_added'], 'contentHash'),
      ...(findListed('envelope.created') ?? []),
    ],
    documents: collectMember(actions, 'documentHash', events.slice(Math.max(0, lastChange))),
    // Only the latest hash counts, because extending a seal changes its file.
    sealed: collectMember(['envelope.sealed', 'envelope.seal_extended'], 'sealedHash').slice(-1),
    certificates: collectMember(['envelope.sealed'], 'certificateHash'),
    sent: findListed('envelope.sent'),
  };
}

function readContentHashes({ payload }: EventRecord): string[] | null {
  const files = payload?.['documents'];
  if (!Array.isArray(files)) return null;
  return files.map((file: { readonly contentHash?: unknown }) => String(file.contentHash));
}
