import { describe, expect, it } from 'vitest';
import { formatCheckpoint, parseCheckpointText } from '#domain/log/checkpoint.ts';
import {
  readSignatureClaims,
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  type Note,
  type VerifierKey,
} from '#domain/log/note.ts';
import { verifyEd25519 } from '#server/crypto/ed25519.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { newSigner, signatureOf } from '../../support/log.ts';

/** The example in the documentation of Go's package golang.org/x/mod/sumdb/note. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const log = newSigner('sign.example/log', 'log');
const witness = newSigner('witness.example', 'witness');
const text = formatCheckpoint({ origin: log.key.name, size: 3, rootHash: 'ab'.repeat(32) });
const note: Note = { text, signatures: [signatureOf(log, text), signatureOf(witness, text, 1_700_000_000)] };

function verified(text: string, keys: readonly VerifierKey[]) {
  const parsed = parseNote(text);
  if (parsed === null) return null;
  return readSignatureClaims(parsed, keys).map(({ key, message, signature, time }) => ({
    name: key.name,
    time,
    valid: verifyEd25519(key.publicKey, message, signature),
  }));
}

describe('a signed note', () => {
  it('of Go verifies with its key', () => {
    const key = parseVerifierKey(GO_KEY, computeSha256Bytes);
    expect(key).not.toBeNull();
    expect(verified(GO_NOTE, key === null ? [] : [key])).toEqual([
      { name: 'PeterNeumann', time: null, valid: true },
    ]);
  });

  it('survives being written and read', () => {
    const written = formatNote(note);
    expect(parseNote(written)).toEqual(note);
    expect(verified(written, [log.key, witness.key])).toEqual([
      { name: 'sign.example/log', time: null, valid: true },
      { name: 'witness.example', time: 1_700_000_000, valid: true },
    ]);
    expect(parseCheckpointText(text)).toEqual({ origin: log.key.name, size: 3, rootHash: 'ab'.repeat(32) });
  });

  it('ignores unknown keys', () => {
    const stranger = newSigner('sign.example/log', 'log');
    expect(verified(formatNote(note), [stranger.key])).toEqual([]);
  });

  it('is invalid with any other text, time or signature', () => {
    const valid = (changed: Note) =>
      (verified(formatNote(changed), [log.key, witness.key]) ?? []).map(({ valid }) => valid);
    expect(valid({ ...note, text: text.replace('\n3\n', '\n4\n') })).toEqual([false, false]);
    const [own, cosigned] = note.signatures;
    if (own === undefined || cosigned === undefined) throw new Error('no signatures');
    const later = { ...cosigned, signature: Uint8Array.from(cosigned.signature) };
    later.signature[7] = 9;
    expect(valid({ text, signatures: [own, later] })).toEqual([true, false]);
    const short = { ...cosigned, signature: cosigned.signature.subarray(0, 64) };
    expect(valid({ text, signatures: [own, short] })).toEqual([true, false]);
  });

  it.each([
    ['no signature', `${text}\n`],
    ['no text', '— a AAAAAAA=\n'],
    ['no newline at the end', formatNote(note).slice(0, -1)],
    ['another dash', formatNote(note).replaceAll('—', '-')],
    ['a control character', formatNote(note).replace('3', '3\r')],
    ['something between the signatures', formatNote(note).replace('\n— witness', '\nx\n— witness')],
  ])('is refused with %s', (_what, written) => {
    expect(parseNote(written)).toBeNull();
  });
});

describe('a key', () => {
  it('survives being written and read', () => {
    for (const { key } of [log, witness])
      expect(parseVerifierKey(formatVerifierKey(key), computeSha256Bytes)).toEqual(key);
  });

  it.each([
    ['another identifier', GO_KEY.replace('c74f20a3', 'c74f20a4')],
    ['another name', GO_KEY.replace('Peter', 'Petra')],
    ['an unknown type', GO_KEY.replace('+A', '+B')],
    ['a space', GO_KEY.replace('PeterN', 'Peter N')],
    ['too few bytes', GO_KEY.slice(0, -4)],
  ])('is refused with %s', (_what, written) => {
    expect(parseVerifierKey(written, computeSha256Bytes)).toBeNull();
  });
});

describe('the text of a checkpoint', () => {
  it('may have extensions', () => {
    expect(parseCheckpointText(`${text}more\n`)).toMatchObject({ size: 3 });
  });

  it.each([
    ['a size with a leading zero', text.replace('\n3\n', '\n03\n')],
    ['a negative size', text.replace('\n3\n', '\n-3\n')],
    ['a short root', text.replace(/=\n$/, '\n')],
    ['no origin', text.slice(log.key.name.length)],
    ['an empty line', `${text}\n`],
  ])('is refused with %s', (_what, written) => {
    expect(parseCheckpointText(written)).toBeNull();
  });
});
