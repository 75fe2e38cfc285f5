import { SYSTEM } from '#domain/actor.ts';
import { completeDetection, failDetection } from '#domain/envelope/detect.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import type { EnvelopeDocument, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { listReceivedFiles, type ReceivedFile } from '#domain/envelope/files/file.ts';
import { mergeFoundInFiles, type FoundInFile } from '#domain/envelope/files/found-in-files.ts';
import { listFoundFields, type Detection } from '#reading/detection.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { DetectionOutcome } from '#server/pdf/reading/detector.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/runtime/services.ts';
import { decide } from './decide-as-system.ts';

type Target = EffectPayloads['svc/document.received'];

/**
 * Detects the fields of the files that should be read now. After the last attempt, the draft continues
 * without them.
 */
export async function detectFields(
  services: Services,
  target: Target,
  graph: EnvelopeGraph,
  lastAttempt: boolean,
): Promise<void> {
  const files = listReceivedFiles(graph.files).filter(({ detectionWanted }) => detectionWanted);
  const readFiles = files.map(({ id }) => id);
  const found: FoundInFile[] = [];
  for (const file of files) {
    const outcome = await runDetection(services, target.organizationId, file.content, lastAttempt);
    if (outcome.kind === 'failed') {
      if (outcome.error !== null)
        services.log.warn({ err: outcome.error, ...target }, 'field detection failed');
      await decide(services, target, (current) => failDetection(current, outcome.reason, readFiles));
      return;
    }
    const { detection } = outcome;
    found.push({ fileId: file.id, fields: listFoundFields(detection), parties: detection.parties });
  }
  const facts = collectFacts(SYSTEM, services);
  await decide(services, target, (current) =>
    completeDetection(current, mergeFoundInFiles(current, found), facts, readFiles),
  );
}

type Detected =
  | { readonly kind: 'found'; readonly detection: Detection }
  | { readonly kind: 'failed'; readonly reason: string; readonly error: unknown };

/** Runs the detection. Throws if it fails, unless this was the last attempt. */
async function runDetection(
  services: Services,
  organizationId: string,
  content: ReceivedFile['content'],
  lastAttempt: boolean,
): Promise<Detected> {
  let outcome: DetectionOutcome;
  try {
    outcome = await findFields(services, organizationId, content);
  } catch (error) {
    if (!lastAttempt) throw error;
    return { kind: 'failed', reason: 'unavailable', error };
  }
  if (outcome.kind === 'found') return outcome;
  const { cause } = outcome;
  if (!lastAttempt) throw new Error(`the process that read the document exited: ${cause}`);
  return { kind: 'failed', reason: cause, error: null };
}

async function findFields(
  services: Services,
  organizationId: string,
  { sourceFormat, original, prepared }: ReceivedFile['content'],
): Promise<DetectionOutcome> {
  const pages = prepared.pageCount ?? 0;
  return await withLocalFile(services.storage, prepared.key, (preparedPath) =>
    withOptionalFile(services, sourceFormat === 'pdf' ? original : null, (originalPath) =>
      services.detector.detect({ organizationId, waiting: 'job' }, { preparedPath, originalPath, pages }),
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
