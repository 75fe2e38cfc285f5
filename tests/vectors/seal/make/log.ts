import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { LinkedEvent } from '../../../../src/domain/event/chain.ts';
import { hashNode } from '../../../../src/domain/event/merkle-log.ts';
import { formatCheckpoint } from '../../../../src/domain/log/checkpoint.ts';
import { hashEntryLeaf, toLogEntry, buildPreimage } from '../../../../src/domain/log/entry.ts';
import {
  buildCosignedMessage,
  formatNote,
  formatVerifierKey,
  type KeyUse,
  encodeTimedSignature,
  createVerifierKey,
} from '../../../../src/domain/log/note.ts';
import { formatProof } from '../../../../src/domain/log/proof.ts';
import { formatAddCheckpoint } from '../../../../src/domain/log/witness.ts';
import { sha256 } from './pdf.ts';

const ORIGIN = 'sign.example.com/log';

/** A key of the log or of a witness. */
export type LogKey = {
  readonly name: string;
  readonly id: string;
  readonly vkey: string;
  readonly privateKey: KeyObject;
};

export function logKey(name: string, use: KeyUse): LogKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  const key = createVerifierKey({ name, use, publicKey: raw }, (bytes) =>
    createHash('sha256').update(bytes).digest(),
  );
  return { name, id: key.keyId, vkey: formatVerifierKey(key), privateKey };
}

export type Keys = { readonly log: LogKey; readonly witness: LogKey };
export function logKeys(): Keys {
  return { log: logKey(ORIGIN, 'log'), witness: logKey('witness.example.com', 'witness') };
}

type Changes = {
  readonly preimage?: string;
  readonly sibling?: string;
  readonly signer?: LogKey;
  readonly cosignedText?: string;
};

/** A checkpoint of four entries that continues the log of `published`, and the proof of that. */
export function laterCheckpoint(
  events: readonly LinkedEvent[],
  { log, witness }: Keys,
  changes: {
    readonly third?: string;
    readonly signer?: LogKey;
    readonly oldSize?: number;
    readonly cosignedText?: string;
  } = {},
): string {
  const { first, own, third } = leavesOf(events);
  const kept = changes.third ?? third;
  const fourth = hashEntryLeaf(sha256('fourth'), sha256);
  const before = hashNode(first, own, sha256);
  const rootHash = hashNode(before, hashNode(kept, fourth, sha256), sha256);
  const text = formatCheckpoint({ origin: ORIGIN, size: 4, rootHash });
  const signatures = [
    signatureBy(log, text, changes.signer),
    ...(changes.cosignedText === undefined ? [] : [cosignatureBy(witness, changes.cosignedText)]),
  ];
  const checkpoint = formatNote({ text, signatures });
  return formatAddCheckpoint({ oldSize: changes.oldSize ?? 3, proof: [kept, fourth, before], checkpoint });
}

/** A checkpoint of two entries, which a log of three had before. */
export function earlierCheckpoint(events: readonly LinkedEvent[], { log }: Keys): string {
  const { first, own } = leavesOf(events);
  const text = formatCheckpoint({ origin: ORIGIN, size: 2, rootHash: hashNode(first, own, sha256) });
  const checkpoint = formatNote({ text, signatures: [signatureBy(log, text)] });
  return formatAddCheckpoint({ oldSize: 3, proof: [], checkpoint });
}

function signatureBy({ name, id, privateKey }: LogKey, text: string, signer?: LogKey) {
  const signature = new Uint8Array(sign(null, Buffer.from(text), (signer ?? { privateKey }).privateKey));
  return { name, keyId: id, signature };
}

function cosignatureBy({ name, id, privateKey }: LogKey, text: string) {
  const time = 1_795_000_000;
  const signature = new Uint8Array(sign(null, buildCosignedMessage(text, time), privateKey));
  return { name, keyId: id, signature: encodeTimedSignature(time, signature) };
}

function preimageOfLast(events: readonly LinkedEvent[]): string {
  const last = events.at(-1);
  return buildPreimage({
    organizationId: last?.organizationId ?? '',
    envelopeId: last?.envelopeId ?? '',
    seq: last?.seq ?? 0,
    headHash: last?.hash ?? '',
    nonce: '00112233445566778899aabbccddeeff',
  });
}

/** The leaves of a log of three entries, of which the second is the head of a chain. */
function leavesOf(events: readonly LinkedEvent[]) {
  const leaf = (entry: string) => hashEntryLeaf(entry, sha256);
  const own = leaf(toLogEntry(preimageOfLast(events), sha256));
  return { first: leaf(sha256('first')), own, third: leaf(sha256('third')) };
}

/** Makes the proof that a log of three entries has the head of a chain, as evidence contains it. */
export function published(events: readonly LinkedEvent[], { log, witness }: Keys, changes: Changes = {}) {
  const preimage = preimageOfLast(events);
  const { first, own, third } = leavesOf(events);
  const rootHash = hashNode(hashNode(first, own, sha256), third, sha256);
  const text = formatCheckpoint({ origin: ORIGIN, size: 3, rootHash });
  const checkpoint = formatNote({
    text,
    signatures: [
      signatureBy(log, text, changes.signer),
      cosignatureBy(witness, changes.cosignedText ?? text),
    ],
  });
  const hashes = [changes.sibling ?? first, third];
  return {
    preimage: changes.preimage ?? preimage,
    index: 1,
    proof: formatProof({ index: 1, hashes, checkpoint }),
  };
}
