import { findDocument, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { isVisibleTo, canSeeAllAnswers } from '#domain/field/visibility.ts';
import { createRefusal } from '#domain/errors.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readMarks } from '#server/db/envelopes/signed-content.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { formatDocumentFilename, serveFile, servePdf } from '#server/document/serve.ts';
import { BlobMismatchError } from '#server/storage/driver.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import type { Services } from '#server/runtime/services.ts';
import { toSealField } from '#server/pdf/seal/seal-field.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';

type Reader = {
  /**
   * The identifier of a participant or of someone who gets a copy. Null for the sender, who may see
   * everything.
   */
  readonly id: string | null;
  /** Whether an unsealed document is marked as unsealed. */
  readonly marked: boolean;
  readonly disposition: 'inline' | 'attachment';
};

const UNFINISHED = 'not everyone has signed, and this copy is not sealed';
const ENDED: Partial<Record<EnvelopeStatus, string>> = {
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
};
const WITHHELD = 'Copy without private answers of others: the sender has the sealed document';

/**
 * Serves the document as a reader may see it now: the sealed one, or the presented one with the answers so
 * far. Other people's private answers are left out, even after the envelope is sealed.
 */
export async function serveCurrent(
  services: Services,
  graph: EnvelopeGraph,
  { id, marked, disposition }: Reader,
): Promise<Response> {
  const { displayName } = graph.envelope;
  const sealed = findDocument(graph, 'sealed');
  if (sealed !== null && canSeeAllAnswers(graph, id))
    return await serveFile(services, sealed, {
      filename: formatDocumentFilename(displayName, 'sealed'),
      disposition,
    });
  const prepared = findDocument(graph, 'prepared');
  if (prepared === null) throw createRefusal('invalid_state', { status: graph.envelope.status });
  const fields = await readCurrentAnswers(services, graph, id);
  const notice =
    sealed !== null
      ? WITHHELD
      : marked
        ? `${ENDED[graph.envelope.status] ?? 'In progress'}: ${UNFINISHED}`
        : null;
  const bytes = await drawCurrent(services, graph.envelope.organizationId, prepared, { fields, notice });
  return servePdf(bytes, { filename: formatDocumentFilename(displayName, 'prepared'), disposition });
}

/**
 * Returns the answers so far that a reader may see, in the form in which they are drawn. `id` is null for the
 * sender.
 */
export async function readCurrentAnswers(
  services: Pick<Services, 'db'>,
  graph: EnvelopeGraph,
  id: Reader['id'],
): Promise<readonly SealField[]> {
  const { organizationId } = graph.envelope;
  const marks = await transaction(services.db, { organizationId }, (tx) => readMarks(tx, graph.envelope.id));
  return graph.fields
    .filter((field) => field.value !== null && (id === null || isVisibleTo(field, id)))
    .flatMap((field) => toSealField(field, graph.participants, marks));
}

/** Draws answers on the presented document. */
export async function drawCurrent(
  services: Pick<Services, 'sealing' | 'storage'>,
  organizationId: string,
  prepared: EnvelopeDocument,
  drawn: { readonly fields: readonly SealField[]; readonly notice: string | null },
): Promise<Uint8Array> {
  return await services.sealing.current(organizationId, {
    document: await readStored(services, prepared),
    ...drawn,
  });
}

/**
 * Serves a certificate that is a separate file. It contains everyone's answers, so readers who may not see
 * all of them don't get it.
 */
export async function serveCertificate(
  services: Services,
  graph: EnvelopeGraph,
  { id, disposition }: Pick<Reader, 'disposition'> & { readonly id: string },
): Promise<Response> {
  const certificate = findDocument(graph, 'certificate');
  if (certificate === null || !canSeeAllAnswers(graph, id))
    throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'document_missing' });
  return await serveFile(services, certificate, {
    filename: formatDocumentFilename(graph.envelope.displayName, 'certificate'),
    disposition,
  });
}

async function readStored(
  services: Pick<Services, 'storage'>,
  stored: EnvelopeDocument,
): Promise<Uint8Array> {
  const bytes = await readBlob(services.storage, stored.key);
  if (computeSha256Hex(bytes) === stored.sha256) return bytes;
  throw new BlobMismatchError(`the object ${stored.key} differs from what was stored`);
}
