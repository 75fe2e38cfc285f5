import { SYSTEM } from '#domain/actor.ts';
import type { Decision } from '#domain/decision.ts';
import { completeDetection, failDetection, startDetection } from '#domain/envelope/detect.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import type { Language } from '#domain/language.ts';
import type { EnvelopeDocument, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { listReceivedFiles, type ReceivedFile } from '#domain/envelope/files/file.ts';
import { mergeFoundInFiles, type FoundInFile } from '#domain/envelope/files/found-in-files.ts';
import { listFoundFields, type Detection } from '#reading/detection.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { DetectionOutcome } from '#server/pdf/reading/detector.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/runtime/services.ts';
import { decide } from './decide-as-system.ts';

type Target = EffectPayloads['svc/document.received'];

/**
 * Detects the fields of the files that should be read now. Queued detection starts when its result is there, so
 * that people can work on the draft while a long scan is read. After the last attempt, the draft continues
 * without fields.
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
  const settle = async (decision: (current: EnvelopeGraph) => Decision) => {
    await decide(services, target, startDetection);
    await decide(services, target, decision);
  };
  const languages = await listReadingLanguages(services, graph);
  for (const file of files) {
    const document = { organizationId: target.organizationId, content: file.content, languages };
    const outcome = await runDetection(services, document, lastAttempt);
    if (outcome.kind === 'failed') {
      if (outcome.error !== null)
        services.log.warn({ err: outcome.error, ...target }, 'field detection failed');
      await settle((current) => failDetection(current, outcome.reason, readFiles));
      return;
    }
    const { detection } = outcome;
    found.push({ fileId: file.id, fields: listFoundFields(detection), parties: detection.parties });
  }
  const facts = collectFacts(SYSTEM, services);
  await settle((current) => completeDetection(current, mergeFoundInFiles(current, found), facts, readFiles));
}

type Detected =
  | { readonly kind: 'found'; readonly detection: Detection }
  | { readonly kind: 'failed'; readonly reason: string; readonly error: unknown };

type DetectedDocument = {
  readonly organizationId: string;
  readonly content: ReceivedFile['content'];
  readonly languages: readonly Language[];
};

/** Runs the detection. Throws if it fails, unless this was the last attempt. */
async function runDetection(
  services: Services,
  document: DetectedDocument,
  lastAttempt: boolean,
): Promise<Detected> {
  let outcome: DetectionOutcome;
  try {
    outcome = await findFields(services, document);
  } catch (error) {
    if (!lastAttempt) throw error;
    return { kind: 'failed', reason: 'unavailable', error };
  }
  if (outcome.kind === 'found') return outcome;
  const { cause } = outcome;
  if (!lastAttempt) throw new Error(`the process that read the document exited: ${cause}`);
  return { kind: 'failed', reason: cause, error: null };
}

/** The languages of the people whom a document is for: the sender's first, because the sender has it. */
export async function listReadingLanguages(
  services: Services,
  { envelope, participants }: EnvelopeGraph,
): Promise<Language[]> {
  const { senderUserId } = envelope;
  const sender = senderUserId === null ? null : await readUser(services.db.drizzle, senderUserId);
  const languages = [sender?.locale ?? null, ...participants.map(({ language }) => language)];
  return [...new Set(languages.filter((language) => language !== null))];
}

async function findFields(
  services: Services,
  { organizationId, content, languages }: DetectedDocument,
): Promise<DetectionOutcome> {
  const { sourceFormat, original, prepared } = content;
  const pages = prepared.pageCount ?? 0;
  return await withLocalFile(services.storage, prepared.key, (preparedPath) =>
    withOptionalFile(services, sourceFormat === 'pdf' ? original : null, (originalPath) =>
      services.detector.detect(
        { organizationId, waiting: 'job' },
        { preparedPath, sha256: prepared.sha256, originalPath, pages, languages },
      ),
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
