import { createHash } from 'node:crypto';
import type { Timestamp } from '#server/crypto/timestamp/token.ts';
import { buildSignedAttributes, encodeSignedData, encodeSignedForm } from './cms.ts';
import { fillHole, type Hole } from './placeholder.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';
import type { PreparedFile, PreparedSeal } from './prepare.ts';
import type { SealedDocument, SealPreparation, SealRequest, SignatureMark } from './seal-request.ts';
import { refuseInvalidSeal } from './self-check.ts';
import { checkEarlierSignatures, findLaterFaults } from '../earlier/earlier-signatures.ts';

export type Unfinished = {
  readonly bytes: Uint8Array;
  readonly hole: Omit<Hole, 'sha256'>;
  readonly signature: Uint8Array;
  /** How many bytes at the start of the file have signatures that must stay valid; 0 for none. */
  readonly keptLength: number;
  readonly now: Date;
};
export type Finished = { readonly bytes: Uint8Array; readonly sha256: string };

/** The slow stages, which can run in threads. Keys and timestamp services are used between them. */
export type SealStages = {
  readonly load: (marks: Iterable<SignatureMark>) => Promise<LoadedMarks>;
  readonly prepare: (preparation: SealPreparation) => Promise<PreparedSeal>;
  readonly prepareCertificate: (preparation: SealPreparation, sealedSha256: string) => Promise<PreparedFile>;
  readonly finish: (unfinished: Unfinished) => Promise<Finished>;
};

/**
 * Seals a document with a PAdES signature (ETSI EN 319 142-1). The signature certifies the document if it is
 * the first one. The level is B-T if a timestamp is available, otherwise B-B. Verifies the result. Throws
 * what the stages throw.
 */
export async function seal(request: SealRequest, stages: SealStages): Promise<SealedDocument> {
  const { stamping: _stamping, signer, ...content } = request;
  const { certificate, chain } = signer;
  const marks = await stages.load(iterateMarks(request));
  const preparation = { ...content, marks, signer: { certificate, chain } };
  const keeps = request.keepsSignatures === true;
  const { hole: _hole, ...sealed } = await signFile(
    request,
    stages.finish,
    keeps ? request.document.length : 0,
    (tokenBytes) => stages.prepare({ ...preparation, tokenBytes }),
  );
  if (!keeps) return { ...sealed, certificate: null };
  const own = await signFile(request, stages.finish, 0, (tokenBytes) =>
    stages.prepareCertificate({ ...preparation, tokenBytes }, sealed.sha256),
  );
  const boxedCharacters = [...new Set([...sealed.boxedCharacters, ...own.boxedCharacters])];
  const { bytes, sha256, pageCount } = own;
  return { ...sealed, boxedCharacters, certificate: { bytes, sha256, pageCount } };
}

function* iterateMarks({ fields, certificate }: SealRequest): Generator<SignatureMark> {
  for (const { mark } of fields) if (mark) yield mark;
  for (const { parts } of certificate.sections)
    for (const part of parts)
      if (part.kind === 'people') for (const { mark } of part.people) if (mark) yield mark;
}

/**
 * Prepares, signs and checks a file. `keptLength` is how many bytes at its start have signatures that must
 * stay valid.
 */
export async function signFile<File extends PreparedFile>(
  { signer, stamping = null, now }: Pick<SealRequest, 'signer' | 'stamping' | 'now'>,
  finish: SealStages['finish'],
  keptLength: number,
  prepare: (tokenBytes: number) => Promise<File>,
): Promise<File & Finished & { readonly timestamp: Timestamp | null }> {
  const { certificate, chain } = signer;
  let tokenBytes = (await stamping?.tokenBytes()) ?? 0;
  for (;;) {
    const prepared = await prepare(tokenBytes);
    const { bytes, hole } = prepared;
    const attributes = buildSignedAttributes(hole.sha256, certificate);
    const signature = await signer.sign(encodeSignedForm(attributes));
    const digest = createHash('sha256').update(signature).digest();
    const timestamp = (await stamping?.stamp(digest)) ?? null;
    // A timestamp service's next certificates may need more room than was reserved.
    if (timestamp !== null && timestamp.token.length > tokenBytes) {
      tokenBytes = timestamp.token.length + 1024;
      continue;
    }
    const structure = encodeSignedData({
      certificates: [certificate, ...chain],
      ...{ leaf: certificate, attributes, signature, timestamp: timestamp?.token ?? null },
    });
    const signedAt = timestamp === null || timestamp.time < now ? now : timestamp.time;
    const finished = await finish({
      ...{ bytes, hole, keptLength },
      ...{ signature: structure, now: signedAt },
    });
    return { ...prepared, ...finished, timestamp };
  }
}

/** Writes the signature into its hole. Throws instead of returning a file that a verifier would reject. */
export async function finishSeal({ bytes, hole, signature, keptLength, now }: Unfinished): Promise<Finished> {
  fillHole(bytes, hole, signature);
  await refuseInvalidSeal(bytes, now);
  if (keptLength > 0) await checkKept(bytes, bytes.subarray(0, keptLength));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Checks that adding a signature did nothing that the signatures of the presented document don't permit.
 * @throws if it did, which would be a bug
 */
async function checkKept(bytes: Uint8Array, presented: Uint8Array): Promise<void> {
  const found = await checkEarlierSignatures(presented);
  if ('kind' in found)
    throw new Error(`the signature ${found.name} of the presented document is ${found.kind}`);
  const [fault] = await findLaterFaults(bytes, found.signatures);
  if (fault !== undefined)
    throw new Error(`an earlier signature doesn't permit the seal: ${fault.code} in ${fault.where}`);
}
