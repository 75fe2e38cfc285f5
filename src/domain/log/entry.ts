import { toCanonicalJson } from '../event/canonical.ts';
import { hashLeaf, type Sha256OfBytes } from '../event/merkle-log.ts';
import { fromHex, concatBytes, encodeUtf8 } from './bytes.ts';

/** The head of an envelope's chain as the log records it. */
export type Head = {
  readonly organizationId: string;
  readonly envelopeId: string;
  /** The newest event when the head was recorded. */
  readonly seq: number;
  readonly headHash: string;
};

/** A head with 16 random bytes in hex. Without them, its entry could be guessed. */
export type SaltedHead = Head & { readonly nonce: string };

/** The name and version of the format of preimages. */
const FORMAT = 'countersign-head/1';

/** Returns the preimage of an entry as RFC 8785 canonical JSON. The entry is its SHA-256. */
export function buildPreimage({ organizationId, envelopeId, seq, headHash, nonce }: SaltedHead): string {
  return toCanonicalJson({ format: FORMAT, organizationId, envelopeId, seq, headHash, nonce });
}

/** Reads a preimage. Returns null if the text isn't one. */
export function parsePreimage(preimage: string): SaltedHead | null {
  let value: unknown;
  try {
    value = JSON.parse(preimage);
  } catch {
    return null;
  }
  if (!isSaltedHead(value)) return null;
  const { organizationId, envelopeId, seq, headHash, nonce } = value;
  const head = { organizationId, envelopeId, seq, headHash, nonce };
  return buildPreimage(head) === preimage ? head : null;
}

/** Returns the log's entry for a preimage: the preimage's SHA-256 in hex, which tells outsiders nothing. */
export function toLogEntry(preimage: string, sha256: Sha256OfBytes): string {
  return sha256(encodeUtf8(preimage));
}

/** Returns the leaf hash of an entry in the log. */
export function hashEntryLeaf(entry: string, sha256: Sha256OfBytes): string {
  return hashLeaf(fromHex(entry) ?? new Uint8Array(), sha256);
}

/** Encodes an entry for a bundle: its length in two bytes, followed by the entry. */
export function toBundleEntry(entry: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry);
}

/** Reads the entries of a bundle. Returns null if the bundle doesn't consist of whole entries. */
export function parseBundle(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const length = (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
    at += 2 + length;
    if (at > bundle.length) return null;
    entries.push(bundle.subarray(at - length, at));
  }
  return entries;
}

function isSaltedHead(value: unknown): value is SaltedHead {
  if (typeof value !== 'object' || value === null) return false;
  const head: Partial<Record<keyof SaltedHead, unknown>> = value;
  const texts = [head.organizationId, head.envelopeId, head.headHash, head.nonce];
  return (
    texts.every((text) => typeof text === 'string' && text.isWellFormed()) && Number.isSafeInteger(head.seq)
  );
}
