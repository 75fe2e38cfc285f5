import { hashNode, type Sha256OfBytes, type Subtree } from '#domain/event/merkle-log.ts';

export type Appended = {
  /** For each leaf, the hashes of the full subtrees that it completes, from the leaf up. */
  readonly completed: readonly (readonly string[])[];
  /** The hashes of the whole log's full subtrees afterwards. */
  readonly frontier: readonly string[];
};

/** Appends leaf hashes to a log of `size` leaves; `frontier` has the hashes of its full subtrees. */
export function appendLeaves(
  size: number,
  frontier: readonly string[],
  leaves: readonly string[],
  sha256: Sha256OfBytes,
): Appended {
  const open = [...frontier];
  const completed = leaves.map((leaf, offset) => {
    let hash = leaf;
    const own = [hash];
    for (let count = size + offset + 1; count % 2 === 0; count /= 2) {
      hash = hashNode(open.pop() ?? '', hash, sha256);
      own.push(hash);
    }
    open.push(hash);
    return own;
  });
  return { completed, frontier: open };
}

/** Returns the leaf that completes a subtree. */
export function completedBy({ level, index }: Subtree): number {
  return (index + 1) * 2 ** level - 1;
}

/**
 * Returns the Merkle tree hash (RFC 6962 section 2.1) of a range from the hashes of its full subtrees; for an
 * empty range, the hash of no bytes.
 */
export function rangeHash(subtreeHashes: readonly string[], sha256: Sha256OfBytes): string {
  if (subtreeHashes.length === 0) return sha256(new Uint8Array());
  return subtreeHashes.reduceRight((right, left) => hashNode(left, right, sha256));
}
