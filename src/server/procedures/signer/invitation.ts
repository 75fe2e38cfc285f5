import { z } from 'zod';
import { toTextedPhone } from '#domain/envelope/authentication.ts';
import type { Participant } from '#domain/envelope/graph.ts';
import type { LinkClaims } from '#domain/link/token.ts';
import { toPresentedDocuments } from '#wire/document.ts';
import { toShownPeople } from '#wire/shown-person.ts';
import { invitationSchema } from '#wire/signer.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { readIdentityProvider } from '#server/db/organizations/identity-providers.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
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
      branding: buildBranding(ctx.services, organization),
      envelopeStatus: envelope.status,
      participantStatus: participant.status,
      role: participant.role,
      authentication: await describeAuthentication(ctx.services, participant, ctx.claims),
      message: envelope.message,
      documents: toPresentedDocuments(graph.files),
      privateMessage: participant.message,
      participants: toShownPeople(graph, participant.id),
    };
  });

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
