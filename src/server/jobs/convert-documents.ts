import { SYSTEM } from '#domain/actor.ts';
import {
  findDocument,
  type EnvelopeGraph,
  type EnvelopeFile,
  type Preparation,
} from '#domain/envelope/graph.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { toFileContent } from '#domain/envelope/files/file.ts';
import { receiveFile, refuseFile } from '#domain/envelope/files/receive-file.ts';
import { completeProcessing, refuseProcessed, type ReceivedDocument } from '#domain/envelope/upload.ts';
import { Refusal } from '#domain/errors.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Decide } from '#server/commit.ts';
import { isDatabaseAway } from '#server/db/client/unreachable.ts';
import { settleWaiting } from '#server/document/place-fields.ts';
import { receiveDocument, createTooLargeRefusal } from '#server/document/receive.ts';
import { changeFiles } from '#server/envelopes/change-files.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import type { Services } from '#server/runtime/services.ts';
import { runUnlessGone } from '#server/envelopes/unless-gone.ts';
import { decide } from './decide-as-system.ts';

type Target = EffectPayloads['svc/document.received'];

/** Converts the documents of an envelope whose conversion was left to a job. Then begins what comes next. */
export async function convertDocuments(
  services: Services,
  target: Target,
  graph: EnvelopeGraph,
  { lastAttempt, begin }: { readonly lastAttempt: boolean; readonly begin: Decide },
): Promise<EnvelopeGraph | null> {
  if (findDocument(graph, 'prepared') === null) await convertFirst(services, target, graph, lastAttempt);
  for (const file of graph.files)
    if (file.status === 'processing') await convertAdded(services, target, file, lastAttempt);
  return await decide(services, target, begin);
}

async function convertFirst(
  services: Services,
  target: Target,
  before: EnvelopeGraph,
  lastAttempt: boolean,
): Promise<void> {
  await convertUpload(
    services,
    target,
    { uploadId: target.envelopeId, preparation: before.envelope, lastAttempt },
    {
      use: async (document) => {
        const settled = await settleWaiting(services, 'job', before, document);
        const facts = collectFacts(SYSTEM, services);
        await decide(services, target, (graph) => completeProcessing(graph, settled, facts));
      },
      refuse: async (reason) => {
        await decide(services, target, (graph) => refuseProcessed(graph, reason));
      },
    },
  );
}

/** Converts a file that was added to others, and joins the files. */
async function convertAdded(
  services: Services,
  target: Target,
  file: EnvelopeFile,
  lastAttempt: boolean,
): Promise<void> {
  await convertUpload(
    services,
    target,
    { uploadId: file.id, preparation: file, lastAttempt },
    {
      use: async (document) => {
        const { tags } = document;
        const content = toFileContent(document);
        if (content === null) throw new Error('a received document lacks a file');
        const facts = collectFacts(SYSTEM, services);
        await runUnlessGone(() =>
          changeFiles(services, { ...target, waiting: 'job' }, facts, (graph) =>
            receiveFile(graph, file.id, { content, tags }, facts),
          ),
        );
      },
      refuse: async (reason) => {
        await decide(services, target, (graph) => refuseFile(graph, file.id, reason));
      },
    },
  );
}

type Conversion = {
  readonly uploadId: string;
  readonly preparation: Preparation;
  readonly lastAttempt: boolean;
};

/** Converts an upload and adopts the result, or records why it can't be used. */
async function convertUpload(
  services: Services,
  target: Target,
  { uploadId, preparation, lastAttempt }: Conversion,
  outcome: {
    readonly use: (document: ReceivedDocument) => Promise<void>;
    readonly refuse: (reason: string) => Promise<void>;
  },
): Promise<void> {
  const { organizationId } = target;
  const key = uploadKey(organizationId, uploadId);
  try {
    const stored = await services.storage.stat(key);
    if (stored !== null && stored.sizeBytes > services.config.limits.documentBytes)
      throw createTooLargeRefusal(services);
    await outcome.use(
      await withLocalFile(services.storage, key, (path) =>
        receiveDocument(services, organizationId, path, { ...preparation, waiting: 'job' }),
      ),
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (!(error instanceof Refusal) && !lastAttempt) throw error;
    if (!(error instanceof Refusal))
      services.log.warn({ err: error, ...target }, 'document conversion failed');
    await outcome.refuse(getRefusalReason(error));
  }
  await services.storage.remove(key);
}

function getRefusalReason(error: unknown): string {
  if (!(error instanceof Refusal)) return 'conversion_failed';
  const reason = error.details?.['reason'];
  if (typeof reason === 'string') return reason;
  if (error.code === 'validation_failed') return 'variables_missing';
  return error.code === 'payload_too_large' ? 'too_large' : 'not_pdf_or_docx';
}
