import { SYSTEM } from '#domain/actor.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { completeDetection, failDetection, startDetection } from '#domain/envelope/detect.ts';
import { documentOf, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { completeProcessing, refuseProcessed } from '#domain/envelope/upload.ts';
import { Refusal } from '#domain/errors.ts';
import { foundFields } from '#reading/detection.ts';
import { commit, type Decide } from '#server/commit.ts';
import { factsOf } from '#server/app/context.ts';
import { isDatabaseAway } from '#server/db/client/unreachable.ts';
import { settleWaiting } from '#server/document/place-fields.ts';
import { receiveDocument, tooLarge } from '#server/document/receive.ts';
import type { DetectionOutcome } from '#server/pdf/reading/detector.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/app/services.ts';

type Target = EffectPayloads['svc/document.received'];

/**
 * Reads an envelope's document: converts it if that was left to a job, and detects fields if requested. An
 * envelope whose state has changed stays as it is. After the last attempt, the draft continues without
 * fields.
 */
export async function readDocument(services: Services, target: Target, lastAttempt: boolean): Promise<void> {
  const received = await decide(services, target, startDetection);
  if (received === null) return;
  const graph =
    received.envelope.documentStatus === 'processing'
      ? await convert(services, target, received, lastAttempt)
      : received;
  if (graph?.envelope.status === 'detecting') await detect(services, target, graph, lastAttempt);
}

async function convert(
  services: Services,
  target: Target,
  graph: EnvelopeGraph,
  lastAttempt: boolean,
): Promise<EnvelopeGraph | null> {
  const { organizationId, envelopeId } = target;
  const { trackedChanges, textTags } = graph.envelope;
  const key = uploadKey(organizationId, envelopeId);
  try {
    const stored = await services.storage.stat(key);
    if (stored !== null && stored.sizeBytes > services.config.limits.documentBytes) throw tooLarge(services);
    const document = await withLocalFile(services.storage, key, (path) =>
      receiveDocument(services, organizationId, path, { trackedChanges, textTags }),
    );
    const settled = await settleWaiting(services, graph, document);
    const facts = factsOf(SYSTEM, services);
    await decide(services, target, (current) => completeProcessing(current, settled, facts));
    await services.storage.remove(key);
    return await decide(services, target, startDetection);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (!(error instanceof Refusal) && !lastAttempt) throw error;
    if (!(error instanceof Refusal))
      services.log.warn({ err: error, ...target }, 'document conversion failed');
    await decide(services, target, (current) => refuseProcessed(current, reasonOf(error)));
    await services.storage.remove(key);
    return null;
  }
}

async function detect(
  services: Services,
  target: Target,
  graph: EnvelopeGraph,
  lastAttempt: boolean,
): Promise<void> {
  let outcome: DetectionOutcome;
  try {
    outcome = await findFields(services, graph);
  } catch (error) {
    if (!lastAttempt) throw error;
    services.log.warn({ err: error, ...target }, 'field detection failed');
    await decide(services, target, (current) => failDetection(current, 'unavailable'));
    return;
  }
  switch (outcome.kind) {
    case 'found': {
      const { detection } = outcome;
      const facts = factsOf(SYSTEM, services);
      const found = { fields: foundFields(detection), parties: detection.parties };
      await decide(services, target, (current) => completeDetection(current, found, facts));
      return;
    }
    case 'ended': {
      const { cause } = outcome;
      if (!lastAttempt) throw new Error(`the process that read the document exited: ${cause}`);
      await decide(services, target, (current) => failDetection(current, cause));
      return;
    }
    default:
      outcome satisfies never;
  }
}

async function findFields(services: Services, graph: EnvelopeGraph): Promise<DetectionOutcome> {
  const prepared = documentOf(graph, 'prepared');
  if (prepared === null) throw new Error(`envelope ${graph.envelope.id} has no prepared document`);
  const original = graph.envelope.sourceFormat === 'pdf' ? documentOf(graph, 'original') : null;
  const pages = prepared.pageCount ?? 0;
  return await withLocalFile(services.storage, prepared.key, (preparedPath) =>
    withOptionalFile(services, original, (originalPath) =>
      services.detector.detect({ preparedPath, originalPath, pages }),
    ),
  );
}

async function withOptionalFile<T>(
  services: Services,
  document: EnvelopeDocument | null,
  use: (path: string | null) => Promise<T>,
): Promise<T> {
  return document === null ? await use(null) : await withLocalFile(services.storage, document.key, use);
}

/** Returns null if the envelope is gone: deleted drafts can't be found. */
async function decide(services: Services, target: Target, decision: Decide): Promise<EnvelopeGraph | null> {
  try {
    return await commit(services, target, factsOf(SYSTEM, services), decision);
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
