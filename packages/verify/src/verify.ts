import { checkAuditLog, readEvidenceOrNull, type Attached } from './checks/audit-log.ts';
import { checkFile, type ReadSeal } from './checks/file.ts';
import { checkLongTerm, readKeptData, readArchive } from './checks/long-term.ts';
import { checkPresented, type Presented } from './checks/presented.ts';
import { checkPublished } from './checks/published.ts';
import { checkSeal, findSealPath } from './checks/seal.ts';
import { checkTime } from './checks/time.ts';
import { Malformed } from './bytes.ts';
import type { Person } from './evidence.ts';
import { buildAnchors, type VerifyOptions } from './options.ts';
import { readAttachedEvidence, readPageCount } from './pdf/attached-evidence.ts';
import type { FoundSeal } from './pdf/find-seal.ts';
import { PdfDocument } from './pdf/document.ts';
import { CHECKS, type Level, createResult, type Result } from './result.ts';
import { readRevocation } from './x509/revocation.ts';
import { computeFingerprint } from './x509/signature.ts';

/**
 * `valid`: the sealed bytes are unchanged and the seal was issued under a trusted root. `invalid`: a check
 * failed. `incomplete`: nothing failed, but something that validity depends on couldn't be checked.
 */
export type Verdict = 'valid' | 'invalid' | 'incomplete';

export type Report = {
  readonly verdict: Verdict;
  readonly sha256: string;
  readonly bytes: number;
  readonly pages: number | null;
  /** The level by form, regardless of who made the timestamps; `long_term` says whether they're trusted. */
  readonly level: Level | null;
  readonly organization: string | null;
  /** Whether it's a test-mode seal, which isn't binding. */
  readonly isTest: boolean;
  readonly sealedAt: { readonly time: string; readonly isConfirmed: boolean } | null;
  /** SHA-256 of the root at the end of the seal's certificate path. */
  readonly root: string | null;
  readonly presented: Presented | null;
  /** How many bytes at the start are the sealed file, if disallowed bytes follow. */
  readonly originalBytes: number | null;
  readonly people: readonly Person[];
  readonly results: readonly Result[];
};

/** The organizational unit in test-mode certificates. No live organization can have it. */
export const TEST_UNIT = 'Test mode, not binding';

/** Verifies a file. Throws for invalid options, but never because of the file's content. */
export async function verify(bytes: Uint8Array, options: VerifyOptions = {}): Promise<Report> {
  const { result: file, seal } = await checkFile(bytes);
  const base = { sha256: await computeFingerprint(bytes), bytes: bytes.length };
  if (seal === null) {
    const rest = CHECKS.filter((check) => check !== 'file').map((check) => createResult(check, 'no_seal'));
    return { ...base, ...NOTHING, verdict: 'invalid', results: [file, ...rest] };
  }
  const judged = await judgeSeal(bytes, seal, options);
  const evidence = await judgeEvidence(bytes, seal.found, options);
  const results = [file, ...judged.results, ...evidence.results];
  const isAppended = file.code === 'appended_data' || file.code === 'appended_changes';
  return {
    ...base,
    ...judged.facts,
    ...evidence.facts,
    verdict: toVerdict(results),
    originalBytes: isAppended ? seal.found.end : null,
    results,
  };
}

const NOTHING = {
  pages: null,
  level: null,
  organization: null,
  isTest: false,
  sealedAt: null,
  root: null,
  presented: null,
  originalBytes: null,
  people: [],
} as const;

function toVerdict(results: readonly Result[]): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed')) return 'invalid';
  const isRequired = ({ check }: Result) => check === 'file' || check === 'seal';
  return results.filter(isRequired).every(({ outcome }) => outcome === 'passed') ? 'valid' : 'incomplete';
}

/** Returns the certificates (DER) of a file's seal, from the leaf up; none if the seal can't be read. */
export async function readCertificates(bytes: Uint8Array): Promise<Uint8Array[]> {
  const { seal } = await checkFile(bytes);
  if (seal?.cms == null) return [];
  const { signer, certificates } = seal.cms;
  return [signer, ...certificates.filter((one) => one !== signer)].map(({ der }) => Uint8Array.from(der));
}

/** Checks the seal, its time and its long-term data. */
async function judgeSeal(bytes: Uint8Array, { found, cms, updates }: ReadSeal, options: VerifyOptions) {
  const now = options.now ?? new Date();
  const anchors = buildAnchors(options.roots, options.rootFingerprints);
  const services = { anchors: buildAnchors(options.timestampRoots, options.timestampFingerprints), now };
  const archive = await readArchive(bytes, updates.revisions, services);
  const dated = await checkTime(cms, found.dict, services, archive.timestamps);
  const { result: time, time: at, timestamp } = dated;
  const path = cms === null ? null : await findSealPath(cms, anchors);
  const newest = updates.revisions.at(-1)?.document ?? found.document;
  const kept = await withFallback(() => readKeptData(newest, found.document), { lists: [], responses: [] });
  const stampPaths = [timestamp, ...archive.timestamps].flatMap((one) => (one === null ? [] : [one.path]));
  const paths = [...(path === null ? [] : [path]), ...stampPaths];
  const given = (options.revocationLists ?? []).map((der) => ({ der, isEarlier: false }));
  const lists = [...kept.lists, ...given];
  const revocation = await readRevocation({ ...kept, lists }, paths);
  const sealTime = at ?? { at: now, isConfirmed: false };
  const seal = await checkSeal(cms, path, {
    time: sealTime,
    now,
    revocation,
    areRootsGiven: anchors !== null,
  });
  const longTerm = checkLongTerm({
    ...{ timestamp, archive, path, now, minimumLevel: options.minimumLevel },
    kept: await readRevocation(kept, paths),
    faults: revocation.faults,
  });
  return {
    results: [seal, time, longTerm.result],
    facts: {
      level: longTerm.level,
      organization: cms?.signer.name.organization ?? cms?.signer.name.commonName ?? null,
      isTest: cms?.signer.name.unit === TEST_UNIT,
      sealedAt: at === null ? null : { time: at.at.toISOString(), isConfirmed: at.isConfirmed },
      root: path?.rootFingerprint ?? null,
    },
  };
}

/** Checks what the file and the evidence say about people and their events. */
async function judgeEvidence(bytes: Uint8Array, found: FoundSeal, options: VerifyOptions) {
  const attachment = await withFallback(() => readAttachedEvidence(found.document), null);
  const attached: Attached = attachment === null ? undefined : readEvidenceOrNull(attachment);
  const exported: Attached =
    options.evidence === undefined ? undefined : readEvidenceOrNull(options.evidence);
  const presented = await readPresented(bytes, found);
  const sha256s = await Promise.all([bytes.subarray(0, found.end), bytes].map(computeFingerprint));
  return {
    results: [
      checkPresented(presented, attached ?? exported ?? null),
      checkAuditLog(attached, exported, sha256s),
      await checkPublished(exported, options.log),
    ],
    facts: {
      pages: await withFallback(() => readPageCount(found.document), null),
      presented,
      people: (attached?.people ?? []).filter(({ at }) => at !== null),
    },
  };
}

async function readPresented(
  bytes: Uint8Array,
  { presentedLength, document }: FoundSeal,
): Promise<Presented | null> {
  if (presentedLength === null) return null;
  const start = bytes.subarray(0, presentedLength);
  const pages = await withFallback(
    async () => readPageCount(await PdfDocument.open(start, document.effort)),
    null,
  );
  return { length: presentedLength, sha256: await computeFingerprint(start), pages };
}

/** Returns the fallback for unreadable parts. Checks that depend on them then report them as missing. */
async function withFallback<Value>(read: () => Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Malformed) return fallback;
    throw error;
  }
}
