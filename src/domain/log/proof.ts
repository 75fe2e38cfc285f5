import { fromBase64, fromDecimal, fromHex, toBase64, toHex } from './bytes.ts';

/**
 * A proof that a log contains an entry (c2sp.org/tlog-proof). This is the content of a `.tlog-proof` file.
 */
export type LogProof = {
  /** The entry's position in the log, counted from 0. */
  readonly index: number;
  /** The hashes from the entry's sibling up to the root's child (RFC 6962, section 2.1.1), in hex. */
  readonly hashes: readonly string[];
  /** The signed checkpoint, including the cosignatures of witnesses. */
  readonly checkpoint: string;
};

const HEADER = 'c2sp.org/tlog-proof@v1';

/** Formats a proof as text. */
export function formatProof({ index, hashes, checkpoint }: LogProof): string {
  return `${HEADER}\nindex ${index}\n${hashLines(hashes)}\n${checkpoint}`;
}

/** Reads a proof. Returns null if the text isn't one. Doesn't check whether it proves anything. */
export function parseProof(text: string): LogProof | null {
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [header, ...lines] = text.slice(0, end).split('\n');
  if (lines[0]?.startsWith('extra ') === true && fromBase64(lines.shift()?.slice(6) ?? '') === null)
    return null;
  const index = fromDecimal(/^index (\d+)$/.exec(lines.shift() ?? '')?.[1] ?? '');
  const hashes = parseHashes(lines);
  if (header !== HEADER || index === null || hashes === null) return null;
  return { index, hashes, checkpoint: text.slice(end + 2) };
}

/** Encodes each hash as a line of base64. */
export function hashLines(hashes: readonly string[]): string {
  return hashes.map((hash) => `${toBase64(fromHex(hash) ?? new Uint8Array())}\n`).join('');
}

/** Reads lines of hashes. Returns null if any line isn't a SHA-256 in base64. */
export function parseHashes(lines: readonly string[]): string[] | null {
  const hashes = lines.map(fromBase64);
  return hashes.every((hash) => hash?.length === 32)
    ? hashes.map((hash) => toHex(hash ?? new Uint8Array()))
    : null;
}
