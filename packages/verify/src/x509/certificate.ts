import { fromUtf8, isEqual, decodeLatin1, Malformed } from '../bytes.ts';
import {
  readBits,
  readChildren,
  type Der,
  expectTag,
  readIntegerHex,
  isTrue,
  readOctets,
  readOid,
  readDer,
  readSmallInteger,
  TAG,
  readTime,
} from './der.ts';

/** An X.509 certificate, as far as verification needs it. */
export type Certificate = {
  readonly der: Uint8Array;
  readonly signed: Uint8Array;
  readonly serialNumber: string;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly name: {
    readonly organization: string | null;
    readonly unit: string | null;
    readonly commonName: string | null;
  };
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly spki: Uint8Array;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
  readonly isAuthority: boolean;
  readonly pathLength: number | null;
  /** The first octet of keyUsage; null if there is none. */
  readonly keyUsage: number | null;
  readonly purposes: readonly string[] | null;
  readonly arePurposesCritical: boolean;
  /** Where its issuer publishes revocation lists (cRLDistributionPoints, DER); null if it doesn't say. */
  readonly listSources: Uint8Array | null;
  /** Critical extensions that this verifier doesn't evaluate. */
  readonly unknownCritical: readonly string[];
};

export const KEY_USAGE = {
  digitalSignature: 0x80,
  nonRepudiation: 0x40,
  certSign: 0x04,
  crlSign: 0x02,
} as const;

const EXTENSION = {
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  purposes: '2.5.29.37',
  listSources: '2.5.29.31',
} as const;
/** Extensions that are evaluated, or that are safe to ignore: identifiers, alternative names, policies. */
const KNOWN: readonly string[] = [
  ...Object.values(EXTENSION),
  '2.5.29.14',
  '2.5.29.35',
  '2.5.29.17',
  '2.5.29.32',
];

export function readCertificate(der: Uint8Array): Certificate {
  const [body, algorithm, signature, ...more] = readChildren(readDer(der), TAG.sequence);
  const fields = readChildren(body, TAG.sequence);
  if (more.length > 0 || fields[0]?.tag !== 0xa0) throw new Malformed('a certificate is malformed');
  const [, serial, innerAlgorithm, issuer, validity, subject, spki, ...optional] = fields;
  const outer = expectTag(algorithm, TAG.sequence);
  if (!isEqual(outer.bytes, expectTag(innerAlgorithm, TAG.sequence).bytes))
    throw new Malformed('a certificate names two algorithms');
  const [notBefore, notAfter] = readChildren(validity, TAG.sequence);
  const extensions = readTaggedExtensions(optional.find(({ tag }) => tag === 0xa3));
  return {
    der,
    signed: expectTag(body, TAG.sequence).bytes,
    serialNumber: readIntegerHex(serial),
    issuer: expectTag(issuer, TAG.sequence).bytes,
    subject: expectTag(subject, TAG.sequence).bytes,
    name: {
      organization: readNameAttribute(subject, '2.5.4.10'),
      unit: readNameAttribute(subject, '2.5.4.11'),
      commonName: readNameAttribute(subject, '2.5.4.3'),
    },
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    spki: expectTag(spki, TAG.sequence).bytes,
    algorithm: outer,
    signature: readBits(signature),
    ...readBasicConstraints(extensions.get(EXTENSION.basicConstraints)),
    keyUsage: readKeyUsage(extensions.get(EXTENSION.keyUsage)),
    purposes: readKeyPurposes(extensions.get(EXTENSION.purposes)),
    arePurposesCritical: extensions.get(EXTENSION.purposes)?.isCritical ?? false,
    listSources: extensions.get(EXTENSION.listSources)?.value ?? null,
    unknownCritical: [...extensions].flatMap(([oid, { isCritical }]) =>
      isCritical && !KNOWN.includes(oid) ? [oid] : [],
    ),
  };
}

export type Extension = { readonly isCritical: boolean; readonly value: Uint8Array };

/** Reads an Extensions structure inside its explicit tag. */
export function readTaggedExtensions(wrapper: Der | undefined): ReadonlyMap<string, Extension> {
  return wrapper === undefined ? new Map() : readExtensions(readChildren(wrapper)[0]);
}

/** Reads an Extensions structure, which contains at least one (RFC 5280, 4.1). */
export function readExtensions(list: Der | undefined): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>();
  for (const extension of readChildren(list, TAG.sequence)) {
    const parts = readChildren(extension, TAG.sequence);
    const oid = readOid(parts[0]);
    if (extensions.has(oid)) throw new Malformed('an extension is repeated');
    extensions.set(oid, { isCritical: isTrue(parts[1]), value: readOctets(parts.at(-1)) });
  }
  if (extensions.size === 0) throw new Malformed('a list of extensions is empty');
  return extensions;
}

function readBasicConstraints(
  extension: Extension | undefined,
): Pick<Certificate, 'isAuthority' | 'pathLength'> {
  if (extension === undefined) return { isAuthority: false, pathLength: null };
  const parts = readChildren(readDer(extension.value), TAG.sequence);
  const length = parts.find(({ tag }) => tag === TAG.integer);
  return {
    isAuthority: isTrue(parts[0]),
    pathLength: length === undefined ? null : readSmallInteger(length),
  };
}

function readKeyUsage(extension: Extension | undefined): number | null {
  if (extension === undefined) return null;
  return expectTag(readDer(extension.value), TAG.bitString).content[1] ?? 0;
}

function readKeyPurposes(extension: Extension | undefined): string[] | null {
  if (extension === undefined) return null;
  return readChildren(readDer(extension.value), TAG.sequence).map(readOid);
}

/** Returns the first value of an attribute type in a distinguished name. */
function readNameAttribute(name: Der | undefined, type: string): string | null {
  for (const set of readChildren(name, TAG.sequence))
    for (const attribute of readChildren(set, TAG.set)) {
      const [id, value] = readChildren(attribute, TAG.sequence);
      if (readOid(id) !== type || value === undefined) continue;
      return value.tag === 0x0c ? fromUtf8(value.content) : decodeLatin1(value.content);
    }
  return null;
}
