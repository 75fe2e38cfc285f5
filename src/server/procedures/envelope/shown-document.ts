import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { createRefusal } from '#domain/errors.ts';
import { canSeeAllAnswers, isVisibleTo } from '#domain/field/visibility.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readMarks } from '#server/db/envelopes/signed-content.ts';
import { formatDocumentFilename, serveFile, servePdf } from '#server/document/serve.ts';
import { toSealField } from '#server/pdf/seal/seal-field.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import type { Services } from '#server/runtime/services.ts';
import { BlobMismatchError } from '#server/storage/driver.ts';
import { withLocalBytes, withLocalFile } from '#server/storage/local-file.ts';
import { readBlob } from '#server/storage/read-blob.ts';

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
 * The PDFs of an envelope that agents can read: as signers see it, the same with the answers so far, and
 * sealed.
 */
export const READABLE = ['prepared', 'current', 'sealed'] as const;

type Readable = (typeof READABLE)[number];

export const READABLE_DESCRIPTION =
  'prepared: the PDF that signers see. current: the same with the answers so far; the sealed PDF once there is one. sealed: signed and sealed. Default: sealed if it exists, otherwise prepared.';

type ReadableDocument = {
  readonly variant: Readable;
  readonly sha256: string;
  readonly pageCount: number;
  /** Passes the PDF to `use` as a read-only local file. */
  readonly read: <T>(use: (path: string) => Promise<T>) => Promise<T>;
};

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
  const document = await readStored(services, prepared);
  const bytes = await services.sealing.current(graph.envelope.organizationId, { document, fields, notice });
  return servePdf(bytes, {
    filename: formatDocumentFilename(displayName, 'prepared'),
    disposition,
    appended: Buffer.compare(bytes.subarray(0, document.length), document) === 0,
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

/**
 * Returns a PDF of an envelope. Refuses with `invalid_state` if the PDF doesn't exist, or doesn't exist yet.
 */
export async function requireReadableDocument(
  services: Services,
  graph: EnvelopeGraph,
  wanted: Readable | undefined,
): Promise<ReadableDocument> {
  const sealed = findDocument(graph, 'sealed');
  const variant = wanted ?? (sealed === null ? 'prepared' : 'sealed');
  const stored = variant === 'prepared' ? findDocument(graph, 'prepared') : sealed;
  if (stored !== null) return { variant, ...toReadableDocument(services, stored) };
  const prepared = findDocument(graph, 'prepared');
  if (variant !== 'current' || prepared === null) throw createMissingRefusal(graph);
  const fields = await readCurrentAnswers(services, graph, null);
  if (fields.length === 0) return { variant, ...toReadableDocument(services, prepared) };
  const bytes = await drawCurrentDocument(services, graph.envelope.organizationId, prepared, {
    fields,
    notice: null,
  });
  return {
    variant,
    sha256: computeSha256Hex(bytes),
    pageCount: prepared.pageCount ?? 0,
    read: (use) => withLocalBytes(bytes, use),
  };
}

/** Returns the PDF that a participant signs, with those answers so far that they may see. */
export async function readSignedDocument(
  services: Services,
  graph: EnvelopeGraph,
  participantId: string,
): Promise<Omit<ReadableDocument, 'variant'>> {
  const prepared = findDocument(graph, 'prepared');
  if (prepared === null) throw createMissingRefusal(graph);
  const fields = await readCurrentAnswers(services, graph, participantId);
  if (fields.length === 0) return toReadableDocument(services, prepared);
  const { organizationId, id, version } = graph.envelope;
  return {
    // This hash stands for bytes that are only drawn when they are read.
    sha256: computeSha256Hex(
      new TextEncoder().encode([prepared.sha256, id, version, participantId].join(' ')),
    ),
    pageCount: prepared.pageCount ?? 0,
    read: async (use) =>
      withLocalBytes(
        await drawCurrentDocument(services, organizationId, prepared, { fields, notice: null }),
        use,
      ),
  };
}

/**
 * Returns the answers so far that a reader may see, in the form in which they are drawn. `id` is null for the
 * sender.
 */
async function readCurrentAnswers(
  services: Pick<Services, 'db'>,
  graph: EnvelopeGraph,
  id: Reader['id'],
): Promise<readonly SealField[]> {
  const { organizationId } = graph.envelope;
  const marks = await transaction(services.db, { organizationId }, (tx) => readMarks(tx, graph.envelope.id));
  return graph.fields
    .filter((field) => id === null || isVisibleTo(field, id))
    .flatMap((field) => toSealField(field, graph.participants, marks));
}

/** Draws answers on the presented document. */
async function drawCurrentDocument(
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

async function readStored(
  services: Pick<Services, 'storage'>,
  stored: EnvelopeDocument,
): Promise<Uint8Array> {
  const bytes = await readBlob(services.storage, stored.key);
  if (computeSha256Hex(bytes) === stored.sha256) return bytes;
  throw new BlobMismatchError(`the object ${stored.key} differs from what was stored`);
}

function toReadableDocument(
  { storage }: Services,
  { key, sha256, pageCount }: EnvelopeDocument,
): Omit<ReadableDocument, 'variant'> {
  return { sha256, pageCount: pageCount ?? 0, read: (use) => withLocalFile(storage, key, use) };
}

function createMissingRefusal({ envelope }: EnvelopeGraph): Error {
  const { status, documentStatus } = envelope;
  const reason = documentStatus === 'processing' ? 'document_processing' : 'document_missing';
  return createRefusal('invalid_state', { status, reason });
}
