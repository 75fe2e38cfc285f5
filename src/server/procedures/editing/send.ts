import { z } from 'zod';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { moment } from '#wire/text.ts';
import { sendDraft, toSchedule } from '#server/procedures/envelope/send.ts';
import { editorProcedure } from '#server/trpc/audience.ts';

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
    const at = toSchedule(sendAt, session.requestedBy);
    const target = { organizationId, envelopeId, expectedVersion: version };
    return toWireGraph(await sendDraft(services, target, at, editing.facts()));
  });
