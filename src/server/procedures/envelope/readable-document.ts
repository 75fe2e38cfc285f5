import { findDocument, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readCurrentAnswers, drawCurrent } from '#server/procedures/envelope/serve-current.ts';
import { withLocalBytes, withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * The PDFs of an envelope that agents can read: as signers see it, the same with the answers so far, and
 * sealed.
 */
export const READABLE = ['prepared', 'current', 'sealed'] as const;
export type Readable = (typeof READABLE)[number];

export const READABLE_DESCRIPTION =
  'prepared: the PDF that signers see. current: the same with the answers so far; the sealed PDF once there is one. sealed: signed and sealed. Default: sealed if it exists, otherwise prepared.';

export type ReadableDocument = {
  readonly variant: Readable;
  readonly sha256: string;
  readonly pageCount: number;
  /** Passes the PDF to `use` as a read-only local file. */
  readonly read: <T>(use: (path: string) => Promise<T>) => Promise<T>;
};

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
  const bytes = await drawCurrent(services, graph.envelope.organizationId, prepared, {
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
      withLocalBytes(await drawCurrent(services, organizationId, prepared, { fields, notice: null }), use),
  };
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
