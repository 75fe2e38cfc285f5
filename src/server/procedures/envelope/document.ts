import { z } from 'zod';
import { placeFiles } from '#domain/envelope/files/file.ts';
import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { type DocumentClaims, DOWNLOADS, mintDocumentToken } from '#server/crypto/tokens/document-token.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { formatDocumentFilename, serveFile, servePdf } from '#server/document/serve.ts';
import { serveCurrent } from '#server/procedures/envelope/shown-document.ts';
import type { Services } from '#server/runtime/services.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { documentLinkProcedure, memberProcedure } from '#server/trpc/audience.ts';

/** Downloads a file of an envelope. */
export const getDocument = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/document',
      tags: ['Envelopes'],
      summary: 'Download a document',
      description:
        'Returns the uploaded file (original), the PDF that signers see (prepared), the same with the answers so far (current; the sealed PDF once there is one), the sealed PDF, or the certificate of completion: the pages that the seal added, or the sealed file of its own that it is for a PDF that was signed before. Returns `invalid_state` if the file does not exist yet.',
    },
    rest: { errors: ['not_found', 'invalid_state'], answer: 'bytes' },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      variant: z
        .enum([...DOWNLOADS, 'current'])
        .optional()
        .describe('Default: original.'),
      document: createPathIdSchema('document')
        .optional()
        .describe(
          'One of several documents: its uploaded file, or its pages of the prepared or sealed PDF. Pages of the sealed PDF are marked as an excerpt.',
        ),
      download: z.boolean().optional().describe('Whether browsers save the file instead of displaying it.'),
    }),
  )
  .output(z.instanceof(Response))
  .query(
    async ({
      ctx: { services, member },
      input: { id, variant = 'original', document, download = false },
    }) => {
      const documentId = document ?? null;
      if (variant !== 'current')
        return await serveDocumentFile(services, member.organizationId, {
          id,
          variant,
          documentId,
          download,
        });
      if (documentId !== null)
        throw createInvalidRefusal([
          { path: '/document', message: 'is not allowed for the current PDF, which is the whole' },
        ]);
      return await serveCurrent(services, await loadGraph(services, member.organizationId, id), {
        id: null,
        marked: true,
        disposition: download ? 'attachment' : 'inline',
      });
    },
  );

type Wanted = {
  readonly id: string;
  readonly variant: DocumentClaims['variant'];
  /** The identifier of one of several documents; null for the whole file. */
  readonly documentId: string | null;
  readonly download: boolean;
};

type AddedFile = { readonly documentId: string; readonly disposition: 'inline' | 'attachment' };

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

/** Serves the file of a document link as a download, so that nothing is displayed on our origin. */
export const getLinkedDocument = documentLinkProcedure
  .input(z.void())
  .output(z.instanceof(Response))
  .query(
    async ({ ctx: { services, claims } }) =>
      await serveDocumentFile(services, claims.org, {
        ...{ id: claims.env, variant: claims.variant, download: true },
        documentId: claims.document ?? null,
      }),
  );

/**
 * Returns a file of an envelope. Refuses with `not_found`, or `invalid_state` if the file doesn't exist yet.
 */
export async function serveDocumentFile(
  services: Pick<Services, 'db' | 'storage' | 'sealing'>,
  organizationId: string,
  { id, variant, documentId, download }: Wanted,
): Promise<Response> {
  const graph = await loadGraph(services, organizationId, id);
  const { displayName, originalFilename, status } = graph.envelope;
  // The certificate is part of the sealed file unless it is a separate file.
  const document =
    findDocument(graph, variant) ?? (variant === 'certificate' ? findDocument(graph, 'sealed') : null);
  if (document === null) throw createRefusal('invalid_state', { status, reason: 'document_missing' });
  // The original can contain scripts, so it is never displayed on our origin.
  const disposition = download || variant === 'original' ? 'attachment' : 'inline';
  if (documentId !== null) return await serveAddedFile(services, graph, { variant, documentId, disposition });
  if (variant === 'certificate' && document.variant === 'sealed') {
    const firstPage = (findDocument(graph, 'prepared')?.pageCount ?? 0) + 1;
    const sealed = await readBlob(services.storage, document.key);
    const filename = formatDocumentFilename(displayName, variant);
    const title = filename.replace(/\.pdf$/, '');
    return servePdf(await services.sealing.excerpt(sealed, { firstPage, title }), { filename, disposition });
  }
  const filename = variant === 'original' ? originalFilename : formatDocumentFilename(displayName, variant);
  return await serveFile(services, document, { filename, disposition });
}

/** Returns one of several documents: the uploaded file or the pages of the whole. */
async function serveAddedFile(
  services: Pick<Services, 'storage' | 'sealing'>,
  graph: EnvelopeGraph,
  { variant, documentId, disposition }: Pick<Wanted, 'variant'> & AddedFile,
): Promise<Response> {
  const file = placeFiles(graph.files).find(({ id }) => id === documentId);
  if (file === undefined) throw createRefusal('not_found');
  const { content, firstPage, pageCount, name } = file;
  if (content === null || firstPage === null || pageCount === null)
    throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'document_missing' });
  if (variant === 'certificate')
    throw createInvalidRefusal([
      { path: '/document', message: 'is not allowed for the certificate, which is about all documents' },
    ]);
  if (variant !== 'sealed') {
    const filename = variant === 'original' ? name : formatDocumentFilename(name, variant);
    return await serveFile(services, content[variant], { filename, disposition });
  }
  const sealed = findDocument(graph, 'sealed');
  if (sealed === null) throw createRefusal('invalid_state', { status: graph.envelope.status });
  // A document that keeps its signatures is the only document, and the signatures cover it as a whole.
  if (findDocument(graph, 'certificate') !== null)
    return await serveFile(services, sealed, {
      filename: formatDocumentFilename(name, 'sealed'),
      disposition,
    });
  const note = formatExcerptNote(sealed, firstPage, pageCount);
  const whole = await readBlob(services.storage, sealed.key);
  const bytes = await services.sealing.excerpt(whole, { firstPage, pageCount, note });
  const filename = formatDocumentFilename(name, 'prepared').replace(/\.pdf$/, ' (excerpt).pdf');
  return servePdf(bytes, { filename, disposition });
}

/** Only the whole file is sealed, so an excerpt says where it comes from. */
function formatExcerptNote({ sha256, pageCount }: EnvelopeDocument, first: number, count: number): string {
  const pages = count === 1 ? `Page ${first}` : `Pages ${first}–${first + count - 1}`;
  return `Excerpt: ${pages} of ${pageCount ?? count} of the sealed PDF with the SHA-256 ${sha256}. Only that file carries the seal.`;
}

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
