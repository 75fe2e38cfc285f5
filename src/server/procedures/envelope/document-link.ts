import { z } from 'zod';
import { findDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { DOWNLOADS, mintDocumentToken, type DocumentClaims } from '#server/crypto/tokens/document-token.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Gives an agent a short-lived link to one file of an envelope. */
export const getDocumentLink = memberProcedure('read')
  .meta({ agent: { scopes: ['envelopes:read'], rest: false } })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      variant: z
        .enum(DOWNLOADS)
        .optional()
        .describe(
          'original: the uploaded file. prepared: the PDF that signers see. sealed: signed and sealed. certificate: the pages that the seal added, or a file of its own if the PDF was signed before. Default: sealed if it exists, otherwise prepared.',
        ),
      document: createPathIdSchema('document')
        .optional()
        .describe(
          'One of several documents of the envelope: its uploaded file, or its pages of the prepared or sealed PDF. Not for the certificate.',
        ),
    }),
  )
  .output(
    z.object({
      url: z.string().meta({ format: 'uri' }),
      expiresAt: timestamp.describe('The link returns 401 after this time. Request a new one then.'),
      variant: z.enum(DOWNLOADS),
      contentType: z.string(),
      sha256: z
        .string()
        .nullable()
        .describe(
          'SHA-256 (hex) of the file; null for the certificate and for excerpts, which are generated on demand.',
        ),
      sizeBytes: z.number().nullable(),
      pageCount: z.int().nullable(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { services, member, principal } = ctx;
    if (principal.kind !== 'agent') throw createRefusal('unauthorized');
    const graph = await loadGraph(services, member.organizationId, input.id);
    const variant = input.variant ?? (findDocument(graph, 'sealed') === null ? 'prepared' : 'sealed');
    const document = requireFile(graph, variant, input.document);
    const exp = Math.floor((services.clock().getTime() + LIMITS.documentUrlLifeMs) / 1000);
    const token = mintDocumentToken(
      {
        ...{ org: member.organizationId, env: graph.envelope.id, variant, grant: principal.grantId, exp },
        ...(input.document === undefined ? {} : { document: input.document }),
      },
      services.config.secretKeys,
    );
    const facts = { contentType: document.contentType, expiresAt: new Date(exp * 1000).toISOString() };
    const url = `${services.config.http.origin}/api/documents/${token}`;
    // This file is generated on demand, so its hash and size aren't known.
    if (variant !== document.variant || (variant === 'sealed' && input.document !== undefined))
      return { url, variant, ...facts, sha256: null, sizeBytes: null, pageCount: null };
    const { sha256, sizeBytes, pageCount } = document;
    return { url, variant, ...facts, sha256, sizeBytes, pageCount };
  });

function requireFile(
  graph: EnvelopeGraph,
  variant: DocumentClaims['variant'],
  documentId: string | undefined,
) {
  const { status } = graph.envelope;
  const createMissingRefusal = () => createRefusal('invalid_state', { status, reason: 'document_missing' });
  if (documentId !== undefined) {
    const file = graph.files.find(({ id }) => id === documentId);
    if (file === undefined || variant === 'certificate') throw createRefusal('not_found');
    if (file.content === null) throw createMissingRefusal();
    if (variant !== 'sealed') return file.content[variant];
  }
  const document =
    findDocument(graph, variant) ?? (variant === 'certificate' ? findDocument(graph, 'sealed') : null);
  if (document === null) throw createMissingRefusal();
  return document;
}
