import { z } from 'zod';
import { textedTo } from '#domain/envelope/authentication.ts';
import type { Participant } from '#domain/envelope/graph.ts';
import type { LinkClaims } from '#domain/link/token.ts';
import { toPresentedDocuments } from '#wire/document.ts';
import { toShownPeople } from '#wire/shown-person.ts';
import { invitationSchema } from '#wire/signer.ts';
import { brandingOf } from '#server/organizations/branding.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';

/** Returns what the landing page shows. Mail scanners open it too, so it records nothing. */
export const getInvitation = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/invitation',
      tags: ['Signer'],
      summary: 'Get the invitation',
      description: 'Returns the sender, the document name and the status, without recording a view.',
    },
    rest: { errors: [], beforeAuthentication: true },
  })
  .input(z.strictObject({}))
  .output(invitationSchema)
  .query(async ({ ctx }) => {
    const { graph, participant, organization } = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const { envelope } = graph;
    return {
      senderName: envelope.senderName,
      senderEmail: envelope.senderEmail,
      displayName: envelope.displayName,
      branding: brandingOf(ctx.services, organization),
      envelopeStatus: envelope.status,
      participantStatus: participant.status,
      role: participant.role,
      authentication: authenticationOf(participant, ctx.claims),
      message: envelope.message,
      documents: toPresentedDocuments(graph.files),
      privateMessage: participant.message,
      participants: toShownPeople(graph, participant.id),
    };
  });

function authenticationOf(participant: Participant, { passed }: LinkClaims) {
  const { authenticationMethod: method } = participant;
  return {
    method,
    phone: textedTo(participant).phone ?? null,
    state: method === 'link' || passed === method ? ('passed' as const) : ('required' as const),
  };
}
