import { z } from 'zod';
import { resolveSessionParticipant } from '#domain/envelope/page-session.ts';
import { createInvalidRefusal, createRefusal, type Issue } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { isReturnUrl } from '#domain/organization/embedding.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { pageSessionAnswer, pageSessionBody } from '#wire/page-session.ts';
import { lockEnvelope, readParts } from '#server/db/envelopes/envelopes.ts';
import { insertPageSession } from '#server/db/envelopes/page-sessions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createSessionUrl } from '#server/envelopes/signer-link.ts';
import type { Services } from '#server/runtime/services.ts';
import { memberProcedure, type Member } from '#server/trpc/audience.ts';

/** Creates a URL that opens the document for a participant who gets no emails. */
export const createPageSession = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/participants/{participantId}/session',
      tags: ['Envelopes'],
      summary: 'Create a session URL',
      description:
        "Only for participants with embedded or in-person delivery, on their turn; otherwise 409 `invalid_state`. The URL works once, within five minutes. Open it only for a person whom you have authenticated: the log and the certificate say that your application did. The participant's earlier session URLs and pages stop working.",
    },
    rest: { success: 201, errors: ['not_found', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      participantId: createPathIdSchema('participant'),
      ...pageSessionBody,
    }),
  )
  .output(pageSessionAnswer)
  .mutation(async ({ ctx: { services, member }, input }) => startPageSession(services, member, input));

type Requested = {
  readonly id: string;
  readonly participantId: string;
  readonly returnUrl: string;
  readonly frameOrigin?: string | undefined;
};

/** Creates a session for a participant whose turn it is, and ends their earlier sessions. */
export async function startPageSession(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'newId'>,
  { organizationId, apiKeyId, sender }: Pick<Member, 'organizationId' | 'apiKeyId' | 'sender'>,
  input: Requested,
): Promise<z.infer<typeof pageSessionAnswer>> {
  const { returnUrl, frameOrigin = null } = input;
  const now = services.clock();
  const expiresAt = new Date(now.getTime() + LIMITS.sessionUrlLifeMs);
  return await transaction(services.db, { organizationId }, async (tx) => {
    const [envelope, parts, organization] = await Promise.all([
      lockEnvelope(tx, organizationId, input.id),
      readParts(tx, input.id),
      readOrganization(tx, organizationId),
    ]);
    if (envelope === null) throw createRefusal('not_found');
    const found = resolveSessionParticipant({ envelope, ...parts }, input.participantId, now.toISOString());
    if (found.kind === 'refuse') throw createRefusal(found.code, found.details);
    const issues = validateOrigins(input, organization.embeddingOrigins, services.config.http);
    if (issues.length > 0) throw createInvalidRefusal(issues);
    const { participant } = found;
    const session = {
      ...{ id: services.newId('pageSession'), organizationId, envelopeId: input.id },
      ...{ participantId: participant.id, linkEpoch: participant.linkEpoch },
      ...{
        apiKeyId,
        userName: null,
        frameOrigin,
        returnUrl,
        requestedBy: sender.userId,
        hostName: sender.name,
        expiresAt,
        createdAt: now,
      },
      ...{ openedAt: null, endedAt: null },
    };
    await insertPageSession(tx, session);
    const url = createSessionUrl(services, envelope, participant, session.id);
    return { url, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Our own pages are always allowed as return targets, because the dashboard hands over a device and gets it
 * back.
 */
export function validateOrigins(
  { returnUrl, frameOrigin }: { readonly returnUrl: string; readonly frameOrigin?: string | undefined },
  registered: readonly string[],
  { origin, webOrigin }: { readonly origin: string; readonly webOrigin: string },
): Issue[] {
  const target = new URL(returnUrl).origin;
  const isOwn = target === origin || target === webOrigin;
  return [
    ...(isOwn || isReturnUrl(returnUrl, registered)
      ? []
      : [{ path: '/returnUrl', message: 'must be on a registered origin' }]),
    ...(frameOrigin === undefined || registered.includes(frameOrigin)
      ? []
      : [{ path: '/frameOrigin', message: 'must be a registered origin' }]),
  ];
}
