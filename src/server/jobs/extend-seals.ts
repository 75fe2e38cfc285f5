import { SYSTEM } from '#domain/actor.ts';
import { extendSeal } from '#domain/envelope/seal.ts';
import { findDocument } from '#domain/envelope/graph.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { getRenewalTime } from '#server/crypto/timestamp/renewal.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readDueSeals, type DueEnvelope } from '#server/db/envelopes/due.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { collectValidationData } from '#server/sealing/validation-data.ts';
import { ensureRevocationList } from '#server/sealing/pki/revocation.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { buildBlobKey } from '#server/storage/keys.ts';
import type { Services } from '#server/runtime/services.ts';

const BATCH = 100;

/**
 * Raises every seal that is due to B-LTA, or renews its document timestamp. Stops at the first seal that
 * can't get a timestamp, because then the services are down; the next round tries again. Also renews the
 * instance's revocation list.
 */
export async function extendDueSeals(services: Services, isStopping = () => false): Promise<void> {
  // A configured key comes from someone else's authority. Checking its state warns of its expiry.
  if (services.sealKey === null) await ensureRevocationList(services);
  else await services.sealKey.state();
  if (!services.timestamps.configured) return;
  const seen = new Set<string>();
  for (;;) {
    const limit = BATCH + seen.size;
    const due = await transaction(services.db, { dueRows: true }, (tx) =>
      readDueSeals(tx, services.clock(), limit),
    );
    const fresh = due.filter(({ envelopeId }) => !seen.has(envelopeId));
    for (const envelope of fresh) {
      if (isStopping()) return;
      seen.add(envelope.envelopeId);
      try {
        if (!(await extendOne(services, envelope))) return;
      } catch (error) {
        services.log.error({ err: error, ...envelope }, 'a seal could not be extended');
      }
    }
    if (due.length < limit) return;
  }
}

/** Extends one seal. Returns false if the timestamp services didn't answer. */
async function extendOne(services: Services, target: DueEnvelope): Promise<boolean> {
  const { organizationId, envelopeId } = target;
  const graph = await transaction(services.db, { organizationId }, (tx) =>
    readGraph(tx, organizationId, envelopeId),
  );
  const sealed = graph === null ? null : findDocument(graph, 'sealed');
  const level = graph?.envelope.sealLevel ?? null;
  if (sealed === null || level === null) return true;
  const bytes = await readBlob(services.storage, sealed.key);
  if (computeSha256Hex(bytes) !== sealed.sha256)
    throw new Error(`the object ${sealed.key} differs from what was stored`);
  const sources = {
    ...services.timestamps,
    validationData: (certificates: readonly Uint8Array[], since: Date) =>
      collectValidationData(services, certificates, since),
  };
  const file = await services.sealing.extend(bytes, level, sources, (error) =>
    services.log.warn({ err: error, ...target }, 'a seal stays below B-LTA for now'),
  );
  if (file === null) return services.timestamps.reachable();

  const sha256 = computeSha256Hex(file.bytes);
  const key = buildBlobKey(organizationId, sha256);
  await services.storage.put(key, file.bytes, { contentType: 'application/pdf', sha256 });
  const facts = collectFacts(SYSTEM, services);
  const dueAt =
    file.level === 'B-LTA' ? getRenewalTime(file.timestamp, services.clock()).toISOString() : facts.now;
  const document = { ...sealed, key, sha256, sizeBytes: file.bytes.byteLength };
  await commit(services, target, facts, (graph) =>
    extendSeal(graph, { from: sealed.sha256, document, level: file.level, dueAt }),
  );
  return services.timestamps.reachable();
}
