import {
  createInstanceAuthority,
  issueSealCertificate,
  type KeyType,
} from '#server/crypto/certificate-authority.ts';
import { createSoftwareKey, type SigningKey } from '#server/crypto/keys/signing-key.ts';
import { createRevocationList } from '#server/crypto/revocation-list.ts';
import type { Timestamp } from '#server/crypto/timestamp/token.ts';
import { EXTENSION_IN_PLACE } from '#server/pdf/seal/levels/extend.ts';
import { addValidationData, prepareTimestamp } from '#server/pdf/seal/levels/long-term.ts';
import { seal } from '../../pdf/support/seal-in-place.ts';
import type { Stamping } from '#server/pdf/seal/seal-request.ts';
import { exampleRequest } from '../../pdf/support/seal-request-example.ts';
import { sealableDocument } from '../../pdf/support/sealable-document.ts';

export const LEVELS = ['b-b', 'b-t', 'b-lt', 'b-lta'] as const;
export type Level = (typeof LEVELS)[number];

export type SealedLevels = {
  readonly files: Readonly<Record<Level, Uint8Array>>;
  readonly authority: Uint8Array;
  readonly signer: SigningKey;
};

/**
 * Seals a page at each level, where B-LT and B-LTA continue the file of B-T. `serviceLists` are revocation
 * lists of the timestamp service.
 */
export async function sealedLevels(
  keyType: KeyType,
  stamping: Stamping,
  serviceLists: readonly Uint8Array[] = [],
): Promise<SealedLevels> {
  const now = new Date();
  const authority = await createInstanceAuthority('Countersign test', now, { keyType });
  const signer = createSoftwareKey(
    await issueSealCertificate(authority, {
      organizationName: 'Überbau & Söhne GmbH',
      organizationId: 'org_01hzx3v9q8e7d6c5b4a39281706f',
      publishedAt: {
        issuer: 'https://sign.example.org/pki/authority.cer',
        revocationList: 'https://sign.example.org/pki/authority.crl',
      },
      ...{ now, keyType },
    }),
  );
  const request = { ...exampleRequest(await sealableDocument([{}]), signer, []), now };
  const basic = await seal(request);
  const timed = await seal({ ...request, stamping });
  const time = required(timed.timestamp);
  const nextUpdate = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
  const issueList = (number: number, at: Date) =>
    createRevocationList(authority, { number, revocations: [], now: at, nextUpdate });
  // As the product does it: the list that was current when the seal was made, and one that was issued since.
  const ownLists = await Promise.all([
    issueList(1, new Date(now.getTime() - 60_000)),
    issueList(2, new Date(Math.max(now.getTime(), time.time.getTime()))),
  ]);
  const longTerm = await addValidationData(timed.bytes, {
    certificates: [signer.certificate, ...signer.chain, ...time.certificates],
    revocationLists: [...ownLists, ...serviceLists],
    ocspResponses: [],
  });
  const archived = await archive(longTerm, stamping);
  return {
    files: { 'b-b': basic.bytes, 'b-t': timed.bytes, 'b-lt': longTerm, 'b-lta': archived },
    authority: authority.certificate,
    signer,
  };
}

/** Appends a document timestamp. */
export async function archive(file: Uint8Array, stamping: Stamping): Promise<Uint8Array> {
  const prepared = await prepareTimestamp(file, await stamping.tokenBytes());
  const { token, time } = required(await stamping.stamp(prepared.hole.sha256));
  return await EXTENSION_IN_PLACE.finishTimestamp(prepared, token, time);
}

function required(timestamp: Timestamp | null): Timestamp {
  if (timestamp === null) throw new Error('the timestamp service gave no timestamp');
  return timestamp;
}
