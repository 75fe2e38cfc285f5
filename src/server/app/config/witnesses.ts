import { createHash } from 'node:crypto';
import { parseVerifierKey, type VerifierKey } from '#domain/log/note.ts';

/** Someone outside who signs that there is only one history of the log. */
export type Witness = {
  /** Its key in the text form. */
  readonly vkey: string;
  readonly key: VerifierKey;
  readonly url: string;
};

/** Reads `vkey url`; undefined if it isn't that. */
export function parseWitness(text: string): Witness | undefined {
  const [vkey = '', url = '', ...rest] = text.trim().split(/\s+/);
  const key = parseVerifierKey(vkey, (bytes) => createHash('sha256').update(bytes).digest());
  if (key?.use !== 'witness' || rest.length > 0) return undefined;
  return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '') ? { vkey, key, url } : undefined;
}
