import { loadMarks } from '#server/pdf/drawing/marks.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';
import { readPicture } from '#server/pdf/image/read-picture.ts';
import { SignatureImageError } from '#server/pdf/image/signature-image.ts';
import { prepareCertificate, prepareSeal } from '#server/pdf/seal/prepare.ts';
import { finishSeal, seal as sealByStages } from '#server/pdf/seal/seal.ts';
import type { SealedDocument, SealRequest, SignatureMark } from '#server/pdf/seal/seal-request.ts';

/** Seals a document without threads or processes. */
export function seal(request: SealRequest): Promise<SealedDocument> {
  return sealByStages(request, {
    load: loadInPlace,
    prepare: prepareSeal,
    prepareCertificate,
    finish: finishSeal,
  });
}

/** Decodes pictures in this process. */
export function loadInPlace(marks: Iterable<SignatureMark>): Promise<LoadedMarks> {
  return loadMarks(marks, async (image) => {
    const outcome = await readPicture({ as: 'mark', image });
    if (outcome.kind === 'refused') throw new SignatureImageError(outcome.reason);
    if (outcome.kind !== 'mark') throw new Error(`a ${outcome.kind} came instead of a mark`);
    return outcome.picture;
  });
}
