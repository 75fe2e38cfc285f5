import { createHash, X509Certificate } from 'node:crypto';
import { PDF, type PdfDict, type PdfRef, PdfStream } from '@libpdf/core';
import { X509Crl } from '@peculiar/x509';
import { cmsOf, type Cms, tokenOf } from './read-cms.ts';
import { signaturesIn, type SignatureDictionary } from './read-signatures.ts';

export type BaselineLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

/**
 * Returns every rule of a PAdES baseline level (ETSI EN 319 142-1, 6.3) that a file breaks. Shares no code
 * with the program, so that a mistake in one doesn't hide in the other.
 */
export async function baselineFaults(file: Uint8Array, level: BaselineLevel): Promise<string[]> {
  const [seal, ...others] = await signaturesIn(file);
  if (seal === undefined) return ['the file has no signature'];
  const cms = cmsOf(seal.contents);
  const rank = ['B-B', 'B-T', 'B-LT', 'B-LTA'].indexOf(level);
  return [
    ...dictionaryFaults(seal),
    ...cmsFaults(cms, digestOf(file, seal)),
    ...(rank < 1 ? absent(cms.unsigned.size === 0, 'unsigned attributes') : timestampFaults(cms)),
    ...(rank < 2 ? [] : await storeFaults(file, cms)),
    ...(rank < 3 ? absent(others.length === 0, 'document timestamps') : await archiveFaults(file, others)),
  ];
}

const absent = (isAbsent: boolean, what: string) => (isAbsent ? [] : [`${what} belong to a higher level`]);
const rule = (holds: boolean, text: string) => (holds ? [] : [text]);

/** Table 1, entries of the signature dictionary. */
function dictionaryFaults({ dict, range, hole, end }: SignatureDictionary): string[] {
  return [
    ...rule(dict.getName('Filter') !== undefined, '/Filter must be present'),
    ...rule(
      dict.getName('SubFilter')?.value === 'ETSI.CAdES.detached',
      '/SubFilter must be ETSI.CAdES.detached',
    ),
    ...rule(!dict.has('Cert'), '/Cert must not be present'),
    ...rule(/^D:\d{14}Z$/.test(dict.getString('M')?.asString() ?? ''), '/M must be a date'),
    ...rule(
      range[0] === 0 && range[1] === hole.start && range[2] === hole.end && range[2] + range[3] === end,
      '/ByteRange must cover the whole revision except /Contents',
    ),
  ];
}

/** Table 1, attributes of the CMS structure, with CAdES (EN 319 122-1, 5). */
function cmsFaults(cms: Cms, digest: Buffer): string[] {
  const signer = cms.certificates.find((der) => cms.essHash?.equals(sha256(der)));
  return [
    ...rule(
      cms.version === 1 && cms.signerCount === 1,
      'there must be one signer in a structure of version 1',
    ),
    ...rule(
      cms.contentType === '1.2.840.113549.1.7.1' && !cms.hasContent,
      'the content must be detached data',
    ),
    ...rule(cms.signed.get('1.2.840.113549.1.9.3') !== undefined, 'content-type must be signed'),
    ...rule(cms.messageDigest?.equals(digest) === true, 'message-digest must be that of the byte range'),
    ...rule(cms.signed.has('1.2.840.113549.1.9.16.2.47'), 'signing-certificate-v2 must be signed'),
    ...rule(!cms.signed.has('1.2.840.113549.1.9.16.2.12'), 'signing-certificate must not be present'),
    ...rule(!cms.signed.has('1.2.840.113549.1.9.5'), 'signing-time must not be present'),
    ...rule(!cms.signed.has('1.2.840.113549.1.9.16.2.4'), 'content-hints must not be present'),
    ...rule(!cms.unsigned.has('1.2.840.113549.1.9.6'), 'countersignature must not be present'),
    ...rule(cms.digestAlgorithm === '2.16.840.1.101.3.4.2.1', 'the digest must be SHA-256'),
    ...rule(signer !== undefined, "the signer's certificate must be included"),
    ...rule(signer !== undefined && cms.isSignedBy(signer), 'the signature must be valid'),
    ...rule(cms.isDer, 'the structure must be DER'),
  ];
}

function timestampFaults(cms: Cms): string[] {
  const token = cms.unsigned.get('1.2.840.113549.1.9.16.2.14');
  if (token === undefined || cms.unsigned.size !== 1)
    return ['signature-time-stamp must be the one unsigned attribute'];
  return rule(
    tokenOf(token).imprint.equals(sha256(cms.signature)),
    'signature-time-stamp must be of the signature value',
  );
}

/** 5.4.2 and the requirements on certificate and revocation values. */
async function storeFaults(file: Uint8Array, cms: Cms): Promise<string[]> {
  const pdf = await PDF.load(file);
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const dss = pdf.getCatalog().getDict('DSS', resolve);
  if (dss === undefined) return ['/DSS must be present'];
  const certificates = streamsIn(dss, 'Certs', resolve).map((der) => new X509Certificate(der));
  const lists = streamsIn(dss, 'CRLs', resolve).map((der) => new X509Crl(Buffer.from(der)));
  const token = cms.unsigned.get('1.2.840.113549.1.9.16.2.14');
  const time = token === undefined ? new Date(Number.NaN) : tokenOf(token).time;
  const needed = [...cms.certificates, ...(token === undefined ? [] : tokenOf(token).certificates)];
  const prints = new Set(certificates.map(({ fingerprint256 }) => fingerprint256));
  return [
    ...rule(dss.getName('Type')?.value === 'DSS', '/DSS must have its type'),
    ...rule(!dss.has('VRI'), '/VRI is not used'),
    ...rule(prints.size === certificates.length, '/Certs must not repeat a certificate'),
    ...rule(
      needed.every((der) => prints.has(new X509Certificate(der).fingerprint256)),
      '/Certs must have every certificate',
    ),
    ...certificates.flatMap((certificate) => revocationFaults(certificate, certificates, lists, time)),
  ];
}

/** Certificates that name a revocation list must be covered by a later one that doesn't list them. */
function revocationFaults(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
  lists: readonly X509Crl[],
  time: Date,
): string[] {
  const namesList = certificate.raw.includes(Buffer.from('0603551d1f', 'hex'));
  if (!namesList) return [];
  const issuer = all.find((one) => certificate.checkIssued(one));
  // Of several lists, the one that was issued last counts. Earlier ones are for other validators.
  const [list] = lists
    .filter(({ issuer: name }) => sameName(name, certificate.issuer))
    .toSorted((one, other) => other.thisUpdate.getTime() - one.thisUpdate.getTime());
  if (issuer === undefined || list === undefined) return [`no revocation list covers ${certificate.subject}`];
  return [
    ...rule(
      list.thisUpdate.getTime() >= Math.floor(time.getTime() / 1000) * 1000,
      'the revocation list is older than the signature',
    ),
    ...rule(list.findRevoked(certificate.serialNumber) === null, `${certificate.subject} is revoked`),
  ];
}

function sameName(one: string, other: string): boolean {
  const parts = (name: string) =>
    name
      .split(/,\s*|\n/)
      .toSorted()
      .join();
  return parts(one) === parts(other);
}

/** 5.4.3. */
async function archiveFaults(
  file: Uint8Array,
  timestamps: readonly SignatureDictionary[],
): Promise<string[]> {
  const last = timestamps.at(-1);
  if (last === undefined) return ['a document timestamp must be present'];
  return timestamps
    .flatMap((one) => [
      ...rule(one.dict.getName('Type')?.value === 'DocTimeStamp', 'its type must be DocTimeStamp'),
      ...rule(one.dict.getName('SubFilter')?.value === 'ETSI.RFC3161', 'its /SubFilter must be ETSI.RFC3161'),
      ...['Cert', 'Reference', 'Changes', 'R', 'Prop_AuthTime'].flatMap((key) =>
        rule(!one.dict.has(key), `a document timestamp must not have /${key}`),
      ),
      ...rule(one.range[2] + one.range[3] === one.end, 'it must cover its whole revision'),
      ...rule(tokenOf(one.contents).imprint.equals(digestOf(file, one)), 'it must be of the file before it'),
    ])
    .concat(rule(last.end === file.length, 'the last document timestamp must cover the whole file'));
}

function streamsIn(dict: PdfDict, key: string, resolve: (ref: PdfRef) => unknown): Uint8Array[] {
  const entries = dict.getArray(key, (ref) => resolve(ref) as PdfDict)?.toArray() ?? [];
  return entries.flatMap((entry) => {
    const stream = 'objectNumber' in entry ? resolve(entry) : entry;
    return stream instanceof PdfStream ? [stream.getDecodedData()] : [];
  });
}

function digestOf(file: Uint8Array, { range }: SignatureDictionary): Buffer {
  const [start, length, next, rest] = range;
  return createHash('sha256')
    .update(file.subarray(start, start + length))
    .update(file.subarray(next, next + rest))
    .digest();
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
