import { fromBase64, fromDecimal, fromHex, toBase64, toHex } from './bytes.ts';

/** A state of a log (c2sp.org/tlog-checkpoint). */
export type Checkpoint = {
  /** The log's name, which never changes. */
  readonly origin: string;
  /** The number of entries. */
  readonly size: number;
  /** The Merkle tree hash of the entries (RFC 6962, section 2.1), in hex. */
  readonly rootHash: string;
};

/** Formats the text of a checkpoint, which the log signs as a note. */
export function formatCheckpoint({ origin, size, rootHash }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(fromHex(rootHash) ?? new Uint8Array())}\n`;
}

/**
 * Reads the text of a checkpoint. Returns null if it isn't one. Lines after the third are extensions, which
 * are ignored here.
 */
export function parseCheckpointText(text: string): Checkpoint | null {
  const [origin = '', count = '', root = '', ...rest] = text.split('\n');
  const size = fromDecimal(count);
  const hash = fromBase64(root);
  if (rest.pop() !== '' || rest.includes('')) return null;
  if (origin === '' || size === null || hash?.length !== 32) return null;
  return { origin, size, rootHash: toHex(hash) };
}
