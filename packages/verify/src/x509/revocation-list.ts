import { isEqual, Malformed } from '../bytes.ts';
import {
  type Certificate,
  type Extension,
  readExtensions,
  readTaggedExtensions,
  KEY_USAGE,
} from './certificate.ts';
import {
  readBits,
  readChildren,
  type Der,
  expectTag,
  readIntegerHex,
  readDer,
  TAG,
  readTime,
} from './der.ts';
import { isSignedBy } from './signature.ts';

/** A certificate revocation list (RFC 5280, 5). */
export type RevocationList = {
  readonly signed: Uint8Array;
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** The revocation times of the issuer's own certificates, by serial number. */
  readonly revoked: ReadonlyMap<string, Date>;
  /**
   * Null if it has a critical extension that this verifier can't process, such as a delta list's. Such a list
   * is no evidence.
   */
  readonly scope: ListScope | null;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
};

/** Which of its issuer's certificates a list covers (issuingDistributionPoint, RFC 5280, 5.2.5). */
type ListScope = {
  /** The names of its distribution point (DER); null if it covers all of them. */
  readonly names: readonly Uint8Array[] | null;
  readonly areUsers: boolean;
  readonly areAuthorities: boolean;
  /** Whether it covers all revocation reasons. */
  readonly hasAllReasons: boolean;
};

const EXTENSION = { issuingPoint: '2.5.29.28', certificateIssuer: '2.5.29.29' } as const;
const EVERYTHING: ListScope = { names: null, areUsers: true, areAuthorities: true, hasAllReasons: true };
const DIRECTORY_NAME = 0xa4;
/**
 * distributionPoint, onlyContainsUserCerts, onlyContainsCACerts, onlySomeReasons, indirectCRL,
 * onlyContainsAttributeCerts.
 */
const POINT_TAGS: ReadonlySet<number> = new Set([0xa0, 0x81, 0x82, 0x83, 0x84, 0x85]);

/** Reads a list. */
export function readRevocationList(der: Uint8Array): RevocationList {
  const [body, algorithm, signature, ...more] = readChildren(readDer(der), TAG.sequence);
  const fields = readChildren(body, TAG.sequence);
  const rest = fields[0]?.tag === TAG.integer ? fields.slice(1) : fields;
  const [innerAlgorithm, issuer, thisUpdate, ...optional] = rest;
  const outer = expectTag(algorithm, TAG.sequence);
  if (more.length > 0 || !isEqual(outer.bytes, expectTag(innerAlgorithm, TAG.sequence).bytes))
    throw new Malformed('a revocation list is malformed');
  const next = optional.find(({ tag }) => tag === TAG.utcTime || tag === TAG.generalizedTime);
  const name = expectTag(issuer, TAG.sequence).bytes;
  const entries = readRevokedEntries(
    optional.find(({ tag }) => tag === TAG.sequence),
    name,
  );
  const scope = readScope(readTaggedExtensions(optional.find(({ tag }) => tag === 0xa0)));
  return {
    signed: expectTag(body, TAG.sequence).bytes,
    issuer: name,
    thisUpdate: readTime(thisUpdate),
    nextUpdate: next === undefined ? null : readTime(next),
    revoked: entries.revoked,
    scope: entries.areKnown ? scope : null,
    algorithm: outer,
    signature: readBits(signature),
  };
}

/**
 * Reads the entries about the list's own issuer. In an indirect list, an entry can name another issuer, which
 * then also applies to the entries after it (RFC 5280, 5.3.3). If a certificate has several entries, the
 * earliest counts.
 */
function readRevokedEntries(entries: Der | undefined, listIssuer: Uint8Array) {
  const revoked = new Map<string, Date>();
  let areKnown = true;
  let issuer = listIssuer;
  for (const entry of entries === undefined ? [] : readChildren(entries)) {
    const [serial, date, own] = readChildren(entry, TAG.sequence);
    const [number, time] = [readIntegerHex(serial), readTime(date)];
    const extensions = own === undefined ? new Map<string, Extension>() : readExtensions(own);
    areKnown &&= !hasUnknownCritical(extensions, EXTENSION.certificateIssuer);
    const named = extensions.get(EXTENSION.certificateIssuer);
    if (named !== undefined) issuer = readDirectoryName(named);
    const known = revoked.get(number);
    if (isEqual(issuer, listIssuer) && (known === undefined || time < known)) revoked.set(number, time);
  }
  return { revoked, areKnown };
}

function readDirectoryName({ value }: Extension): Uint8Array {
  const names = readChildren(readDer(value), TAG.sequence);
  const [name, ...more] = readChildren(names.find(({ tag }) => tag === DIRECTORY_NAME));
  if (more.length > 0) throw new Malformed('an entry of a revocation list names several issuers');
  return expectTag(name, TAG.sequence).bytes;
}

function readScope(extensions: ReadonlyMap<string, Extension>): ListScope | null {
  if (hasUnknownCritical(extensions, EXTENSION.issuingPoint)) return null;
  const point = extensions.get(EXTENSION.issuingPoint);
  if (point === undefined) return EVERYTHING;
  const all = readChildren(readDer(point.value), TAG.sequence);
  const parts = new Map(all.map((part) => [part.tag, part]));
  if (parts.size < all.length || all.some(({ tag }) => !POINT_TAGS.has(tag)))
    throw new Malformed('an issuing distribution point is malformed');
  const isSet = (tag: number) => parts.has(tag) && parts.get(tag)?.content[0] !== 0;
  const [isForUsers, isForAuthorities, isForAttributes] = [isSet(0x81), isSet(0x82), isSet(0x85)];
  const name = parts.get(0xa0);
  return {
    names: name === undefined ? null : readNames(name),
    areUsers: !isForAuthorities && !isForAttributes,
    areAuthorities: !isForUsers && !isForAttributes,
    hasAllReasons: !parts.has(0x83),
  };
}

function hasUnknownCritical(extensions: ReadonlyMap<string, Extension>, known: string): boolean {
  return [...extensions].some(([oid, { isCritical }]) => isCritical && oid !== known);
}

/**
 * Returns the names in a DistributionPointName inside its explicit tag: full names, or the one relative to
 * the issuer.
 */
function readNames(wrapper: Der): Uint8Array[] {
  const [name, ...more] = readChildren(wrapper);
  if (name === undefined || more.length > 0) throw new Malformed('a distribution point is malformed');
  return name.tag === 0xa0 ? readChildren(name).map(({ bytes }) => bytes) : [name.bytes];
}

/** Whether a list covers public key certificates. Attribute certificates have serial numbers of their own. */
export function listsCertificates({ scope }: RevocationList): boolean {
  return scope !== null && (scope.areUsers || scope.areAuthorities);
}

/**
 * Whether a list from a certificate's issuer covers that certificate, so that its absence means it isn't
 * revoked (RFC 5280, 6.3.3).
 */
export function coversCertificate({ scope }: RevocationList, certificate: Certificate): boolean {
  if (scope === null || !scope.hasAllReasons) return false;
  if (!(certificate.isAuthority ? scope.areAuthorities : scope.areUsers)) return false;
  const { names } = scope;
  if (names === null) return true;
  return listDistributionNames(certificate).some((own) => names.some((name) => isEqual(name, own)));
}

/**
 * Returns the names under which a certificate's list is published; the issuer's name if the certificate has
 * none.
 */
function listDistributionNames({ listSources, issuer }: Certificate): Uint8Array[] {
  try {
    const points = listSources === null ? [] : readChildren(readDer(listSources), TAG.sequence);
    if (points.length === 0) return [wrapName(issuer)];
    return points.flatMap((point) => {
      const parts = readChildren(point, TAG.sequence);
      const name = parts.find(({ tag }) => tag === 0xa0);
      const listIssuer = parts.find(({ tag }) => tag === 0xa2);
      if (name !== undefined) return readNames(name);
      return listIssuer === undefined ? [] : readChildren(listIssuer).map(({ bytes }) => bytes);
    });
  } catch (error) {
    if (error instanceof Malformed) return [];
    throw error;
  }
}

/** Encodes a name as the directoryName of a GeneralName. */
function wrapName(name: Uint8Array): Uint8Array {
  const size = name.length;
  const octets = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Uint8Array.of(DIRECTORY_NAME, ...octets, ...name);
}

/** Whether an authority issued and signed the list. */
export async function isListIssuedBy(list: RevocationList, authority: Certificate): Promise<boolean> {
  if (!isEqual(list.issuer, authority.subject)) return false;
  if (authority.keyUsage !== null && (authority.keyUsage & KEY_USAGE.crlSign) === 0) return false;
  const { algorithm, signed: data, signature } = list;
  return await isSignedBy({ algorithm, spki: authority.spki, data, signature });
}
