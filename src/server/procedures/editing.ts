import { z } from 'zod';
import { openEditing } from '#domain/envelope/sessions.ts';
import { createRefusal } from '#domain/errors.ts';
import { draftParts, expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { openedEditingAnswer } from '#wire/page-session.ts';
import { moment } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { usePageSession } from '#server/db/envelopes/page-sessions.ts';
import { createEditingToken } from '#server/envelopes/editing-link.ts';
import { serveDocumentFile } from '#server/procedures/envelope/document.ts';
import { prepareDraft } from '#server/procedures/envelope/draft.ts';
import { prepareSend } from '#server/procedures/envelope/send.ts';
import { editorProcedure } from '#server/trpc/audience.ts';

/** Exchanges the token of a session URL for the page's own token. */
export const openEditingSession = editorProcedure('open')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/editing/session',
      tags: ['Editing'],
      summary: 'Open a session',
      description:
        'Takes the token of a session URL, once. The returned token replaces it in every other call. Records `envelope.editing_opened`.',
    },
    rest: { errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({}))
  .output(openedEditingAnswer)
  .mutation(async ({ ctx: { services, editing } }) => {
    const { organizationId, envelopeId, session, organization } = editing;
    await commit(
      services,
      { organizationId, envelopeId },
      editing.facts(),
      (graph) => openEditing(graph, session, organization.name),
      async (tx) => {
        if (!(await usePageSession(tx, session.id, services.clock())))
          throw createRefusal('unauthorized', { reason: 'session_over' });
      },
    );
    const { returnUrl } = session;
    const subject = { org: organizationId, env: envelopeId, sid: session.id };
    return { ...createEditingToken(services, subject), returnUrl, defaults: organization.defaults };
  });

/** Returns the draft that the page edits. */
export const getEditedEnvelope = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/editing/envelope',
      tags: ['Editing'],
      summary: 'Get the draft',
      description: 'Returns the draft with its participants in signing order and its fields.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({}))
  .output(envelopeGraphSchema)
  .query(async ({ ctx: { services, editing } }) =>
    toWireGraph(await loadGraph(services, editing.organizationId, editing.envelopeId)),
  );

/** Returns the PDF that the page shows. */
export const getEditedDocument = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/editing/document',
      tags: ['Editing'],
      summary: 'Get the document',
      description: 'Returns the PDF that signers will see.',
    },
    rest: { errors: ['not_found', 'invalid_state'], answer: 'bytes' },
  })
  .input(z.strictObject({}))
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services, editing } }) => {
    const { organizationId, envelopeId: id } = editing;
    const wanted = { id, variant: 'prepared', documentId: null, download: false } as const;
    return await serveDocumentFile(services, organizationId, wanted);
  });

/** Replaces parts of the draft that the page edits. */
export const saveEditedDraft = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/editing/draft',
      tags: ['Editing'],
      summary: 'Update the draft',
      description: 'Replaces the parts you send. The sender stays as the application set it.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state', 'legal_framework_unavailable'] },
  })
  .input(z.strictObject({ ...draftParts, expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, principal, editing }, input }) => {
    const { expectedVersion: version, ...parts } = input;
    const { organizationId, envelopeId } = editing;
    const target = { organizationId, envelopeId, expectedVersion: version };
    const facts = editing.facts();
    const by = { principal, sender: { name: '', email: '' }, facts };
    const decide = await prepareDraft(services, target, parts, by);
    return toWireGraph(await commit(services, target, facts, decide));
  });

/** Sends the draft that the page edits, and ends the page's session. */
export const sendEditedDraft = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/editing/send',
      tags: ['Editing'],
      summary: 'Send the draft',
      description:
        'Locks the draft and emails the first signers. With `sendAt`, the envelope stays a draft until then. Sent drafts can no longer be read with this token.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      expectedVersion,
      sendAt: moment.optional().describe('Must be in the future. Default: now.'),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, editing }, input: { expectedVersion: version, sendAt } }) => {
    const { organizationId, envelopeId, session } = editing;
    const target = { organizationId, envelopeId, expectedVersion: version };
    const facts = editing.facts();
    const when = { sendAt, scheduledBy: session.requestedBy };
    const decide = await prepareSend(services, target, when, facts);
    return toWireGraph(await commit(services, target, facts, decide));
  });
