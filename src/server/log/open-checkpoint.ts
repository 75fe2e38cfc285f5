import { parseCheckpointText, type Checkpoint } from '#domain/log/checkpoint.ts';
import { readSignatureClaims, parseNote, type SignatureClaim, type VerifierKey } from '#domain/log/note.ts';
import { verifyEd25519 } from '#server/crypto/ed25519.ts';

/** A checkpoint with a valid signature of its log, and the keys of the witnesses that also signed it. */
export type OpenedCheckpoint = Checkpoint & {
  /** The text that the log and the witnesses signed. */
  readonly text: string;
  readonly witnesses: readonly VerifierKey[];
};

/**
 * Opens a checkpoint of the log that has this key. Returns null if the note isn't such a checkpoint, or if a
 * signature by a known key is invalid.
 */
export function openCheckpoint(
  note: string,
  log: VerifierKey,
  witnesses: readonly VerifierKey[] = [],
): OpenedCheckpoint | null {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpointText(parsed.text);
  if (parsed === null || checkpoint === null || checkpoint.origin !== log.name) return null;
  const claims = readSignatureClaims(parsed, [log, ...witnesses]);
  if (!claims.every(isValid) || !claims.some(({ key }) => key.use === 'log')) return null;
  const signers = new Set(claims.map(({ key }) => key));
  return {
    ...checkpoint,
    text: parsed.text,
    witnesses: witnesses.filter((witness) => signers.has(witness)),
  };
}

/** Checks whether a signature is what it claims to be. */
export function isValid({ key, message, signature }: SignatureClaim): boolean {
  return verifyEd25519(key.publicKey, message, signature);
}
