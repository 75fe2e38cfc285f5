import { z } from 'zod';
import { toAttachment } from '#domain/field/attachment.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import { view } from '#domain/envelope/view.ts';
import { LANGUAGES } from '#domain/language.ts';
import { createRefusal } from '#domain/errors.ts';
import type { UploadedAttachment } from '#wire/attachment.ts';
import { signerViewSchema, toSignerView } from '#wire/signer-view.ts';
import { readUploads } from '#server/db/envelopes/attachments.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { createDocumentUrl } from '#server/envelopes/signer-link.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/runtime/services.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

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
    }),
  )
  .output(signerViewSchema)
  .query(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const own = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const graph = await commitAsSigner(ctx, own.organization.id, (current, facts) =>
      view(current, { participantId: claims.part, language: input.language ?? null }, facts),
    );
    const url = hasDocument(graph, claims.part)
      ? createDocumentUrl(services, graph.envelope, own.participant, claims)
      : null;
    const shown = toSignerView(graph, claims.part, {
      branding: buildBranding(services, own.organization),
      documentUrl: url,
      uploads: await listUploads(services, graph, claims.part),
    });
    if (shown === null) throw createRefusal('unauthorized');
    return shown;
  });

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
