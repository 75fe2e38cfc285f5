import type { EventPayloads, SentVersion } from '#domain/event/catalogue.ts';
import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import type { Requester } from '#server/process/requester.ts';
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
  const listed = await listChanges(
    services,
    { organizationId, waiting: 'request' },
    { previousVersion, before, after },
  );
  if (listed === null)
    throw createRefusal(
      'document_unreadable',
      { reason: 'too_complex' },
      'The versions took too long to compare.',
    );
  return listed;
}

/** Lists what one document says differently from another; null if that takes too long. */
async function listChanges(
  { storage, texts }: Pick<Services, 'storage' | 'texts'>,
  requester: Requester,
  {
    previousVersion,
    before,
    after,
  }: {
    readonly previousVersion: string;
    readonly before: EnvelopeDocument;
    readonly after: EnvelopeDocument;
  },
) {
  const compared = await withLocalFile(storage, before.key, (path) =>
    withLocalFile(storage, after.key, (other) =>
      texts.compare(requester, {
        before: { path, sha256: before.sha256 },
        after: { path: other, sha256: after.sha256 },
        pageCount: (before.pageCount ?? 0) + (after.pageCount ?? 0),
      }),
    ),
  );
  if (compared === null) return null;
  const list = {
    ...{ previousVersion, documentHash: after.sha256, previousDocumentHash: before.sha256 },
    ...compared,
  };
  return { ...list, digest: computeSha256Hex(toCanonicalJson(list)) };
}

/**
 * Lists the versions up to a draft that is about to be sent, with what the log says about each: its document and the
 * digest of what changed. Returns null for a first version, and if the version before is gone.
 */
export async function listSentVersions(
  services: Pick<Services, 'db' | 'storage' | 'texts'>,
  { organizationId, envelopeId }: { readonly organizationId: string; readonly envelopeId: string },
): Promise<readonly SentVersion[] | null> {
  const { envelope, ...graph } = await loadGraph(services, organizationId, envelopeId);
  const { previousVersionId: previousVersion, versionNumber } = envelope;
  const after = findDocument(graph, 'prepared');
  if (previousVersion === null || after === null) return null;
  const [previous, events] = await readTransaction(services.db, { organizationId }, (tx) =>
    Promise.all([
      readGraph(tx, organizationId, previousVersion),
      readEvents(tx, organizationId, previousVersion),
    ]),
  );
  const before = previous === null ? null : findDocument(previous, 'prepared');
  if (previous === null || before === null) return null;
  const sent = events?.findLast(({ action }) => action === 'envelope.sent')?.payload;
  const earlier = (sent as EventPayloads['envelope.sent'] | null | undefined)?.versions ?? [
    {
      ...{ envelopeId: previousVersion, versionNumber: previous.envelope.versionNumber },
      ...{ documentHash: before.sha256, changesDigest: null },
    },
  ];
  const listed = await listChanges(
    services,
    { organizationId, waiting: 'request' },
    { previousVersion, before, after },
  );
  const changesDigest = listed?.digest ?? null;
  return [...earlier, { envelopeId, versionNumber, documentHash: after.sha256, changesDigest }];
}
