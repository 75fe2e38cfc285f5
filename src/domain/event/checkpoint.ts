import type { Timestamp } from '../timestamp.ts';
import { canonicalJson } from './canonical.ts';
import { GENESIS_HASH } from './chain.ts';
import { leafHash, verifyInclusion, type Sha256OfBytes } from './merkle-log.ts';

/** One leaf of an organization's log: the hash of the event `seq` of this envelope's chain. */
export type Head = {
  readonly envelopeId: string;
  /** The newest event when the leaf was added. */
  readonly seq: number;
  readonly headHash: string;
};

/** A signed state of an organization's log of chain heads. */
export type Checkpoint = {
  readonly organizationId: string;
  /** From 1, without gaps. */
  readonly number: number;
  /** The number of leaves. */
  readonly treeSize: number;
  /** The Merkle tree hash of the leaves (RFC 6962 section 2.1), in hex. */
  readonly rootHash: string;
  /** SHA-256 in hex of the previous checkpoint's statement; 64 zeros for the first. */
  readonly previousHash: string;
  readonly signedAt: Timestamp;
};

/** A leaf and the proof that a checkpoint's tree contains it. */
export type Inclusion = Head & { readonly position: number; readonly proof: readonly string[] };

/**
 * Why a checkpoint doesn't confirm a chain. `chain_cut`, `chain_rewritten`: the log has an event that the chain lacks
 * or has in another form.
 */
export const CHECKPOINT_FAULTS = [
  'other_organization',
  'other_envelope',
  'chain_cut',
  'chain_rewritten',
  'not_in_tree',
] as const;
export type CheckpointFault = (typeof CHECKPOINT_FAULTS)[number];

/** The name and version of the signed format. */
const FORMAT = 'countersign-checkpoint/1';

/** Returns what is signed for a checkpoint: RFC 8785 canonical JSON. */
export function checkpointStatement(checkpoint: Checkpoint): string {
  const { organizationId, number, treeSize, rootHash, previousHash, signedAt } = checkpoint;
  return canonicalJson({
    format: FORMAT,
    organizationId,
    number,
    treeSize,
    rootHash,
    previousHash,
    signedAt,
  });
}

/** Returns the checkpoint after another one, or an organization's first. */
export function nextCheckpoint(
  previous: Checkpoint | null,
  log: Pick<Checkpoint, 'organizationId' | 'treeSize' | 'rootHash' | 'signedAt'>,
  sha256: Sha256OfBytes,
): Checkpoint {
  return {
    ...log,
    number: (previous?.number ?? 0) + 1,
    previousHash: previous === null ? GENESIS_HASH : sha256(utf8(checkpointStatement(previous))),
  };
}

/** Hashes a head as a leaf of the log. Its content is the RFC 8785 canonical JSON of the three members. */
export function headLeafHash({ envelopeId, seq, headHash }: Head, sha256: Sha256OfBytes): string {
  return leafHash(utf8(canonicalJson({ envelopeId, seq, headHash })), sha256);
}

/**
 * Checks a chain that verifies by itself against a checkpoint and its leaf. Returns null if they agree. The
 * checkpoint's signature is checked separately.
 */
export function checkpointFault(
  checkpoint: Checkpoint,
  leaf: Inclusion,
  chain: {
    readonly organizationId: string;
    readonly envelopeId: string;
    readonly events: readonly { readonly seq: number; readonly hash: string }[];
  },
  sha256: Sha256OfBytes,
): CheckpointFault | null {
  if (checkpoint.organizationId !== chain.organizationId) return 'other_organization';
  if (leaf.envelopeId !== chain.envelopeId) return 'other_envelope';
  const event = chain.events[leaf.seq - 1];
  if (event === undefined) return 'chain_cut';
  if (event.hash !== leaf.headHash) return 'chain_rewritten';
  const { treeSize: size, rootHash: root } = checkpoint;
  const { position, proof } = leaf;
  const claim = { leaf: headLeafHash(leaf, sha256), position, size, root, proof };
  return verifyInclusion(claim, sha256) ? null : 'not_in_tree';
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
