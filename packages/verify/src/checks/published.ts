import {
  logFault,
  readLogEvidence,
  type LogEvidence,
  type LogStatement,
} from '../../../../src/domain/log/inclusion.ts';
import { parseCheckpointText } from '../../../../src/domain/log/checkpoint.ts';
import { parseAddCheckpoint } from '../../../../src/domain/log/witness.ts';
import { verifyConsistency } from '../../../../src/domain/event/merkle-log.ts';
import {
  readSignatureClaims,
  type Note,
  parseNote,
  parseVerifierKey,
  type SignatureClaim,
  type VerifierKey,
} from '../../../../src/domain/log/note.ts';
import { fromHex, Malformed } from '../bytes.ts';
import { requireObject, requireText } from '../evidence.ts';
import type { Attached } from './audit-log.ts';
import type { LogTrust } from '../options.ts';
import { createResult, type Result } from '../result.ts';
import { computeSha256 } from '../sha256.ts';

/** Checks that the public log contains the head of the exported chain, using the proof in the evidence. */
export async function checkPublished(evidence: Attached, trust: LogTrust | undefined): Promise<Result> {
  if (evidence === undefined) return createResult('published', 'no_evidence_file');
  if (evidence === null) return createResult('published', 'proof_unreadable');
  if (evidence.log === null) return createResult('published', 'not_published_yet');
  const statement = readLog(evidence.log);
  if (statement === null) return createResult('published', 'proof_unreadable');
  const { own, head, index, checkpoint } = statement;
  const facts = { index, size: checkpoint.size, origin: checkpoint.origin, event: head.seq };
  const fault = logFault(own, evidence, computeSha256);
  if (fault !== null)
    return createResult(
      'published',
      fault === 'not_in_tree' ? 'not_in_log' : 'log_entry_differs',
      facts,
      fault,
    );
  return await checkSignatures(statement, trust, facts);
}

type LogFacts = Readonly<Record<'index' | 'size' | 'event', number>> & { readonly origin: string };

async function checkSignatures(
  { note, checkpoint }: LogStatement,
  trust: LogTrust | undefined,
  facts: LogFacts,
): Promise<Result> {
  const keys = parseLogKeys(trust?.keys ?? []).filter(({ name }) => name === checkpoint.origin);
  if (keys.length === 0) return createResult('published', 'log_key_not_given', facts);
  if ((await verifySignatures(note, keys)) === null)
    return createResult('published', 'checkpoint_signature_invalid', facts);
  const witnessKeys = parseLogKeys(trust?.witnesses ?? []);
  const witnesses = await verifySignatures(note, witnessKeys);
  if (witnesses === null) return createResult('published', 'cosignature_invalid', facts);
  const signed = new Set(witnesses.map(({ key }) => key.keyId)).size;
  const times = witnesses.flatMap(({ time }) => (time === null ? [] : [time]));
  const shown = {
    ...facts,
    witnesses: signed,
    ...(times.length === 0 ? {} : { time: new Date(Math.min(...times) * 1000).toISOString() }),
  };
  const last = signed < (trust?.quorum ?? 0) ? 'too_few_witnesses' : null;
  if (trust?.later === undefined) return createResult('published', last ?? 'published', shown);
  if (trust.later === null) return createResult('published', 'log_not_reached', shown);
  const later = await readLaterCheckpoint(checkpoint, trust.later, keys);
  if (later === null) return createResult('published', 'log_forked', shown);
  if ((await verifySignatures(later.note, witnessKeys)) === null)
    return createResult('published', 'cosignature_invalid', shown);
  return createResult('published', last ?? 'published_and_continued', { ...shown, newestSize: later.size });
}

/**
 * Returns a later checkpoint of the same log; null if the log didn't sign it or it doesn't continue this one.
 */
async function readLaterCheckpoint(
  { origin, size, rootHash }: LogStatement['checkpoint'],
  body: string,
  keys: readonly VerifierKey[],
): Promise<{ readonly note: Note; readonly size: number } | null> {
  const later = parseAddCheckpoint(body);
  if (later?.oldSize !== size) return null;
  const note = parseNote(later.checkpoint);
  const next = note === null ? null : parseCheckpointText(note.text);
  if (note === null || next?.origin !== origin || (await verifySignatures(note, keys)) === null) return null;
  const claim = { from: size, to: next.size, fromRoot: rootHash, toRoot: next.rootHash, proof: later.proof };
  return verifyConsistency(claim, computeSha256) ? { note, size: next.size } : null;
}

/**
 * Returns the signatures of known keys. Null if one is wrong, or if a log key whose signature is required is
 * missing.
 */
async function verifySignatures(
  note: Note,
  keys: readonly VerifierKey[],
): Promise<readonly SignatureClaim[] | null> {
  const claims = readSignatureClaims(note, keys);
  for (const claim of claims) if (!(await isSigned(claim))) return null;
  const isLog = keys.some(({ use }) => use === 'log');
  return isLog && claims.length === 0 ? null : claims;
}

async function isSigned({ key, message, signature }: SignatureClaim): Promise<boolean> {
  if (signature.length !== 64) return false;
  const publicKey = await crypto.subtle.importKey('raw', Uint8Array.from(key.publicKey), 'Ed25519', false, [
    'verify',
  ]);
  return await crypto.subtle.verify(
    'Ed25519',
    publicKey,
    Uint8Array.from(signature),
    Uint8Array.from(message),
  );
}

/** Reads keys. Throws for an invalid key, since that's a mistake in the options, not in the file. */
function parseLogKeys(lines: readonly string[]): VerifierKey[] {
  return lines.map((line) => {
    const key = parseVerifierKey(line.trim(), (bytes) => fromHex(computeSha256(bytes)));
    if (key === null) throw new TypeError(`not a verifier key: ${line}`);
    return key;
  });
}

/** Reads the proof of publication in evidence; null if it doesn't have its form. */
export function readLog(value: unknown): (LogStatement & { readonly own: LogEvidence }) | null {
  try {
    const log = requireObject(value);
    const index = log['index'];
    if (typeof index !== 'number') return null;
    const own = { preimage: requireText(log['preimage']), index, proof: requireText(log['proof']) };
    const statement = readLogEvidence(own);
    return statement === null ? null : { ...statement, own };
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
