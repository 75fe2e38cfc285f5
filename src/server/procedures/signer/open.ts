import { z } from 'zod';
import { toTextedPhone } from '#domain/envelope/authentication.ts';
import type { CopyRecipient, EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { findSuccessor, renewLink } from '#domain/envelope/links.ts';
import { openSession } from '#domain/envelope/sessions.ts';
import { hasExpired } from '#domain/envelope/lifecycle.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import { view } from '#domain/envelope/visit.ts';
import { createRefusal } from '#domain/errors.ts';
import { toAttachment } from '#domain/field/attachment.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { LANGUAGES } from '#domain/language.ts';
import { checkClaims, type LinkClaims } from '#domain/link/token.ts';
import { isTimeZone } from '#domain/timestamp.ts';
import type { UploadedAttachment } from '#wire/attachment.ts';
import { copyViewSchema } from '#wire/copy-view.ts';
import { canReadCertificate, toPresentedDocuments } from '#wire/document.ts';
import { openedSessionAnswer } from '#wire/page-session.ts';
import { toShownPeople } from '#wire/shown-person.ts';
import { signerViewSchema, toSignerView } from '#wire/signer-view.ts';
import { invitationSchema, newLinkAnswer, timeZoneOfDevice } from '#wire/signer.ts';
import { commit } from '#server/commit.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { readUploads } from '#server/db/envelopes/attachments.ts';
import { readPageSession, usePageSession } from '#server/db/envelopes/page-sessions.ts';
import { readIdentityProvider } from '#server/db/organizations/identity-providers.ts';
import { readThankYou } from '#server/db/templates/forms.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import { createDocumentUrl, createSessionToken } from '#server/envelopes/signer-link.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import {
  type Call,
  commitAsSigner,
  loadSignerEnvelope,
  readLinkedEvents,
  requireLinkedEnvelope,
} from './load-signer-envelope.ts';

/** Exchanges the token of a session URL for the page's own token. */
export const openPageSession = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/session',
      tags: ['Signer'],
      summary: 'Open a session',
      description:
        'Takes the token of a session URL, once. The returned token replaces it in every other call. Records `participant.session_opened`.',
    },
    rest: { errors: ['invalid_state'], beforeAuthentication: true },
  })
  .input(z.strictObject({}))
  .output(openedSessionAnswer)
  .mutation(async ({ ctx }) => {
    const { services, claims } = ctx;
    const { graph, participant, organization } = await loadSignerEnvelope(ctx, ['session']);
    const { id: organizationId } = organization;
    const session = await transaction(services.db, { organizationId }, (tx) =>
      readPageSession(tx, claims.sid ?? ''),
    );
    const { delivery } = participant;
    if (session === null || delivery === 'email')
      throw createRefusal('unauthorized', { reason: 'session_over' });
    await commitAsSigner(
      ctx,
      organizationId,
      (current, facts) => openSession(current, participant.id, session, organization.name, facts),
      async (tx) => {
        if (!(await usePageSession(tx, session.id, services.clock())))
          throw createRefusal('unauthorized', { reason: 'session_over' });
      },
    );
    const { returnUrl } = session;
    return { ...createSessionToken(services, graph.envelope, claims), returnUrl, delivery };
  });

/** Returns what the landing page shows. Mail scanners open it too, so it records nothing. */
export const getInvitation = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/invitation',
      tags: ['Signer'],
      summary: 'Get the invitation',
      description:
        'Returns the sender, the document name and the status, without recording a view. An expired link still does while nobody can sign the envelope anymore, because there will be no new link.',
    },
    rest: { errors: [], beforeAuthentication: true },
  })
  .input(z.strictObject({}))
  .output(invitationSchema)
  .query(async ({ ctx }) => {
    const { graph, participant, organization } = await loadSignerEnvelope(ctx, ['sign', 'copy'], {
      evenOver: true,
    });
    const { envelope } = graph;
    const isLate =
      envelope.status === 'in_progress' && hasExpired(envelope, ctx.services.clock().toISOString());
    return {
      senderName: envelope.senderName,
      senderEmail: envelope.senderEmail,
      displayName: envelope.displayName,
      branding: buildBranding(ctx.services, organization),
      envelopeStatus: isLate ? 'expired' : envelope.status,
      isReplaced: envelope.replacedById !== null,
      expiresAt: envelope.expiresAt,
      participantStatus: participant.status,
      role: participant.role,
      authentication: await describeAuthentication(ctx.services, participant, ctx.claims),
      message: envelope.message,
      documents: toPresentedDocuments(graph.files),
      privateMessage: participant.message,
      participants: toShownPeople(graph, participant.id),
    };
  });

/** Opens the envelope for its signer and records the view. */
export const getSignerEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/envelope',
      tags: ['Signer'],
      summary: 'Open the envelope',
      description:
        "Returns the signer's fields while it is their turn, and a link to the document. Records participant.viewed at most once in 15 minutes.",
    },
    rest: { errors: [] },
  })
  .input(
    z.strictObject({
      language: z
        .enum(LANGUAGES)
        .optional()
        .describe('The language the signer reads. Emails to them use it from now on.'),
      timeZone: timeZoneOfDevice
        .optional()
        .describe(
          "Where the signer's device is, as a name of the IANA time zone database. Emails to them give times there from now on; an unknown name changes nothing.",
        ),
    }),
  )
  .output(signerViewSchema)
  .query(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const own = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const graph = await commitAsSigner(ctx, own.organization.id, (current, facts) =>
      view(
        current,
        {
          ...{ participantId: claims.part, language: input.language ?? null },
          timeZone: input.timeZone !== undefined && isTimeZone(input.timeZone) ? input.timeZone : null,
        },
        facts,
      ),
    );
    const url = hasDocument(graph, claims.part)
      ? createDocumentUrl(services, graph.envelope, own.participant, claims)
      : null;
    const shown = toSignerView(graph, claims.part, {
      branding: buildBranding(services, own.organization),
      documentUrl: url,
      thankYou: await readThankYou(services, graph.envelope, own.participant),
      uploads: await listUploads(services, graph, claims.part),
    });
    if (shown === null) throw createRefusal('unauthorized');
    return shown;
  });

/** Returns what someone who gets a copy sees. Nothing is recorded, because they only read. */
export const getCopy = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/copy',
      tags: ['Signer'],
      summary: 'Open a copy',
      description:
        'For the link of someone who receives the documents without acting: who sent them, and who has signed.',
    },
    rest: { errors: ['invalid_state'] },
  })
  .input(z.strictObject({}))
  .output(copyViewSchema)
  .query(async ({ ctx }) => {
    const { graph, copy, organization } = await loadCopy(ctx);
    const { envelope } = graph;
    return {
      name: copy.name,
      senderName: envelope.senderName,
      senderEmail: envelope.senderEmail,
      displayName: envelope.displayName,
      branding: buildBranding(ctx.services, organization),
      envelopeStatus: envelope.status,
      sealedAt: envelope.sealedAt,
      documents: toPresentedDocuments(graph.files),
      hasCertificateFile: canReadCertificate(graph, copy.id),
      message: envelope.message,
      participants: toShownPeople(graph),
    };
  });

/**
 * Returns the envelope that someone gets a copy of, while it is in progress and after it is completed.
 * Refuses other links with `unauthorized`, and the copy of an envelope that has ended in another way with
 * `invalid_state`.
 */
export async function loadCopy(
  call: Call,
): Promise<{ graph: EnvelopeGraph; copy: CopyRecipient; organization: Organization }> {
  const { claims, services } = call;
  if (claims.purpose !== 'read') throw createRefusal('unauthorized');
  const { graph, organization } = requireLinkedEnvelope(call);
  const copy = graph.copies.find(({ id }) => id === claims.part);
  if (copy === undefined) throw createRefusal('unauthorized');
  const verdict = checkClaims(claims, { now: services.clock(), epoch: copy.linkEpoch });
  if (verdict !== 'ok') throw createRefusal('unauthorized', { reason: verdict });
  const { status, displayName, senderName } = graph.envelope;
  if (status !== 'in_progress' && status !== 'completed')
    throw createRefusal('invalid_state', { status, displayName, senderName });
  return { graph, copy, organization };
}

async function describeAuthentication(
  { db }: Pick<Services, 'db'>,
  participant: Participant,
  { passed }: LinkClaims,
) {
  const { organizationId, authenticationMethod: method, authenticationProvider: id } = participant;
  const stored =
    id === null
      ? null
      : await transaction(db, { organizationId }, (tx) => readIdentityProvider(tx, organizationId, id));
  return {
    method,
    phone: toTextedPhone(participant).phone ?? null,
    providerName: stored?.provider.name ?? null,
    state: method === 'link' || passed === method ? ('passed' as const) : ('required' as const),
  };
}

/** The document is available to the current signer and, sealed, to everyone after completion. */
function hasDocument(graph: EnvelopeGraph, participantId: string): boolean {
  return graph.envelope.sealedAt !== null || hasTurn(graph, participantId);
}

/** Returns what the participant has uploaded so far. Queries it only if they have a field for uploads. */
async function listUploads(
  { db }: Services,
  { envelope, fields }: EnvelopeGraph,
  participantId: string,
): Promise<UploadedAttachment[]> {
  const takesFile = fields.some(
    (field) => field.participantId === participantId && getFieldTypeFacts(field.type).answer === 'file',
  );
  if (!takesFile || envelope.status !== 'in_progress') return [];
  const { organizationId, id: envelopeId } = envelope;
  const uploads = await readTransaction(db, { organizationId }, (tx) =>
    readUploads(tx, { envelopeId, participantId }),
  );
  return uploads.map((upload) => ({ fieldId: upload.fieldId, ...toAttachment(upload) }));
}

/**
 * Emails a new link to the participant's address at the request of someone who has an old link. The response
 * doesn't reveal whether an email was sent.
 */
export const requestNewLink = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/new-link',
      tags: ['Signer'],
      summary: 'Request a new link',
      description:
        'Also works with an expired or replaced link. Emails the participant at the address in the envelope, at most once an hour and only while there is something to sign. The response is always the same.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(newLinkAnswer)
  .mutation(async ({ ctx }) => {
    const { services, claims, linked, audit } = ctx;
    const { env: envelopeId, part, purpose } = claims;
    if (purpose !== 'sign') throw createRefusal('unauthorized');
    if (linked === null) return { accepted: true as const };
    const { graph, organization } = requireLinkedEnvelope(ctx);
    const { id: organizationId } = organization;
    const isGone = !graph.participants.some(({ id }) => id === part);
    const successor = isGone
      ? findSuccessor(graph, await readLinkedEvents(ctx, organizationId), part)
      : undefined;
    const id = successor?.id ?? part;
    const facts = collectFacts({ type: 'signer', id }, services, audit);
    await commit(services, { organizationId, envelopeId }, facts, (locked) => renewLink(locked, id, facts));
    return { accepted: true as const };
  });
