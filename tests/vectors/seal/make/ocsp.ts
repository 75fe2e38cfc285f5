import { createHash, KeyObject, sign, X509Certificate } from 'node:crypto';
import type { Identity } from './authority.ts';
import { der, generalizedTime, octets, oid, sequence } from './der.ts';
import { withStore } from './seals.ts';
import type { Files, Identities, Vector } from './vector.ts';

const SHA1 = sequence(oid('1.3.14.3.2.26'), der(0x05));
const SEALED = '2026-11-20T12:00:00Z';

type Answer = {
  readonly about?: Identity;
  readonly issuer: Identity;
  /** Whose key signs: the issuer's, unless another one is named. */
  readonly signer?: Identity;
  readonly isDelegated?: boolean;
  readonly revokedAt?: string;
  readonly isUnknown?: boolean;
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
  readonly responseStatus?: number;
};

/** Makes an OCSP response (RFC 6960) about a certificate. */
function ocspResponse(about: Identity, answer: Answer): Buffer {
  const { issuer, signer = issuer, thisUpdate = SEALED, nextUpdate = '2026-11-27T12:00:00Z' } = answer;
  const subject = new X509Certificate(about.certificate);
  const sha1 = (bytes: Uint8Array) => octets(createHash('sha1').update(bytes).digest());
  const serial = Buffer.from(subject.serialNumber, 'hex');
  const id = sequence(SHA1, sha1(nameIn(about.certificate)), sha1(keyOf(issuer)), der(0x02, serial));
  const status =
    answer.revokedAt !== undefined
      ? der(0xa1, generalizedTime(new Date(answer.revokedAt)))
      : der(answer.isUnknown === true ? 0x82 : 0x80);
  const body = sequence(
    der(0xa2, sha1(keyOf(signer))),
    generalizedTime(new Date(thisUpdate)),
    sequence(
      sequence(
        id,
        status,
        generalizedTime(new Date(thisUpdate)),
        der(0xa0, generalizedTime(new Date(nextUpdate))),
      ),
    ),
  );
  const signature = sign('sha256', body, KeyObject.from(signer.keys.privateKey));
  const basic = sequence(
    body,
    sequence(oid('1.2.840.10045.4.3.2')),
    der(0x03, Uint8Array.of(0), signature),
    ...(answer.isDelegated === true ? [der(0xa0, sequence(signer.certificate))] : []),
  );
  return sequence(
    der(0x0a, Uint8Array.of(answer.responseStatus ?? 0)),
    der(0xa0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))),
  );
}

function keyOf({ certificate }: Identity): Buffer {
  return new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
}

/** The issuer's name in a certificate (DER): what follows the serial number and the algorithm. */
function nameIn(certificate: Buffer): Buffer {
  const marker = Buffer.from('06082a8648ce3d040302', 'hex');
  const at = certificate.indexOf(marker) + marker.length;
  return certificate.subarray(at, at + 2 + (certificate[at + 1] ?? 0));
}

/** Files that keep OCSP responses in place of revocation lists. */
export function responses({ bT }: Files, ids: Identities, root: Identity): Vector[] {
  const vector = (name: string, about: string, answer: Partial<Answer> = {}, change = (der: Buffer) => der) => ({
    name: `ocsp-${name}`,
    about,
    file: withStore(bT, [], [change(ocspResponse(answer.about ?? ids.seal, { issuer: root, ...answer }))]),
  });
  const changed = (response: Buffer) => {
    const copy = Buffer.from(response);
    copy.write('7', response.indexOf('20261127') + 3, 'latin1');
    return copy;
  };
  return [
    vector('good', 'Valid: the authority answers for the certificate.'),
    vector('delegated', 'Valid: a responder of the authority answers for the certificate.', {
      signer: ids.responder,
      isDelegated: true,
    }),
    vector('revoked', 'The certificate had been revoked before sealing.', {
      revokedAt: '2026-11-01T00:00:00Z',
    }),
    vector('revoked-later', 'Valid: the certificate was revoked after sealing.', {
      revokedAt: '2026-11-20T11:00:00Z',
    }),
    vector('stale', 'Valid, but the answer had expired before the timestamp.', {
      thisUpdate: '2026-11-01T00:00:00Z',
      nextUpdate: '2026-11-08T00:00:00Z',
    }),
    vector('unknown', "Valid, but the responder doesn't know the certificate.", { isUnknown: true }),
    vector('other-certificate', 'Valid, but the answer is about another certificate.', {
      about: ids.revoked,
    }),
    vector('wrong-signer', 'Somebody else signed the answer.', { signer: ids.foreign }),
    vector('foreign-responder', 'A responder of another authority with the same name signed the answer.', {
      signer: ids.foreignResponder,
      isDelegated: true,
    }),
    vector('not-a-responder', 'A certificate that is not for responders signed the answer.', {
      signer: ids.server,
      isDelegated: true,
    }),
    vector('changed', 'A date in the answer was changed.', {}, changed),
    vector('refused', 'The responder gave no answer.', { responseStatus: 3 }),
  ];
}
