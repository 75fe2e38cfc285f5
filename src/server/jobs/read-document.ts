import { SYSTEM } from '#domain/actor.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { completeDetection, failDetection, startDetection } from '#domain/envelope/detect.ts';
import { documentOf, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { completeProcessing, refuseProcessed } from '#domain/envelope/upload.ts';
import { Refusal } from '#domain/errors.ts';
import { commit, type Decide } from '#server/commit.ts';
import { factsOf } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/unreachable.ts';
import { receiveDocument, tooLarge } from '#server/document/receive.ts';
import type { DetectionOutcome } from '#server/pdf/detector.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { World } from '#server/world.ts';

type Target = EffectPayloads['svc/document.received'];

/**
 * Reads an envelope's document: converts it where a request could not wait for that, and has its fields found where that
 * is wanted. An envelope that has moved on meanwhile stays as it is. After the last attempt the draft goes on without.
 */
export async function readDocument(world: World, target: Target, lastAttempt: boolean): Promise<void> {
  const received = await decide(world, target, startDetection);
  if (received === null) return;
  const graph =
    received.envelope.documentStatus === 'processing' ? await convert(world, target, lastAttempt) : received;
  if (graph?.envelope.status === 'detecting') await detect(world, target, graph, lastAttempt);
}

async function convert(world: World, target: Target, lastAttempt: boolean): Promise<EnvelopeGraph | null> {
  const { organizationId, envelopeId } = target;
  const key = uploadKey(organizationId, envelopeId);
  try {
    const stored = await world.storage.stat(key);
    if (stored !== null && stored.sizeBytes > world.config.limits.documentBytes) throw tooLarge(world);
    const document = await withLocalFile(world.storage, key, (path) =>
      receiveDocument(world, organizationId, path),
    );
    await decide(world, target, (graph) => completeProcessing(graph, document));
    await world.storage.remove(key);
    return await decide(world, target, startDetection);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (!(error instanceof Refusal) && !lastAttempt) throw error;
    if (!(error instanceof Refusal))
      world.log.warn({ err: error, ...target }, 'a document was not converted');
    await decide(world, target, (graph) => refuseProcessed(graph, reasonOf(error)));
    await world.storage.remove(key);
    return null;
  }
}

async function detect(
  world: World,
  target: Target,
  graph: EnvelopeGraph,
  lastAttempt: boolean,
): Promise<void> {
  let outcome: DetectionOutcome;
  try {
    outcome = await findFields(world, graph);
  } catch (error) {
    if (!lastAttempt) throw error;
    world.log.warn({ err: error, ...target }, 'fields could not be looked for');
    await decide(world, target, (current) => failDetection(current, 'unavailable'));
    return;
  }
  switch (outcome.kind) {
    case 'found': {
      const { detection } = outcome;
      const facts = factsOf(SYSTEM, world);
      await decide(world, target, (current) => completeDetection(current, detection, facts));
      return;
    }
    case 'ended': {
      const { cause } = outcome;
      if (!lastAttempt) throw new Error(`the process that read the document ended: ${cause}`);
      await decide(world, target, (current) => failDetection(current, cause));
      return;
    }
    default:
      outcome satisfies never;
  }
}

async function findFields(world: World, graph: EnvelopeGraph): Promise<DetectionOutcome> {
  const prepared = documentOf(graph, 'prepared');
  if (prepared === null) throw new Error(`envelope ${graph.envelope.id} has no prepared document`);
  const original = graph.envelope.sourceFormat === 'pdf' ? documentOf(graph, 'original') : null;
  const pages = prepared.pageCount ?? 0;
  return await withLocalFile(world.storage, prepared.key, (preparedPath) =>
    withOptionalFile(world, original, (originalPath) =>
      world.detector.detect({ preparedPath, originalPath, pages }),
    ),
  );
}

async function withOptionalFile<T>(
  world: World,
  document: EnvelopeDocument | null,
  use: (path: string | null) => Promise<T>,
): Promise<T> {
  return document === null ? await use(null) : await withLocalFile(world.storage, document.key, use);
}

/** Null where the envelope is gone: a deleted draft is found by nobody. */
async function decide(world: World, target: Target, decision: Decide): Promise<EnvelopeGraph | null> {
  try {
    return await commit(world, target, factsOf(SYSTEM, world), decision);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return 'conversion_failed';
  const reason = error.details?.['reason'];
  if (typeof reason === 'string') return reason;
  return error.code === 'payload_too_large' ? 'too_large' : 'not_pdf_or_docx';
}
