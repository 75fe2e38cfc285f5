import { createHash } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import {
  createInstanceAuthority,
  issueSealCertificate,
  type SealCertificate,
} from '#server/crypto/certificate-authority.ts';
import { type SigningKey, createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import type { CertificateOfCompletion } from '#server/pdf/certificate/content.ts';
import type { SealField, SealRequest } from '#server/pdf/seal/seal-request.ts';
import type { CertificateFacts, CertificateSigner } from '#server/sealing/certificate-facts.ts';
import { composeCertificate } from '#server/sealing/compose-certificate.ts';

export const NOW = new Date('2026-11-21T10:15:30.250Z');

/** Makes an authority and a seal certificate, once per test file because RSA keys take a while. */
export async function exampleAuthority(): Promise<{
  authority: { certificate: Uint8Array; privateKey: Uint8Array };
  signer: SealCertificate & SigningKey;
}> {
  const authority = await createInstanceAuthority('Countersign test', NOW);
  const issued = await issueSealCertificate(authority, {
    organizationName: 'Überbau & Söhne GmbH',
    organizationId: 'org_01hzx3v9q8e7d6c5b4a39281706f',
    now: NOW,
  });
  return { authority, signer: { ...issued, ...createSoftwareKey(issued) } };
}

export function exampleRequest(
  document: Uint8Array,
  signer: SigningKey,
  fields: SealField[],
  certificate: Partial<CertificateFacts> = {},
): SealRequest {
  return {
    document,
    fields,
    signer,
    certificate: exampleCertificate(document, certificate),
    organizationName: certificate.organization ?? exampleFacts(document).organization,
    evidence: Buffer.from(
      JSON.stringify({ events: [{ seq: 1, action: 'envelope.created', note: 'Grüße 李' }] }),
    ),
    now: NOW,
  };
}

export function exampleCertificate(
  document: Uint8Array,
  own: Partial<CertificateFacts> = {},
): CertificateOfCompletion {
  return composeCertificate({ ...exampleFacts(document), ...own });
}

export function exampleFacts(document: Uint8Array): CertificateFacts {
  const sha256 = createHash('sha256').update(document).digest('hex');
  return {
    language: 'en',
    isTest: false,
    envelope: {
      id: 'env_01jd7k2m3n4p5q6r7s8t9v0w1x',
      name: 'Master services agreement – Überbau & Söhne',
      originalFilename: 'msa-2026.pdf',
    },
    organization: 'Überbau & Söhne GmbH',
    sender: { name: 'Ada Lovelace', email: 'ada@example.org' },
    document: {
      originalSha256: 'ab'.repeat(32),
      files: [],
      presentedSha256: sha256,
      presentedBytes: document.length,
      pageCount: 3,
      isApart: false,
    },
    legalFramework: 'esign_ueta',
    consumerDisclosure: { version: '2026-01', locale: 'en', sha256: 'cd'.repeat(32) },
    sentAt: at(2),
    completedAt: at(60),
    signers: [
      exampleSigner({
        name: 'José Ñandú Łukasz',
        email: 'jose@example.org',
        mark: { kind: 'typed', text: 'José Ñandú' },
      }),
      exampleSigner({ name: 'محمد عبد الله', email: 'mohammed@example.org', company: '株式会社 李小龍' }),
    ],
    seal: {
      requestedLevel: 'B-LTA',
      subject: 'Überbau & Söhne GmbH',
      root: { name: 'Countersign test', sha256: 'ef'.repeat(32) },
    },
    copies: [],
    questionCount: 0,
    versions: [],
    chain: {
      headHash: 'ef'.repeat(32),
      eventCount: 14,
      logKey: 'sign.example.com/log+1a2b3c4d+AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAh',
    },
    verifyUrl: 'https://sign.example.org/verify',
  };
}

export function exampleSigner(own: Partial<CertificateSigner>): CertificateSigner {
  return {
    name: 'Grace Hopper',
    email: 'grace@example.org',
    company: 'Harbour Works',
    title: 'Managing director',
    role: 'signer',
    status: 'signed',
    timeZone: null,
    viewedAt: at(10),
    consentedAt: at(11),
    disclosure: '2026-01',
    signedAt: at(15),
    ipAddress: '2001:db8:85a3::8a2e:370:7334',
    mark: { kind: 'drawn', image: examplePicture() },
    authentication: { lines: ['Link sent to this email address'], at: at(10) },
    intent: {
      how: 'sign_and_finish',
      isOnPage: true,
      statement: {
        version: '2026-11-23',
        language: 'en',
        sha256: '9a'.repeat(32),
        text: 'By selecting “Sign and finish”, you agree to sign this.',
      },
    },
    delegations: [],
    proof: null,
    stampHash: null,
    attachments: [],
    ...own,
  };
}

/** Draws a handwritten line on a transparent background, as a signature pad does. */
export function examplePicture(type: 'png' | 'jpeg' = 'png'): Uint8Array {
  const canvas = createCanvas(600, 200);
  const context = canvas.getContext('2d');
  if (type === 'jpeg') {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 600, 200);
  }
  context.strokeStyle = '#14213d';
  context.lineWidth = 7;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(20, 150);
  context.bezierCurveTo(120, -120, 140, 320, 230, 90);
  context.bezierCurveTo(270, -20, 300, 260, 380, 110);
  context.bezierCurveTo(430, 20, 470, 180, 580, 60);
  context.stroke();
  return new Uint8Array(type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg'));
}

function at(minute: number): Date {
  return new Date(NOW.getTime() - (120 - minute) * 60_000);
}
