import { type Identity, timestamp } from './authority.ts';
import { sha256 } from './pdf.ts';
import { eventsOf, evidenceOf, sealed, withArchive, withStore } from './seals.ts';
import type { Files, Identities, Lists, Vector } from './vector.ts';

/** Changes a letter of the issuer's name in the last copy of a root, which has its name twice: as issuer and as subject. */
function withRenamedRoot(file: Buffer, name: string): Buffer {
  const hex = Buffer.from(name).toString('hex');
  const [root] = [...file.toString('latin1').matchAll(new RegExp(`${hex}[0-9a-f]{0,240}${hex}`, 'g'))].slice(-1);
  const renamed = Buffer.from(file);
  renamed.write('5a', root?.index ?? 0, 'latin1');
  return renamed;
}

/** Certificates and timestamps. */
export async function keysAndTimes(
  { presented, bB, bT, bLta, bLt }: Files,
  ids: Identities,
  lists: Lists,
): Promise<Vector[]> {
  const text = evidenceOf(eventsOf(sha256(presented)));
  const by = (signer: Identity, stamp?: (signature: Uint8Array) => Promise<Buffer>) =>
    sealed(presented, { signer, evidence: text, stamp });
  const stamped = (time: string, service = ids.service) =>
    by(ids.seal, async (value) => timestamp(service, value, time));
  const renewed = (time: string) => withArchive(bLta, ids.laterService, time, { number: 40 });
  const foreign = await by(ids.foreign);
  const another = await sealed(presented, { signer: ids.seal, evidence: '{}' });
  const contents = (file: Buffer) => {
    const start = file.lastIndexOf('/Contents <', undefined, 'latin1') + 11;
    return { start, end: file.indexOf('>', start, 'latin1') };
  };
  const [own, other] = [contents(bB), contents(another)];
  return [
    {
      name: 'swapped-contents',
      about: 'The signature is that of another file.',
      file: Buffer.concat([
        bB.subarray(0, own.start),
        another.subarray(other.start, other.end),
        bB.subarray(own.end),
      ]),
    },
    {
      name: 'foreign-certificate',
      about: 'Somebody else sealed the document under the same names.',
      file: foreign,
    },
    {
      name: 'expired-certificate',
      about: 'The certificate had expired before sealing.',
      file: await by(ids.expired),
    },
    {
      name: 'server-certificate',
      about: 'The certificate is that of a web server.',
      file: await by(ids.server),
    },
    {
      name: 'revoked-certificate',
      about: 'The certificate had been revoked before sealing.',
      file: withStore(
        await by(ids.revoked, async (value) => timestamp(ids.service, value, '2026-11-20T10:10:00Z')),
        [lists.revoked],
      ),
    },
    {
      name: 'revoked-by-given-list',
      about: 'The certificate had been revoked before sealing, by a list that the file does not contain.',
      file: await by(ids.revoked, async (value) => timestamp(ids.service, value, '2026-11-20T10:10:00Z')),
      options: { revocationList: 'revoked.crl' },
    },
    {
      name: 'revocation-list-malformed',
      about: "A revocation list has an entry with empty extensions, which its format doesn't allow.",
      file: withStore(bT, [lists.malformed]),
    },
    {
      name: 'root-renamed-in-seal',
      about: "The copy of the root in the seal's signature names another issuer.",
      file: withRenamedRoot(bB, 'Example root'),
    },
    {
      name: 'root-renamed-in-archive',
      about: 'The copy of the root in the last timestamp names another issuer.',
      file: withRenamedRoot(bLta, 'Time root'),
    },
    {
      name: 'root-not-given',
      about: 'Valid, but nothing is said about whom to trust.',
      file: bB,
      options: { roots: '' },
    },
    {
      name: 'expired-since',
      about: 'Valid, but checked after the certificate expired, without a timestamp.',
      file: bB,
      options: { now: '2040-01-01T00:00:00Z' },
    },
    {
      name: 'archived-after-expiry',
      about: 'Valid years later, thanks to the timestamp, whose own certificate is still valid.',
      file: bLta,
      options: { now: '2038-01-01T00:00:00Z' },
    },
    {
      name: 'archive-expired',
      about: "Valid, but the last timestamp's certificate has expired as well, and it wasn't renewed.",
      file: bLta,
      options: { now: '2040-01-01T00:00:00Z' },
    },
    {
      name: 'archive-expired-required',
      about: 'The same, with timestamps required.',
      file: bLta,
      options: { now: '2040-01-01T00:00:00Z', minimumLevel: 'B-LTA' },
    },
    {
      name: 'archive-renewed',
      about: 'Valid: the last timestamp was renewed before its certificate expired.',
      file: await renewed('2038-06-01T00:00:00Z'),
      options: { now: '2040-01-01T00:00:00Z' },
    },
    {
      name: 'archive-renewed-too-late',
      about: 'Valid, but the last timestamp was renewed after its certificate had expired.',
      file: await renewed('2039-06-01T00:00:00Z'),
      options: { now: '2040-01-01T00:00:00Z' },
    },
    {
      name: 'claimed-future',
      about: 'The seal claims a time in the future.',
      file: await sealed(presented, { signer: ids.seal, evidence: text, claimed: 'D:20271120101000Z' }),
    },
    {
      name: 'timestamp-of-other-data',
      about: 'The timestamp is over other data.',
      file: await by(ids.seal, async () =>
        timestamp(ids.service, Buffer.from('other'), '2026-11-20T10:10:00Z'),
      ),
    },
    {
      name: 'timestamp-in-future',
      about: 'The timestamp is in the future.',
      file: await stamped('2027-11-20T10:10:00Z'),
    },
    {
      name: 'timestamp-by-no-service',
      about: 'The timestamp was made with a certificate that may not make any.',
      file: await stamped('2026-11-20T10:10:00Z', ids.notService),
    },
    {
      name: 'timestamp-service-not-trusted',
      about: 'Valid, but nothing is said about which timestamp services to trust.',
      file: bT,
      options: { timestampRoots: '' },
    },
    {
      name: 'archive-timestamp-of-other-data',
      about: 'The timestamp over the long-term data is that of another file.',
      file: await withArchive(bLt, ids.service, '2026-11-21T00:00:00Z', { over: Buffer.from('other') }),
    },
    {
      name: 'archive-service-not-trusted',
      about: 'Valid, but somebody made the last timestamp with a service of their own.',
      file: await withArchive(bLt, ids.ownService, '2026-11-21T00:00:00Z'),
    },
    {
      name: 'archive-service-not-trusted-required',
      about: 'The last timestamp is of an unknown service, and a timestamp over the long-term data is required.',
      file: await withArchive(bLt, ids.ownService, '2026-11-21T00:00:00Z'),
      options: { minimumLevel: 'B-LTA' },
    },
    {
      name: 'own-timestamp-required',
      about: 'The sealer made the timestamp with a service of their own, and a timestamp is required.',
      file: await stamped('2026-11-20T10:10:00Z', ids.ownService),
      options: { minimumLevel: 'B-T' },
    },
    {
      name: 'archive-visible',
      about: 'The field of the last timestamp can be seen.',
      file: await withArchive(bLt, ids.service, '2026-11-21T00:00:00Z', { rect: '20 140 220 170' }),
    },
    {
      name: 'downgraded',
      about: 'B-LTA was made B-B: the last revisions and the timestamp are gone. The rest is a valid file of a lower level.',
      file: bB,
      options: { minimumLevel: 'B-LTA' },
    },
  ];
}
