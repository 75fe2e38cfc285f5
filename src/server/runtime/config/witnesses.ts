import { createHash } from 'node:crypto';
import { parseVerifierKey, type VerifierKey } from '#domain/log/note.ts';

/** An independent party that signs that the log has only one history. */
export type Witness = {
  /** The witness's verifier key in text form. */
  readonly vkey: string;
  readonly key: VerifierKey;
  readonly url: string;
};

/** Reads `vkey url`. Returns undefined if the text has another form. */
export function parseWitness(text: string): Witness | undefined {
  const [vkey = '', url = '', ...rest] = text.trim().split(/\s+/);
  const key = parseVerifierKey(vkey, (bytes) => createHash('sha256').update(bytes).digest());
  if (key?.use !== 'witness' || rest.length > 0) return undefined;
  return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '') ? { vkey, key, url } : undefined;
}
