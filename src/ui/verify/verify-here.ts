// These imports are part of the page's own script, because a page that is already open has to verify without
// a connection.
import { askLog, createHttpLogReader, readLogName } from '#verify/ask-log.ts';
import { fromBase64 } from '#verify/bytes.ts';
import { type Report, verify } from '#verify/verify.ts';

/** A file that the person chose. */
export type Chosen = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** A file with its report. */
export type Verified = Chosen & {
  readonly report: Report;
  /** The evidence that was chosen together with the file. */
  readonly evidence: Chosen | null;
  /** The log that issued the proof in the evidence. */
  readonly log: { readonly origin: string; readonly isOwn: boolean } | null;
};

/** A root certificate of this instance, as PEM. */
export type Root = { readonly sha256: string; readonly certificate: string };

/** Checks whether cryptography is available in the browser. Browsers only offer it on pages over HTTPS. */
export function canVerify(): boolean {
  return typeof crypto.subtle !== 'undefined';
}

/**
 * Reads the files that were chosen together. Returns the last PDF and the last evidence. Rejects if a file
 * can't be read.
 */
export async function readChosen(
  files: readonly File[],
): Promise<{ readonly pdf: Chosen | undefined; readonly evidence: Chosen | undefined }> {
  const chosen = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  return {
    pdf: chosen.findLast((one) => !isEvidence(one)),
    evidence: chosen.findLast(isEvidence),
  };
}

function isEvidence({ name, bytes }: Chosen): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return start.startsWith('{') || (name.toLowerCase().endsWith('.json') && !start.startsWith('%PDF'));
}

/**
 * Verifies a file in this browser against the instance's roots and the key of its log. Downloads the newest
 * state of the log only if `isLogAsked` is true.
 */
export async function verifyHere(
  file: Chosen,
  evidence: Chosen | null,
  isLogAsked = false,
): Promise<Verified> {
  const { roots, timestampRoots, log: own } = await loadPublished();
  const origin = evidence === null ? null : readLogName(evidence.bytes);
  const isOwn = own !== null && own.key.startsWith(`${origin}+`);
  const later =
    isLogAsked && isOwn && evidence !== null
      ? await askLog(evidence.bytes, createHttpLogReader('/log'))
      : undefined;
  const report = await verify(file.bytes, {
    rootFingerprints: roots.map(({ sha256 }) => sha256),
    // Timestamp tokens may leave out the root, so fingerprints aren't enough.
    timestampRoots: timestampRoots.map(({ certificate }) => decodePem(certificate)),
    evidence: evidence?.bytes,
    log: own === null ? undefined : { keys: [own.key], witnesses: own.witnesses, quorum: 0, later },
  });
  return { ...file, report, evidence, log: origin === null ? null : { origin, isOwn } };
}

function decodePem(pem: string): Uint8Array {
  return fromBase64(pem.replace(/-----[A-Z ]+-----|\s/g, ''));
}

/**
 * What the instance trusts: its own roots, those of timestamp services, and the keys of its log and its
 * witnesses.
 */
type Published = {
  readonly roots: readonly Root[];
  readonly timestampRoots: readonly Root[];
  readonly log: { readonly key: string; readonly witnesses: readonly string[] } | null;
};
const NOTHING: Published = { roots: [], timestampRoots: [], log: null };

let asked: Promise<Published> | null = null;

/**
 * Fetches the instance's roots once. Without a connection there are none, and the report says that the root
 * has to be compared by hand.
 */
export async function fetchPublishedRoots(): Promise<readonly Root[]> {
  return (await loadPublished()).roots;
}

async function loadPublished(): Promise<Published> {
  const answer = (asked ??= fetchPublished());
  const { roots } = await answer;
  // Try again with the next file.
  if (roots.length === 0 && asked === answer) asked = null;
  return await answer;
}

async function fetchPublished(): Promise<Published> {
  try {
    const answer = await fetch('/api/verify');
    return answer.ok ? ((await answer.json()) as Published) : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Saves bytes as a file. */
export function save(name: string, type: string, content: Uint8Array<ArrayBuffer> | string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
