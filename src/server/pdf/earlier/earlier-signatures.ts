import { changeFaults } from '#domain/revision/changes.ts';
import type { ChangeFault } from '#domain/revision/faults.ts';
import { listFormNodes, isSignedNode, type FormNode } from '#domain/revision/form.ts';
import {
  areSame,
  getEntry,
  getItems,
  readNameEntry,
  resolveReference,
  type Revision,
} from '#domain/revision/objects.ts';
import {
  readLock,
  combinePermissions,
  readPermissions,
  type Permissions,
} from '#domain/revision/permissions.ts';
import { checkCms, type CmsContent } from './cms-check.ts';
import { readRevision } from './revision.ts';

/** A signature that a file already has. */
export type EarlierSignature = {
  /** The name of the signature's field. */
  readonly name: string;
  /** The length of the signed revision in bytes from the start of the file. */
  readonly end: number;
  readonly permissions: Permissions;
};

export type EarlierSignatures = {
  readonly signatures: readonly EarlierSignature[];
  /** The permissions that all signatures together leave. */
  readonly permissions: Permissions;
};

/** Why a signature can't be kept: it is no longer valid, or it is of a kind that can't be checked. */
export type BrokenSignature = {
  readonly kind: 'changed' | 'forbidden_change' | 'unsupported';
  readonly name: string;
  /** The fault of a forbidden change. */
  readonly fault?: ChangeFault;
};

/**
 * Checks that each signature of a file covers the file and permits all later increments. Doesn't judge
 * certificates.
 */
export async function checkEarlierSignatures(
  bytes: Uint8Array,
): Promise<EarlierSignatures | BrokenSignature> {
  const now = await readRevision(bytes);
  const signatures: EarlierSignature[] = [];
  const seen = new Set<string>();
  for (const node of listFormNodes(now).filter((one) => isSignedNode(now, one))) {
    const { name } = node;
    const range = readByteRange(now, node);
    if (range === null) return { kind: 'unsupported', name };
    if (seen.has(range.join())) continue;
    seen.add(range.join());
    const kind = findSignatureFault(bytes, now, node, range);
    if (kind !== null) return { kind, name };
    const end = range[2] + range[3];
    const then = await readSignedRevision(bytes, end);
    if (then === null) return { kind: 'changed', name };
    const signature = getEntry(now, node.value, 'V');
    const same = listFormNodes(then).find((one) => one.name === name);
    if (same === undefined || !areSame(getEntry(then, same.value, 'V'), signature))
      return { kind: 'changed', name };
    const permissions = joinPermissions([
      readPermissions(then, signature),
      readLock(then, same),
      getCertification(then),
    ]);
    const [fault] = changeFaults(then, now, permissions);
    if (fault !== undefined) return { kind: 'forbidden_change', name, fault };
    signatures.push({ name, end, permissions });
  }
  return { signatures, permissions: combinePermissions(now) };
}

/** Returns the changes in additional increments that earlier signatures don't permit. */
export async function findLaterFaults(
  bytes: Uint8Array,
  signatures: readonly EarlierSignature[],
): Promise<ChangeFault[]> {
  const now = await readRevision(bytes);
  const faults: ChangeFault[] = [];
  for (const { end, permissions } of signatures)
    faults.push(...changeFaults(await readRevision(bytes, end), now, permissions));
  return faults;
}

/** Returns the revision that a signature was made for; null if it isn't a complete file by itself. */
async function readSignedRevision(bytes: Uint8Array, end: number): Promise<Revision | null> {
  try {
    return await readRevision(bytes, end);
  } catch {
    // Parsers throw all kinds of errors.
    return null;
  }
}

function joinPermissions(all: readonly Permissions[]): Permissions {
  const limits = all.flatMap(({ docMdp }) => docMdp ?? []);
  return {
    docMdp: limits.length === 0 ? null : (Math.min(...limits) as Permissions['docMdp']),
    locks: all.flatMap(({ locks }) => locks),
  };
}

/** A certification also limits those who sign after it. */
function getCertification(revision: Revision): Permissions {
  const { docMdp } = combinePermissions(revision);
  return { docMdp, locks: [] };
}

type ByteRange = readonly [number, number, number, number];

function readByteRange(revision: Revision, { value }: FormNode): ByteRange | null {
  const signature = getEntry(revision, value, 'V');
  const numbers = getItems(getEntry(revision, signature, 'ByteRange')).map((item) =>
    resolveReference(revision, item),
  );
  const [a, b, c, d] = numbers.map((item) => (item.kind === 'number' ? item.value : Number.NaN));
  const isWhole = numbers.length === 4 && [a, b, c, d].every((number) => Number.isSafeInteger(number));
  return isWhole ? [a ?? 0, b ?? 0, c ?? 0, d ?? 0] : null;
}

/** Checks that a signature leaves out only its own string and covers the rest. */
function findSignatureFault(
  bytes: Uint8Array,
  revision: Revision,
  { value }: FormNode,
  [start, length, second, rest]: ByteRange,
): 'changed' | 'unsupported' | null {
  const signature = getEntry(revision, value, 'V');
  const contents = getEntry(revision, signature, 'Contents');
  const content = getCmsContent(readNameEntry(revision, signature, 'SubFilter'));
  if (content === null || contents.kind !== 'string') return 'unsupported';
  if (start !== 0 || length <= 0 || second <= length || rest < 0 || second + rest > bytes.length)
    return 'changed';
  const hole = Buffer.from(bytes.subarray(length, second)).toString('latin1');
  const hex = Buffer.from(contents.bytes).toString('hex');
  if (hole.replace(/[\s<>]/g, '').toLowerCase() !== hex || !/^<[0-9a-fA-F\s]*>$/.test(hole)) return 'changed';
  const covered = [bytes.subarray(0, length), bytes.subarray(second, second + rest)];
  switch (checkCms(contents.bytes, covered, content)) {
    case 'valid':
      return null;
    case 'invalid':
      return 'changed';
    case 'unknown':
      return 'unsupported';
  }
}

/**
 * Returns what the structure of a signature covers (ISO 32000-2, table 255); null for kinds that aren't CMS.
 */
function getCmsContent(subFilter: string | null): CmsContent | null {
  switch (subFilter) {
    case 'adbe.pkcs7.detached':
    case 'ETSI.CAdES.detached':
      return 'detached';
    case 'adbe.pkcs7.sha1':
      return 'sha1';
    case 'ETSI.RFC3161':
      return 'timestamp';
    default:
      return null;
  }
}
