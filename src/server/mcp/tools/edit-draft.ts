import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { change } from '../changes/change.ts';
import { buildDraftInput } from '../changes/apply.ts';
import { documentName, documentSource, withDocument } from '../documents/source.ts';
import { buildEnvelopeAnswer } from '../facts.ts';
import { formatCount } from '../lines/words.ts';
import { toToolResult } from '../results.ts';
import { SHOWS_REVIEW } from '../review/screen.ts';
import {
  ADDS,
  callFor,
  CHANGES,
  envelopeId,
  idempotencyKey,
  isReplay,
  readGraph,
  createTool,
  version,
} from '../tool.ts';
import { waitUntilRead } from '../documents/until-read.ts';
import { uploadAnswer } from '../documents/upload-link.ts';

/** The most changes that one call can make. */
const MOST_CHANGES = 100;

/** Changes a draft. */
export const editDraft = createTool({
  name: 'edit_draft',
  title: 'Change a draft',
  description:
    'Makes changes to a draft, all or none: places, moves or removes fields, sets recipients, message, expiry, reminders or name. The answer says what is missing and the new version. After sending, use correct_recipient, or void with back_to_draft.',
  annotations: CHANGES,
  meta: SHOWS_REVIEW,
  input: { envelope: envelopeId, version, changes: z.array(change).min(1).max(MOST_CHANGES) },
  needs: ['envelope.get', 'envelope.draft'],
  run: async (call) => {
    const { envelope: id, version: expectedVersion, changes } = call.input;
    const before = await waitUntilRead(call, await readGraph(call, id));
    if (before.envelope.version !== expectedVersion)
      throw createRefusal('version_conflict', { currentVersion: before.envelope.version });
    const parts = buildDraftInput(before, changes);
    const graph = await callFor<WireGraph>(call, 'envelope.draft', { id, expectedVersion, ...parts });
    const isLaidOut = parts.fields !== undefined;
    return toToolResult(
      buildEnvelopeAnswer(call.context, graph, {
        first: [`${formatCount(changes.length, 'change')} made.`],
        shown: isLaidOut ? 'fields' : 'summary',
      }),
    );
  },
});

/** Adds a file to a draft. */
export const addDocument = createTool({
  name: 'add_document',
  title: 'Add a file to a draft',
  description:
    'Adds a file behind the others of a draft; pages count through all of them. Without source_url and content_base64, the answer has a URL to upload it to. A new draft starts with create_draft.',
  annotations: ADDS,
  input: { envelope: envelopeId, name: documentName, ...documentSource, idempotency_key: idempotencyKey },
  needs: ['envelope.get', 'envelope.addDocument'],
  run: async (call) => {
    const { context, input } = call;
    const before = await readGraph(call, input.envelope);
    // A file can be added while others are being read, but not before the first one has been read.
    if (before.envelope.documentHash === null) await waitUntilRead(call, before);
    const added = await withDocument(context, input, (document) =>
      callFor<WireGraph>(call, 'envelope.addDocument', {
        ...{ id: input.envelope, originalFilename: input.name },
        ...(document === undefined ? {} : { document }),
      }),
    );
    const replayed = isReplay(context);
    const last = added.envelope.documents.at(-1);
    return last?.status === 'awaited'
      ? toToolResult(uploadAnswer(context, added, input.name, last.id), { replayed })
      : toToolResult(buildEnvelopeAnswer(context, await waitUntilRead(call, added)), { replayed });
  },
});

/** Creates a draft that is a copy of an envelope. */
export const copyEnvelope = createTool({
  name: 'copy',
  title: 'Copy an envelope',
  description:
    'Creates a draft with the documents, recipients, fields and message of an envelope, whatever became of it. Answers are not copied.',
  annotations: ADDS,
  input: { envelope: envelopeId, idempotency_key: idempotencyKey },
  needs: ['envelope.copy', 'envelope.get'],
  run: async (call) => {
    const graph = await callFor<WireGraph>(call, 'envelope.copy', { id: call.input.envelope });
    return toToolResult(buildEnvelopeAnswer(call.context, graph), { replayed: isReplay(call.context) });
  },
});
