import { isEqual, Malformed } from '../bytes.ts';
import { type Certificate, type Extension, extensionsIn, extensionsOf, KEY_USAGE } from './certificate.ts';
import { bitsOf, childrenOf, type Der, expectTag, integerHex, readDer, TAG, timeOf } from './der.ts';
import { isSignedBy } from './signature.ts';

/** A certificate revocation list (RFC 5280, 5). */
export type RevocationList = {
  readonly signed: Uint8Array;
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** When each of the issuer's own serial numbers was revoked. */
  readonly revoked: ReadonlyMap<string, Date>;
  /** Null if it has a critical extension that this verifier can't process, such as that of a delta. It then says nothing. */
  readonly scope: ListScope | null;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
};

/** Which of its issuer's certificates a list is about (issuingDistributionPoint, RFC 5280, 5.2.5). */
type ListScope = {
  /** The names of its distribution point (DER); null if it's for all of them. */
  readonly names: readonly Uint8Array[] | null;
  readonly areUsers: boolean;
  readonly areAuthorities: boolean;
  /** Whether it has revocations for all reasons. */
  readonly hasAllReasons: boolean;
};

const EXTENSION = { issuingPoint: '2.5.29.28', certificateIssuer: '2.5.29.29' } as const;
const EVERYTHING: ListScope = { names: null, areUsers: true, areAuthorities: true, hasAllReasons: true };
const DIRECTORY_NAME = 0xa4;
/** distributionPoint, onlyContainsUserCerts, onlyContainsCACerts, onlySomeReasons, indirectCRL, onlyContainsAttributeCerts. */
const POINT_TAGS: ReadonlySet<number> = new Set([0xa0, 0x81, 0x82, 0x83, 0x84, 0x85]);

/** Reads a list. */
export function readRevocationList(der: Uint8Array): RevocationList {
  const [body, algorithm, signature, ...more] = childrenOf(readDer(der), TAG.sequence);
  const fields = childrenOf(body, TAG.sequence);
  const rest = fields[0]?.tag === TAG.integer ? fields.slice(1) : fields;
  const [innerAlgorithm, issuer, thisUpdate, ...optional] = rest;
  const outer = expectTag(algorithm, TAG.sequence);
  if (more.length > 0 || !isEqual(outer.bytes, expectTag(innerAlgorithm, TAG.sequence).bytes))
    throw new Malformed('a revocation list is malformed');
  const next = optional.find(({ tag }) => tag === TAG.utcTime || tag === TAG.generalizedTime);
  const name = expectTag(issuer, TAG.sequence).bytes;
  const entries = revokedIn(
    optional.find(({ tag }) => tag === TAG.sequence),
    name,
  );
  const scope = scopeIn(extensionsOf(optional.find(({ tag }) => tag === 0xa0)));
  return {
    signed: expectTag(body, TAG.sequence).bytes,
    issuer: name,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next === undefined ? null : timeOf(next),
    revoked: entries.revoked,
    scope: entries.areKnown ? scope : null,
    algorithm: outer,
    signature: bitsOf(signature),
  };
}

/**
 * Reads the entries that are about the list's own issuer: in an indirect list, an entry can name another one, which is then that of the
 * entries after it as well (RFC 5280, 5.3.3). Of several for one certificate, the earliest counts.
 */
function revokedIn(entries: Der | undefined, listIssuer: Uint8Array) {
  const revoked = new Map<string, Date>();
  let areKnown = true;
  let issuer = listIssuer;
  for (const entry of entries === undefined ? [] : childrenOf(entries)) {
    const [serial, date, own] = childrenOf(entry, TAG.sequence);
    const [number, time] = [integerHex(serial), timeOf(date)];
    const extensions = own === undefined ? new Map<string, Extension>() : extensionsIn(own);
    areKnown &&= !hasCriticalBut(extensions, EXTENSION.certificateIssuer);
    const named = extensions.get(EXTENSION.certificateIssuer);
    if (named !== undefined) issuer = directoryNameIn(named);
    const known = revoked.get(number);
    if (isEqual(issuer, listIssuer) && (known === undefined || time < known)) revoked.set(number, time);
  }
  return { revoked, areKnown };
}

function directoryNameIn({ value }: Extension): Uint8Array {
  const names = childrenOf(readDer(value), TAG.sequence);
  const [name, ...more] = childrenOf(names.find(({ tag }) => tag === DIRECTORY_NAME));
  if (more.length > 0) throw new Malformed('an entry of a revocation list names several issuers');
  return expectTag(name, TAG.sequence).bytes;
}

function scopeIn(extensions: ReadonlyMap<string, Extension>): ListScope | null {
  if (hasCriticalBut(extensions, EXTENSION.issuingPoint)) return null;
  const point = extensions.get(EXTENSION.issuingPoint);
  if (point === undefined) return EVERYTHING;
  const all = childrenOf(readDer(point.value), TAG.sequence);
  const parts = new Map(all.map((part) => [part.tag, part]));
  if (parts.size < all.length || all.some(({ tag }) => !POINT_TAGS.has(tag)))
    throw new Malformed('an issuing distribution point is malformed');
  const isSet = (tag: number) => parts.has(tag) && parts.get(tag)?.content[0] !== 0;
  const [isForUsers, isForAuthorities, isForAttributes] = [isSet(0x81), isSet(0x82), isSet(0x85)];
  const name = parts.get(0xa0);
  return {
    names: name === undefined ? null : namesIn(name),
    areUsers: !isForAuthorities && !isForAttributes,
    areAuthorities: !isForUsers && !isForAttributes,
    hasAllReasons: !parts.has(0x83),
  };
}

function hasCriticalBut(extensions: ReadonlyMap<string, Extension>, known: string): boolean {
  return [...extensions].some(([oid, { isCritical }]) => isCritical && oid !== known);
}

/** Returns the names in a DistributionPointName inside its explicit tag: full ones, or the one relative to the issuer. */
function namesIn(wrapper: Der): Uint8Array[] {
  const [name, ...more] = childrenOf(wrapper);
  if (name === undefined || more.length > 0) throw new Malformed('a distribution point is malformed');
  return name.tag === 0xa0 ? childrenOf(name).map(({ bytes }) => bytes) : [name.bytes];
}

/** Whether a list is about public key certificates at all: serial numbers of attribute certificates are others. */
export function listsCertificates({ scope }: RevocationList): boolean {
  return scope !== null && (scope.areUsers || scope.areAuthorities);
}

/** Whether a list of a certificate's issuer says of that certificate that it isn't revoked if it isn't in the list (RFC 5280, 6.3.3). */
export function coversCertificate({ scope }: RevocationList, certificate: Certificate): boolean {
  if (scope === null || !scope.hasAllReasons) return false;
  if (!(certificate.isAuthority ? scope.areAuthorities : scope.areUsers)) return false;
  const { names } = scope;
  if (names === null) return true;
  return listNamesOf(certificate).some((own) => names.some((name) => isEqual(name, own)));
}

/** Returns the names under which a certificate's list is found; without any, that of its issuer. */
function listNamesOf({ listSources, issuer }: Certificate): Uint8Array[] {
  try {
    const points = listSources === null ? [] : childrenOf(readDer(listSources), TAG.sequence);
    if (points.length === 0) return [wrapped(issuer)];
    return points.flatMap((point) => {
      const parts = childrenOf(point, TAG.sequence);
      const name = parts.find(({ tag }) => tag === 0xa0);
      const listIssuer = parts.find(({ tag }) => tag === 0xa2);
      if (name !== undefined) return namesIn(name);
      return listIssuer === undefined ? [] : childrenOf(listIssuer).map(({ bytes }) => bytes);
    });
  } catch (error) {
    if (error instanceof Malformed) return [];
    throw error;
  }
}

/** Makes a directoryName of GeneralName. */
function wrapped(name: Uint8Array): Uint8Array {
  const size = name.length;
  const octets = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Uint8Array.of(DIRECTORY_NAME, ...octets, ...name);
}

/** Whether an authority issued and signed the list. */
export async function isListOf(list: RevocationList, authority: Certificate): Promise<boolean> {
  if (!isEqual(list.issuer, authority.subject)) return false;
  if (authority.keyUsage !== null && (authority.keyUsage & KEY_USAGE.crlSign) === 0) return false;
  const { algorithm, signed: data, signature } = list;
  return await isSignedBy({ algorithm, spki: authority.spki, data, signature });
}
