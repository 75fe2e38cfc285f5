import { z } from 'zod';
import { canReadCertificate, toPresentedDocuments } from '#wire/document.ts';
import { copyViewSchema } from '#wire/copy-view.ts';
import { toShownPeople } from '#wire/shown-person.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { loadCopy } from './load.ts';

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
