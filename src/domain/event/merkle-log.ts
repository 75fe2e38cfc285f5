/** Returns the lowercase hex SHA-256 of bytes. Passed in, because the domain has no cryptography. */
export type Sha256OfBytes = (bytes: Uint8Array) => string;

/** The leaves from `start` up to, but not including, `end`, counted from 0. */
export type Range = { readonly start: number; readonly end: number };

/**
 * A full subtree: 2^level leaves starting at `index * 2^level`. Its hash is known once its last leaf exists,
 * and never changes.
 */
export type Subtree = { readonly level: number; readonly index: number };

/** Hashes a leaf (RFC 6962 section 2.1): the SHA-256 of 0x00 followed by the leaf's content. */
export function hashLeaf(content: Uint8Array, sha256: Sha256OfBytes): string {
  const prefixed = new Uint8Array(content.length + 1);
  prefixed.set(content, 1);
  return sha256(prefixed);
}

/**
 * Hashes an inner node (RFC 6962 section 2.1): the SHA-256 of 0x01 followed by the hashes of both children.
 */
export function hashNode(left: string, right: string, sha256: Sha256OfBytes): string {
  return sha256(parseHex(`01${left}${right}`));
}

/** Returns the full subtrees that make up a range, from left to right. */
export function splitIntoSubtrees({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (2 ** (level + 1) <= end - at) level += 1;
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/**
 * Returns the ranges whose hashes prove that a leaf is in the tree of the first `size` leaves (RFC 6962
 * section 2.1.1).
 */
export function buildInclusionPath(position: number, size: number): Range[] {
  const path: Range[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + findSplit(end - start);
    const isLeft = position < middle;
    path.unshift(isLeft ? { start: middle, end } : { start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return path;
}

/**
 * Returns the ranges whose hashes prove that a log of `to` leaves starts with the same first `from` leaves
 * (RFC 6962 section 2.1.2). Empty if there is nothing to prove.
 */
export function buildConsistencyPath(from: number, to: number): Range[] {
  if (from === 0 || from === to) return [];
  const path: Range[] = [];
  let [start, end] = [0, to];
  while (from !== end) {
    const middle = start + findSplit(end - start);
    const isLeft = from <= middle;
    path.unshift(isLeft ? { start: middle, end } : { start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  // The verifier already has the old root.
  return start === 0 ? path : [{ start, end }, ...path];
}

type Inclusion = {
  readonly leaf: string;
  readonly position: number;
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
};

/** Checks whether a proof leads from a leaf's hash to the tree's root. Never throws. */
export function verifyInclusion(
  { leaf, position, size, root, proof }: Inclusion,
  sha256: Sha256OfBytes,
): boolean {
  if (!isCount(position) || !isCount(size) || position >= size) return false;
  if (![leaf, root, ...proof].every(isHash)) return false;
  const path = buildInclusionPath(position, size);
  if (path.length !== proof.length) return false;
  const reached = path.reduce((hash, { end }, index) => {
    const sibling = proof[index] ?? '';
    return end <= position ? hashNode(sibling, hash, sha256) : hashNode(hash, sibling, sha256);
  }, leaf);
  return reached === root;
}

type Consistency = {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: string;
  readonly toRoot: string;
  readonly proof: readonly string[];
};

/**
 * Checks whether a proof shows that a log of `to` leaves starts with the leaves of an earlier log. Never
 * throws.
 */
export function verifyConsistency(
  { from, to, fromRoot, toRoot, proof }: Consistency,
  sha256: Sha256OfBytes,
): boolean {
  if (!isCount(from) || !isCount(to) || from > to) return false;
  if (![fromRoot, toRoot, ...proof].every(isHash)) return false;
  const path = buildConsistencyPath(from, to);
  if (path.length !== proof.length) return false;
  if (from === to) return fromRoot === toRoot;
  if (from === 0) return fromRoot === sha256(new Uint8Array());
  // Both roots are built up from the largest subtree that the trees share. That is either the whole old tree
  // or the first hash of the proof.
  const isWhole = path.every(({ end }) => end > from);
  const [common = fromRoot, ...siblings] = isWhole ? [fromRoot, ...proof] : proof;
  let [earlier, later] = [common, common];
  for (const [index, { end }] of (isWhole ? path : path.slice(1)).entries()) {
    const sibling = siblings[index] ?? '';
    if (end <= from) earlier = hashNode(sibling, earlier, sha256);
    later = end <= from ? hashNode(sibling, later, sha256) : hashNode(later, sibling, sha256);
  }
  return earlier === fromRoot && later === toRoot;
}

/** Returns the largest power of two below the number of leaves, which is the size of the left child. */
function findSplit(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value);
}

function parseHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}
