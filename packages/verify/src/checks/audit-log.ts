import { verifyChain } from '../../../../src/domain/event/chain.ts';
import { NotCanonicalError, toCanonicalJson } from '../../../../src/domain/event/canonical.ts';
import { Malformed } from '../bytes.ts';
import { type Evidence, readEvidence } from '../evidence.ts';
import { createResult, type Result } from '../result.ts';
import { computeSha256 } from '../sha256.ts';

/** Reads evidence; null if it can't be read. */
export function readEvidenceOrNull(bytes: Uint8Array): Evidence | null {
  try {
    return readEvidence(bytes);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** The events that name a sealed file. */
const SEALING: ReadonlySet<string> = new Set(['envelope.sealed', 'envelope.seal_extended']);

/** Evidence that was looked for: absent, unreadable (null), or read. */
export type Attached = Evidence | null | undefined;

/**
 * Recomputes the chain of events that the seal covers, and compares its head. With an exported file, also
 * recomputes that chain, and checks that it continues the sealed one and contains this file's fingerprint: as
 * sealed, or as later extended for long-term validation.
 */
export function checkAuditLog(attached: Attached, exported: Attached, sha256s: readonly string[]): Result {
  for (const evidence of [attached, exported]) {
    if (evidence === null) return createResult('audit_log', 'evidence_unreadable');
    const fault = evidence === undefined ? null : findChainFault(evidence);
    if (fault !== null) return fault;
  }
  if (exported) {
    const fault = findContinuationFault(attached ?? undefined, exported, sha256s);
    return fault ?? createResult('audit_log', 'log_complete_and_continued', toFacts(exported));
  }
  return attached
    ? createResult('audit_log', 'log_complete', toFacts(attached))
    : createResult('audit_log', 'evidence_missing');
}

function toFacts({ events, headHash, envelopeId }: Evidence) {
  const erased = events.filter(({ salt }) => salt === null).length;
  const versions = readVersions(findSent(events), envelopeId);
  return {
    ...{ events: events.length, head: headHash },
    ...(erased === 0 ? {} : { erased }),
    ...(versions === null || versions === 'wrong' ? {} : versions),
  };
}

/** Returns the event of sending what was signed; undefined if it was recalled afterwards. */
function findSent(events: Evidence['events']): Evidence['events'][number] | undefined {
  const last = events.findLast(({ action }) => action === 'envelope.sent' || action === 'envelope.recalled');
  return last?.action === 'envelope.sent' ? last : undefined;
}

/**
 * Returns which version was sent, with the hashes of those before it and of the list of changes since the last of them.
 * Null for a document that replaced none. What the event says about itself must agree.
 */
function readVersions(sent: ReturnType<typeof findSent>, envelopeId: string) {
  const payload = sent?.payload;
  if (!isRecord(payload) || payload['versions'] === undefined) return null;
  const listed: unknown = payload['versions'];
  const versions = Array.isArray(listed) ? listed.filter(isRecord) : [];
  const own = versions.at(-1);
  const first = Number(versions[0]?.['versionNumber']);
  const areInOrder = versions.every(
    ({ versionNumber, documentHash }, index) =>
      versionNumber === first + index && typeof documentHash === 'string',
  );
  const isOwn = own?.['envelopeId'] === envelopeId && own['documentHash'] === payload['documentHash'];
  if (!Array.isArray(listed) || versions.length < 2 || versions.length !== listed.length) return 'wrong';
  if (!areInOrder || !isOwn) return 'wrong';
  const changes = own['changesDigest'];
  if (changes !== null && typeof changes !== 'string') return 'wrong';
  const earlier = versions.slice(0, -1).map(({ documentHash }) => documentHash);
  return { version: first + versions.length - 1, earlier: earlier.join(', '), changes: changes ?? '–' };
}

function findChainFault(evidence: Evidence): Result | null {
  const { events, headHash, envelopeId, organizationId } = evidence;
  const verdict = verifyChain(events, computeSha256);
  if (!verdict.ok) return createResult('audit_log', 'event_changed', { event: verdict.seq }, verdict.reason);
  if (verdict.head !== headHash || verdict.length === 0) return createResult('audit_log', 'head_differs');
  const [first] = events;
  return first?.envelopeId === envelopeId && first.organizationId === organizationId
    ? (findAnnotationFault(evidence) ?? findVersionFault(evidence))
    : createResult('audit_log', 'other_envelope');
}

/**
 * Compares what the sender put on the pages with its hash in the event of sending. An envelope that was recalled may
 * have changed since.
 */
function findAnnotationFault({ events, annotations }: Evidence): Result | null {
  const sent = findSent(events);
  const payload = sent?.payload;
  const hash = isRecord(payload) ? payload['annotationsHash'] : undefined;
  if (sent === undefined || hash === undefined || annotations === null) return null;
  return hash === hashOrNull(annotations)
    ? null
    : createResult('audit_log', 'event_changed', { event: sent.seq });
}

function findVersionFault({ events, envelopeId }: Evidence): Result | null {
  const sent = findSent(events);
  return sent !== undefined && readVersions(sent, envelopeId) === 'wrong'
    ? createResult('audit_log', 'event_changed', { event: sent.seq })
    : null;
}

/** Returns the hash of a value's canonical form; null if it has none. */
function hashOrNull(value: unknown): string | null {
  try {
    return computeSha256(toCanonicalJson(value));
  } catch (error) {
    if (error instanceof NotCanonicalError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findContinuationFault(
  attached: Evidence | undefined,
  exported: Evidence,
  sha256s: readonly string[],
): Result | null {
  if (attached !== undefined && attached.envelopeId !== exported.envelopeId)
    return createResult('audit_log', 'other_envelope');
  const sealed = attached?.events ?? [];
  const broken = sealed.find(({ hash }, index) => exported.events[index]?.hash !== hash);
  if (broken !== undefined)
    return createResult('audit_log', 'evidence_contradicts_seal', { event: broken.seq });
  const named = exported.events.flatMap(({ action, payload }) =>
    SEALING.has(action) && typeof payload === 'object' && payload !== null && 'sealedHash' in payload
      ? [payload.sealedHash]
      : [],
  );
  return sha256s.some((hash) => named.includes(hash)) ? null : createResult('audit_log', 'other_sealed_file');
}
