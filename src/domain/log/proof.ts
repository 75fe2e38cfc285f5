import { fromBase64, fromDecimal, fromHex, toBase64, toHex } from './bytes.ts';

/** A proof that a log has an entry (c2sp.org/tlog-proof), the content of a `.tlog-proof` file. */
export type LogProof = {
  /** The entry's place in the log, from 0. */
  readonly index: number;
  /** The hashes from the entry's sibling to the root's child (RFC 6962, section 2.1.1), in hex. */
  readonly hashes: readonly string[];
  /** The signed checkpoint, with the cosignatures of witnesses. */
  readonly checkpoint: string;
};

const HEADER = 'c2sp.org/tlog-proof@v1';

/** Returns the text of a proof. */
export function formatProof({ index, hashes, checkpoint }: LogProof): string {
  return `${HEADER}\nindex ${index}\n${hashLines(hashes)}\n${checkpoint}`;
}

/** Reads a proof; null if it isn't one. Says nothing about whether it proves anything. */
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

/** Returns one line in base64 for each hash. */
export function hashLines(hashes: readonly string[]): string {
  return hashes.map((hash) => `${toBase64(fromHex(hash) ?? new Uint8Array())}\n`).join('');
}

/** Reads lines of hashes; null if one isn't a SHA-256 in base64. */
export function parseHashes(lines: readonly string[]): string[] | null {
  const hashes = lines.map(fromBase64);
  return hashes.every((hash) => hash?.length === 32)
    ? hashes.map((hash) => toHex(hash ?? new Uint8Array()))
    : null;
}
