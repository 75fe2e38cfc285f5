import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { formatDocumentFilename, serveFile } from '#server/document/serve.ts';
import {
  readSignedDocument,
  serveCertificate,
  serveCurrent,
} from '#server/procedures/envelope/shown-document.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';
import { loadCopy } from './open.ts';

/** Serves the PDF to the current signer, to those who have signed, and to people who get a copy. */
export const getSignerDocument = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/document',
      tags: ['Signer'],
      summary: 'Download the document',
      description:
        "Returns the PDF that is signed to the signer whose turn it is, and the sealed PDF once the envelope is completed. `variant=current` adds the answers so far, also for those who have signed or declined, and for people who get a copy. Until the envelope is sealed, their file says that it is in progress. Others' private answers are never in it: if there are any, the completed document is returned without them, and without the seal. `variant=certificate` returns the certificate of completion where it is a file of its own, which `hasCertificateFile` tells.",
    },
    // A signer's browser reads a long document in parts, while it arrives.
    rest: { errors: ['not_your_turn', 'invalid_state'], answer: 'bytes', parts: true },
  })
  .input(
    z.strictObject({
      download: z.boolean().optional(),
      variant: z
        .enum(['current', 'certificate'])
        .optional()
        .describe(
          'Default: the PDF without answers, until it is sealed. certificate: the certificate of completion, if it is a file of its own.',
        ),
    }),
  )
  .output(z.instanceof(Response))
  .query(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const disposition = input.download === true ? 'attachment' : 'inline';
    const isCertificate = input.variant === 'certificate';
    if (claims.purpose === 'read') {
      const { graph, copy } = await loadCopy(ctx);
      if (isCertificate) return await serveCertificate(services, graph, { id: copy.id, disposition });
      return await serveCurrent(services, graph, { id: copy.id, marked: true, disposition });
    }
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign', 'copy', 'document']);
    if (isCertificate) return await serveCertificate(services, graph, { id: participant.id, disposition });
    const { status, displayName } = graph.envelope;
    const isOpen = status === 'in_progress';
    const hasActed = participant.status !== 'pending';
    if (isOpen && !hasTurn(graph, participant.id) && !(hasActed && input.variant === 'current'))
      throw createRefusal('not_your_turn');
    const document = findDocument(graph, isOpen ? 'prepared' : 'sealed');
    const isReadable = isOpen || status === 'completed' || (status === 'declined' && hasActed);
    if ((input.variant === 'current' && isReadable) || (!isOpen && document !== null))
      return await serveCurrent(services, graph, { id: participant.id, marked: hasActed, disposition });
    if (document === null) throw createRefusal('invalid_state', { status });
    return await serveFile(services, document, {
      filename: formatDocumentFilename(displayName, 'prepared'),
      disposition,
    });
  });

/** In pixels. Legible on a phone's screen, and as wide as a page is shown on a wide screen. */
const WIDTH = 1_200;

/** Enough for a color scan. A page of text takes less than a tenth of this. */
const MOST_BYTES = 1_500_000;

/**
 * Serves a picture of a page to a signer whose browser can't draw it, or can't draw it yet: on a slow network, a small
 * picture arrives long before the document and its viewer.
 */
export const getPagePicture = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/page-picture',
      tags: ['Signer'],
      summary: 'Get a picture of a page',
      description:
        "Returns a PNG of a page with the answers so far, for a signer whose browser can't draw the PDF. It is 1,200 pixels wide, or less if it would have more than 1.5 MB. `small=true` returns one with at most 60 kB and 1.25 pixels per point: something to show while the document is loading. The header `x-document-sha256` is the SHA-256 (hex) of the document to sign that the page is from. 204 if the page is too large or too complex to draw.",
    },
    rest: {
      success: 204,
      otherSuccess: { status: 200, applies: (answer) => answer !== undefined },
      errors: ['not_your_turn', 'invalid_state'],
      answer: 'bytes',
    },
  })
  .input(
    z.strictObject({
      page: z.int().min(1).max(LIMITS.documentMaxPages).describe('From 1.'),
      small: z.boolean().optional().describe('Whether the picture has at most 60 kB. Default: false.'),
    }),
  )
  .output(z.instanceof(Response).optional())
  .query(async ({ ctx, input: { page, small = false } }) => {
    const { services } = ctx;
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign']);
    const { status, organizationId } = graph.envelope;
    if (status !== 'in_progress') throw createRefusal('invalid_state', { status });
    if (!hasTurn(graph, participant.id)) throw createRefusal('not_your_turn');
    const document = await readSignedDocument(services, graph, participant.id);
    if (page > document.pageCount)
      throw createInvalidRefusal([{ path: '/page', message: `must be at most ${document.pageCount}` }]);
    const requester = { organizationId, waiting: 'request' } as const;
    const options = { page, width: WIDTH, boxes: [], mostBytes: MOST_BYTES };
    const png = small
      ? await services.pictures.small(requester, document, page)
      : ((await services.pictures.page(requester, document, options))?.png ?? null);
    return png === null ? undefined : servePicture(png, findDocument(graph, 'prepared')?.sha256 ?? '');
  });

/**
 * Responds with a PNG that isn't cached, because it may show what others filled in. `sha256` is that of the document
 * without answers.
 */
export function servePicture(png: Uint8Array, sha256: string): Response {
  return new Response(png as BodyInit, {
    headers: {
      'content-type': 'image/png',
      'content-length': String(png.byteLength),
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-document-sha256': sha256,
    },
  });
}
