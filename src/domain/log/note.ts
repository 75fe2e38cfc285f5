import {
  fromBase64,
  concatBytes,
  toBase64,
  toHex,
  encodeUtf8,
  fromHex,
  type DigestOfBytes,
} from './bytes.ts';

/** A signature line of a note. */
export type NoteSignature = {
  readonly name: string;
  /** Four bytes in hex. */
  readonly keyId: string;
  readonly signature: Uint8Array;
};

/** A text with signatures (c2sp.org/signed-note). The text ends with a newline. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** What a key signs: a log signs its notes, and a witness signs the notes of logs together with the time. */
export type KeyUse = 'log' | 'witness';

/** A public Ed25519 key with the name of its holder. */
export type VerifierKey = {
  readonly name: string;
  readonly keyId: string;
  readonly use: KeyUse;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
};

/** What has to be verified with Ed25519 before a signature by a known key counts as valid. */
export type SignatureClaim = {
  readonly key: VerifierKey;
  readonly message: Uint8Array;
  /** 64 bytes, or empty if the line has no signature of the key's kind. */
  readonly signature: Uint8Array;
  /** When a witness signed, in seconds since 1970; null for a log. */
  readonly time: number | null;
};

const TYPES: Readonly<Record<KeyUse, number>> = { log: 0x01, witness: 0x04 };
const LINE = /^— (\S+) (\S+)$/;
/** The characters that a note can't contain: every control character except the newline. */

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/;

/** Checks whether a text can be the name of a key. */
export function isKeyName(name: string): boolean {
  return /^[^\s+]+$/u.test(name) && name.isWellFormed() && !CONTROL.test(name);
}

/** Creates a key with its identifier, which is derived from the name, use and bytes. */
export function createVerifierKey(
  { name, use, publicKey }: Omit<VerifierKey, 'keyId'>,
  sha256: DigestOfBytes,
): VerifierKey {
  const named = concatBytes(encodeUtf8(`${name}\n`), Uint8Array.of(TYPES[use]), publicKey);
  return { name, use, publicKey, keyId: toHex(sha256(named).subarray(0, 4)) };
}

/** Formats a key as text: the name, identifier and key, joined by plus signs. */
export function formatVerifierKey({ name, keyId, use, publicKey }: VerifierKey): string {
  return `${name}+${keyId}+${toBase64(concatBytes(Uint8Array.of(TYPES[use]), publicKey))}`;
}

/** Reads the text form of a key. Returns null if it isn't an Ed25519 key or if its identifier is wrong. */
export function parseVerifierKey(text: string, sha256: DigestOfBytes): VerifierKey | null {
  const [, name = '', keyId = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes?.length !== 33) return null;
  const use = (['log', 'witness'] as const).find((candidate) => TYPES[candidate] === bytes[0]);
  if (use === undefined) return null;
  const key = createVerifierKey({ name, use, publicKey: bytes.subarray(1) }, sha256);
  return key.keyId === keyId ? key : null;
}

/** Formats the line of one signature, including its newline. */
export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concatBytes(fromHex(keyId) ?? new Uint8Array(), signature))}\n`;
}

/** Reads a signature line without its newline. Returns null if the line isn't one. */
export function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes === null || bytes.length < 5) return null;
  return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

/** Formats a note: its text, an empty line, and its signatures. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`;
}

/** Reads a note. Returns null if the text isn't in the form of a note. Doesn't verify the signatures. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || CONTROL.test(note) || !note.isWellFormed()) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(parseSignatureLine).filter((line) => line !== null);
  if (signatures.length === 0 || signatures.length !== lines.length) return null;
  return { text: note.slice(0, end + 1), signatures };
}

/**
 * Returns what known keys claim to have signed, and ignores other signatures. A single wrong signature by a
 * known key invalidates the whole note, so the caller has to verify all of them.
 */
export function readSignatureClaims(note: Note, keys: readonly VerifierKey[]): SignatureClaim[] {
  return note.signatures.flatMap(({ name, keyId, signature }) => {
    const key = keys.find((known) => known.name === name && known.keyId === keyId);
    return key === undefined ? [] : [toClaim(key, note.text, signature)];
  });
}

/**
 * Returns the message that a witness signs: the note's text preceded by the time (c2sp.org/tlog-cosignature).
 */
export function buildCosignedMessage(text: string, time: number): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/**
 * Encodes a witness's signature as it appears in its line: the time in eight bytes, followed by the
 * signature.
 */
export function encodeTimedSignature(time: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  return concatBytes(bytes, signature);
}

function toClaim(key: VerifierKey, text: string, signature: Uint8Array): SignatureClaim {
  const invalid = new Uint8Array();
  if (key.use === 'log') {
    const whole = signature.length === 64 ? signature : invalid;
    return { key, message: encodeUtf8(text), signature: whole, time: null };
  }
  if (signature.length !== 72) return { key, message: encodeUtf8(text), signature: invalid, time: null };
  const time = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0));
  return { key, message: buildCosignedMessage(text, time), signature: signature.subarray(8), time };
}
