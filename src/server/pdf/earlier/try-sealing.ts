import { createInstanceAuthority, issueSealCertificate } from '#server/crypto/certificate-authority.ts';
import { createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import type { CertificateOfCompletion } from '#server/pdf/certificate/content.ts';
import { prepareSeal } from '#server/pdf/seal/prepare.ts';
import { finishSeal, signFile } from '#server/pdf/seal/seal.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import type { UsablePlace } from './form-places.ts';

const NAME = 'Trial';
const MARK = { kind: 'typed', text: NAME } as const;
/** The most form fields that are filled in on trial. */
const MOST_PLACES = 20;

/**
 * The certificate to pass for a document that keeps its signatures. Such a document gets no new pages, so
 * none of this is drawn.
 */
const NO_CERTIFICATE: CertificateOfCompletion = {
  ...{ language: 'en', isRightToLeft: false, title: '', name: '', introduction: '', sections: [] },
  ...{ footer: '', pageNumber: '' },
};

/**
 * Seals a signed document with a throwaway key and checks the result as sealing does. This reveals before
 * people sign that a document can't be sealed. `places` is null if fields can be anywhere.
 * @throws if the document can't be sealed
 */
export async function trySealing(
  document: Uint8Array,
  places: readonly UsablePlace[] | null,
  pageCount: number,
): Promise<void> {
  const now = new Date();
  const authority = await createInstanceAuthority(NAME, now, { keyType: 'p256' });
  const issued = await issueSealCertificate(authority, { organizationName: NAME, now, keyType: 'p256' });
  const { certificate, chain } = issued;
  const preparation = {
    ...{ document, keepsSignatures: true, fields: buildTrialFields(places, pageCount), marks: new Map() },
    ...{ certificate: NO_CERTIFICATE, organizationName: NAME, evidence: Buffer.from('{}'), now },
    signer: { certificate, chain },
  };
  const request = { signer: createSoftwareKey(issued), now };
  await signFile(request, finishSeal, document.length, (tokenBytes) =>
    prepareSeal({ ...preparation, tokenBytes }),
  );
}

/** Returns fields on the first and the last page, or fields on top of form fields. */
function buildTrialFields(places: readonly UsablePlace[] | null, pageCount: number): SealField[] {
  if (places === null) {
    const at = { x: 0.1, y: 0.4, width: 0.3, height: 0.05 };
    return [...new Set([1, pageCount])].map((page) => ({ ...at, page, type: 'text', value: NAME }));
  }
  return places.slice(0, MOST_PLACES).map(({ kind, page, x, y, width, height }) => ({
    ...{ page, x, y, width, height },
    ...(kind === 'signature' ? { type: 'signature', value: '', mark: MARK } : { type: 'text', value: NAME }),
  }));
}
