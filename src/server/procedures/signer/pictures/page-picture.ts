import { z } from 'zod';
import { hasTurn } from '#domain/envelope/turn.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { readSignedDocument } from '#server/procedures/envelope/readable-document.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { loadSignerEnvelope } from '../load-signer-envelope.ts';
import { servePicture } from './serve-picture.ts';

/** In pixels. Legible on a phone's screen, and as wide as a page is shown on a wide screen. */
const WIDTH = 1_200;
/** Enough for a color scan. A page of text takes less than a tenth of this. */
const MOST_BYTES = 1_500_000;

/** Serves a picture of a page to a signer whose browser can't draw it. */
export const getPagePicture = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/page-picture',
      tags: ['Signer'],
      summary: 'Get a picture of a page',
      description:
        "Returns a PNG of a page with the answers so far, for a signer whose browser can't draw the PDF. It is 1,200 pixels wide, or less if it would have more than 1.5 MB. 204 if the page is too complex to draw.",
    },
    rest: {
      success: 204,
      otherSuccess: { status: 200, applies: (answer) => answer !== undefined },
      errors: ['not_your_turn', 'invalid_state'],
      answer: 'bytes',
    },
  })
  .input(z.strictObject({ page: z.int().min(1).max(LIMITS.documentMaxPages).describe('From 1.') }))
  .output(z.instanceof(Response).optional())
  .query(async ({ ctx, input: { page } }) => {
    const { services } = ctx;
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign']);
    const { status, organizationId } = graph.envelope;
    if (status !== 'in_progress') throw createRefusal('invalid_state', { status });
    if (!hasTurn(graph, participant.id)) throw createRefusal('not_your_turn');
    const document = await readSignedDocument(services, graph, participant.id);
    if (page > document.pageCount)
      throw createInvalidRefusal([{ path: '/page', message: `must be at most ${document.pageCount}` }]);
    const picture = await services.pictures.page({ organizationId, waiting: 'request' }, document, {
      ...{ page, width: WIDTH, boxes: [], mostBytes: MOST_BYTES },
    });
    return picture === null ? undefined : servePicture(picture.png);
  });
