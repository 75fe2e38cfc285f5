import { type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import type { Services } from '#server/runtime/services.ts';
import { withLocalFile } from '#server/storage/local-file.ts';

/**
 * Compares a version with the one before. Refuses with `invalid_state` if there is none, or one of them has no document
 * yet, and with `document_unreadable` if comparing them takes too long.
 */
export async function compareVersions(services: Services, graph: EnvelopeGraph) {
  const { organizationId, status, previousVersionId: previousVersion } = graph.envelope;
  if (previousVersion === null) throw createRefusal('invalid_state', { status, reason: 'first_version' });
  const previous = await loadGraph(services, organizationId, previousVersion);
  const [before, after] = [findDocument(previous, 'prepared'), findDocument(graph, 'prepared')];
  if (before === null || after === null)
    throw createRefusal('invalid_state', { status, reason: 'document_missing' });
  const { storage, texts } = services;
  const compared = await withLocalFile(storage, before.key, (path) =>
    withLocalFile(storage, after.key, (other) =>
      texts.compare(
        { organizationId, waiting: 'request' },
        {
          before: { path, sha256: before.sha256 },
          after: { path: other, sha256: after.sha256 },
          pageCount: (before.pageCount ?? 0) + (after.pageCount ?? 0),
        },
      ),
    ),
  );
  if (compared === null)
    throw createRefusal(
      'document_unreadable',
      { reason: 'too_complex' },
      'The versions took too long to compare.',
    );
  const list = {
    ...{ previousVersion, documentHash: after.sha256, previousDocumentHash: before.sha256 },
    ...compared,
  };
  return { ...list, digest: computeSha256Hex(toCanonicalJson(list)) };
}
