import { z } from 'zod';
import { openEditing } from '#domain/envelope/editing-session.ts';
import { createRefusal } from '#domain/errors.ts';
import { openedEditingAnswer } from '#wire/page-session.ts';
import { commit } from '#server/commit.ts';
import { usePageSession } from '#server/db/envelopes/page-sessions.ts';
import { createEditingToken } from '#server/envelopes/editing-link.ts';
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
