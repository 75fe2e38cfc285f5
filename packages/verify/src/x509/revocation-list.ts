import { isEqual, Malformed } from '../bytes.ts';
import { type Certificate, type Extension, extensionsIn, extensionsOf, KEY_USAGE } from './certificate.ts';
import { bitsOf, childrenOf, type Der, expectTag, integerHex, readDer, TAG, timeOf } from './der.ts';
import { isSignedBy } from './signature.ts';

/** A complete certificate revocation list (RFC 5280, 5). */
export type RevocationList = {
  readonly signed: Uint8Array;
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** When each serial number was revoked. */
  readonly revoked: ReadonlyMap<string, Date>;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
};

/** Reads a list. Throws for one with critical extensions, which say what it leaves out or whose certificates it is about. */
export function readRevocationList(der: Uint8Array): RevocationList {
  const [body, algorithm, signature, ...more] = childrenOf(readDer(der), TAG.sequence);
  const fields = childrenOf(body, TAG.sequence);
  const rest = fields[0]?.tag === TAG.integer ? fields.slice(1) : fields;
  const [innerAlgorithm, issuer, thisUpdate, ...optional] = rest;
  const outer = expectTag(algorithm, TAG.sequence);
  if (more.length > 0 || !isEqual(outer.bytes, expectTag(innerAlgorithm, TAG.sequence).bytes))
    throw new Malformed('a revocation list is malformed');
  const next = optional.find(({ tag }) => tag === TAG.utcTime || tag === TAG.generalizedTime);
  const entries = optional.find(({ tag }) => tag === TAG.sequence);
  refuseCritical(extensionsOf(optional.find(({ tag }) => tag === 0xa0)));
  return {
    signed: expectTag(body, TAG.sequence).bytes,
    issuer: expectTag(issuer, TAG.sequence).bytes,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next === undefined ? null : timeOf(next),
    revoked: revokedIn(entries),
    algorithm: outer,
    signature: bitsOf(signature),
  };
}

/** Reads the entries. Of several for one certificate, the earliest counts. */
function revokedIn(entries: Der | undefined): ReadonlyMap<string, Date> {
  const revoked = new Map<string, Date>();
  for (const entry of entries === undefined ? [] : childrenOf(entries)) {
    const [serial, date, own] = childrenOf(entry, TAG.sequence);
    if (own !== undefined) refuseCritical(extensionsIn(own));
    const [number, time] = [integerHex(serial), timeOf(date)];
    const known = revoked.get(number);
    if (known === undefined || time < known) revoked.set(number, time);
  }
  return revoked;
}

function refuseCritical(extensions: ReadonlyMap<string, Extension>): void {
  if ([...extensions.values()].some(({ isCritical }) => isCritical))
    throw new Malformed('a revocation list is partial');
}

/** Whether an authority issued and signed the list. */
export async function isListOf(list: RevocationList, authority: Certificate): Promise<boolean> {
  if (!isEqual(list.issuer, authority.subject)) return false;
  if (authority.keyUsage !== null && (authority.keyUsage & KEY_USAGE.crlSign) === 0) return false;
  const { algorithm, signed: data, signature } = list;
  return await isSignedBy({ algorithm, spki: authority.spki, data, signature });
}
