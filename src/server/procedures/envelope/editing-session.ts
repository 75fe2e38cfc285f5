import { z } from 'zod';
import { refuseEditing } from '#domain/envelope/editing-session.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { editingSessionBody, pageSessionAnswer } from '#wire/page-session.ts';
import { lockEnvelope, readParts } from '#server/db/envelopes/envelopes.ts';
import { insertPageSession } from '#server/db/envelopes/page-sessions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createEditingUrl } from '#server/envelopes/editing-link.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { validateOrigins } from './page-session.ts';

/** Creates a URL that opens the editor of a draft for a user of the caller's application. */
export const createEditingSession = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/session',
      tags: ['Envelopes'],
      summary: 'Create a session URL for the editor',
      description:
        'Opens the editor of a draft that has a document, for a user whom your application has authenticated. The URL works once, within five minutes. The page can read, change and send this one draft and nothing else, for two hours or until the draft is sent or deleted.',
    },
    rest: { success: 201, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), ...editingSessionBody }))
  .output(pageSessionAnswer)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { organizationId, apiKeyId } = member;
    const { id: envelopeId, returnUrl, frameOrigin = null, userName = null } = input;
    const now = services.clock();
    const expiresAt = new Date(now.getTime() + LIMITS.sessionUrlLifeMs);
    return await transaction(services.db, { organizationId }, async (tx) => {
      const [envelope, parts, { embeddingOrigins }] = await Promise.all([
        lockEnvelope(tx, organizationId, envelopeId),
        readParts(tx, envelopeId),
        readOrganization(tx, organizationId),
      ]);
      if (envelope === null) throw createRefusal('not_found');
      const refused = refuseEditing({ envelope, ...parts });
      if (refused !== null) throw createRefusal(refused.code, refused.details);
      const issues = validateOrigins(input, embeddingOrigins, services.config.http);
      if (issues.length > 0) throw createInvalidRefusal(issues);
      const sid = services.newId('pageSession');
      await insertPageSession(tx, {
        ...{ id: sid, organizationId, envelopeId, participantId: null, linkEpoch: null },
        ...{ apiKeyId, userName, requestedBy: member.sender.userId },
        ...{ frameOrigin, returnUrl, hostName: member.sender.name, expiresAt, createdAt: now },
        ...{ openedAt: null, endedAt: null },
      });
      const url = createEditingUrl(services, { org: organizationId, env: envelopeId, sid });
      return { url, expiresAt: expiresAt.toISOString() };
    });
  });
