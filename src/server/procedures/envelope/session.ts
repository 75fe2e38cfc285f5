import { z } from 'zod';
import { refuseEditing, resolveSessionParticipant } from '#domain/envelope/sessions.ts';
import { takeLink } from '#domain/envelope/links.ts';
import { resolveSenderTurn, signNow, takeOwnLink } from '#domain/envelope/sign.ts';
import { createInvalidRefusal, createRefusal, type Issue } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { isReturnUrl } from '#domain/organization/embedding.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { editingSessionBody, pageSessionAnswer, pageSessionBody } from '#wire/page-session.ts';
import { commit } from '#server/commit.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockEnvelope, readParts } from '#server/db/envelopes/envelopes.ts';
import { insertPageSession } from '#server/db/envelopes/page-sessions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { createEditingUrl } from '#server/envelopes/editing-link.ts';
import { createSessionUrl, createSigningLink } from '#server/envelopes/signer-link.ts';
import type { Services } from '#server/runtime/services.ts';
import { type Member, memberProcedure, sessionProcedure } from '#server/trpc/audience.ts';

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

/**
 * Returns the URL that opens the document for a participant who signs in person, and locks the browser's
 * session so that the person holding the device can't reach the dashboard. To get back, the host has to prove
 * who they are.
 */
export const handOverDevice = memberProcedure('send')
  .input(
    z.strictObject({ id: createPathIdSchema('envelope'), participantId: createPathIdSchema('participant') }),
  )
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member, principal, cookies }, input }) => {
    const token = cookies.get('session');
    if (principal.kind !== 'session' || token === null) throw createRefusal('unauthorized');
    const { id: envelopeId, participantId } = input;
    const returnUrl = `${services.config.http.webOrigin}/envelopes/${envelopeId}/in-person`;
    // This comes first, so that the session isn't locked for a participant whose turn it isn't.
    const { url } = await startPageSession(services, member, { ...input, returnUrl });
    const locked = await services.sessions.lock(token, { envelopeId, participantId });
    if (locked === null) throw createRefusal('unauthorized');
    cookies.set('session', locked);
    return { url };
  });

/**
 * Returns the signing link of the sender whose turn it is. Their session proves their account, and the log
 * records that; a code that the envelope asks for is still needed. Where no mail server could confirm an
 * address, the link is the only proof, as for everybody else: the log and the certificate say that it was passed
 * on, and mention no account.
 */
export const signEnvelopeNow = sessionProcedure
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member, session }, input: { id } }) => {
    const { id: userId, email, emailVerified } = session.user;
    const mayConfirm = services.config.mail.kind !== 'outbox';
    // Someone who signed up with another person's address hasn't proved that it is theirs.
    if (!emailVerified && mayConfirm)
      throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.email_unconfirmed);
    const facts = member.facts();
    const account = { userId, email };
    const target = { organizationId: member.organizationId, envelopeId: id };
    const graph = await commit(services, target, facts, (current) =>
      emailVerified ? signNow(current, account, facts) : takeOwnLink(current, account, facts),
    );
    const found = resolveSenderTurn(graph, account, facts);
    if (found.kind === 'refuse') throw createRefusal(found.code, found.details);
    return { url: createSigningLink(services, graph.envelope, found.participant, 'sign') };
  });

/**
 * Returns the signing link of a current signer, for a sender who passes it on themselves. It gives no more than
 * correcting the signer's address would, and the log and the certificate say who copied it.
 */
export const copySigningLink = memberProcedure('send')
  .input(
    z.strictObject({ id: createPathIdSchema('envelope'), participantId: createPathIdSchema('participant') }),
  )
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member }, input: { id, participantId } }) => {
    const facts = member.facts();
    const target = { organizationId: member.organizationId, envelopeId: id };
    const graph = await commit(services, target, facts, (current) => takeLink(current, participantId, facts));
    const participant = graph.participants.find((one) => one.id === participantId);
    if (participant === undefined) throw createRefusal('not_found');
    return { url: createSigningLink(services, graph.envelope, participant, 'sign') };
  });

/** Creates a session for a participant whose turn it is, and ends their earlier sessions. */
async function startPageSession(
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
function validateOrigins(
  { returnUrl, frameOrigin }: { readonly returnUrl: string; readonly frameOrigin?: string | undefined },
  registered: readonly string[],
  { origin, webOrigin }: { readonly origin: string; readonly webOrigin: string },
): Issue[] {
  return [
    ...(isReturnUrl(returnUrl, { registered, own: [origin, webOrigin] })
      ? []
      : [{ path: '/returnUrl', message: 'must be on a registered origin' }]),
    ...(frameOrigin === undefined || registered.includes(frameOrigin)
      ? []
      : [{ path: '/frameOrigin', message: 'must be a registered origin' }]),
  ];
}
