import { isEqual, Malformed } from '../bytes.ts';
import { Effort } from '../pdf/effort.ts';
import {
  getCoveredBytes,
  findSeal,
  type FoundSeal,
  type SignedRange,
  stripPadding,
} from '../pdf/find-seal.ts';
import { readUpdates, type Updates } from '../pdf/updates.ts';
import { createResult, type Result } from '../result.ts';
import { digest } from '../sha256.ts';
import { readMessageDigest, OID, readSignedData, type SignedData } from '../x509/signed-data.ts';

/**
 * The attributes that PAdES allows (EN 319 142-1, 6.3). The dictionary's /M has the time, so no attribute
 * may.
 */
const SIGNED: ReadonlySet<string> = new Set([OID.contentType, OID.messageDigest, OID.signingCertificateV2]);

/** The seal of a file, read but not yet verified. `cms` is null if it can't be read. */
export type ReadSeal = {
  readonly found: FoundSeal;
  readonly cms: SignedData | null;
  readonly updates: Updates;
};

/** Checks that the sealed bytes are unchanged, and that only long-term data follows them. */
export async function checkFile(
  bytes: Uint8Array,
): Promise<{ readonly result: Result; readonly seal: ReadSeal | null }> {
  const found = await findSeal(bytes, new Effort(bytes.length));
  if ('fault' in found) {
    const isChanged = found.range !== null && !(await isDigestStated(bytes, found.range));
    return { result: createResult('file', isChanged ? 'bytes_changed' : found.fault), seal: null };
  }
  const cms = await readCms(found);
  const updates = await readUpdates(bytes, found);
  return { result: await judge(bytes, found, cms, updates), seal: { found, cms, updates } };
}

async function judge(
  bytes: Uint8Array,
  found: FoundSeal,
  cms: SignedData | null,
  { revisions, fault, detail }: Updates,
): Promise<Result> {
  const facts = { bytes: bytes.length, sealedBytes: found.end, appendedBytes: bytes.length - found.end };
  if (cms === null) return createResult('file', 'signature_unreadable_file', facts);
  if (!isEqual(readMessageDigest(cms), await digest(getCoveredBytes(bytes, found))))
    return createResult('file', 'bytes_changed', facts);
  if (fault !== null) return createResult('file', fault, facts, detail);
  return createResult('file', revisions.length === 0 ? 'unchanged' : 'unchanged_with_updates', facts);
}

/** Reads the structure of a seal: detached, SHA-256, the attributes of PAdES and at most a timestamp. */
async function readCms({ contents }: SignedRange): Promise<SignedData | null> {
  try {
    const cms = await readSignedData(stripPadding(contents));
    const types = [...cms.attributes.keys()];
    const isPades = types.length === SIGNED.size && types.every((type) => SIGNED.has(type));
    const isStamped = [...cms.unsigned.keys()].every((type) => type === OID.timestampToken);
    readMessageDigest(cms);
    return cms.contentType === OID.data && cms.content === null && isPades && isStamped ? cms : null;
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** Whether an unreferenced signature contains the digest of what its range covers. */
async function isDigestStated(bytes: Uint8Array, range: SignedRange): Promise<boolean> {
  const cms = await readCms(range);
  return cms !== null && isEqual(readMessageDigest(cms), await digest(getCoveredBytes(bytes, range)));
}
