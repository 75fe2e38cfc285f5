import { z } from 'zod';
import { type EnvelopeGraph, findDocument, type Participant } from '#domain/envelope/graph.ts';
import { isEmailed } from '#domain/envelope/participant-delivery.ts';
import { isSameAddress } from '#domain/envelope/same-address.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { nextVersionAnswer, signerChangesSchema } from '#wire/changes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { compareVersions } from '#server/envelopes/compare-versions.ts';
import { createSigningLink } from '#server/envelopes/signer-link.ts';
import { requireReadableDocument } from '#server/procedures/envelope/shown-document.ts';
import type { Services } from '#server/runtime/services.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { servePicture } from './documents.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';

/** Lists what this version says differently from the one before, for someone who may read both. */
export const listSignerChanges = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/changes',
      tags: ['Signer'],
      summary: 'List what changed since the previous version',
      description:
        'Returns what this version says differently from the version before, as the sender sees it, from the turn of the signer on. Records nothing. Returns 409 `invalid_state` with the reason `first_version` for a first version.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'document_unreadable', 'rate_limited'] },
  })
  .input(z.strictObject({}))
  .output(signerChangesSchema)
  .query(async ({ ctx }) => {
    const { services } = ctx;
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign']);
    const previous = await loadPrevious(services, graph, participant);
    const { versionNumber } = graph.envelope;
    const changes = await compareVersions(services, graph);
    const hadSigned = previous.participants.some(
      ({ email, status }) => status === 'signed' && isSameAddress(email, participant.email),
    );
    return { ...changes, versionNumber, hadSigned };
  });

/** Pixels. Legible beside the other version on a wide screen, and on a phone. */
const WIDTH = 1_200;
const MOST_BYTES = 1_500_000;

/** Serves a picture of a page of one of two versions, without anybody's answers. */
export const getChangesPicture = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/changes/page-picture',
      tags: ['Signer'],
      summary: 'Get a picture of a page of either version',
      description:
        'Returns a PNG of a page of this version or of the version before, without answers, to show beside each other what changed. 204 if the page is too large or too complex to draw.',
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
      version: z.enum(['previous', 'current']).describe('Of which version.'),
    }),
  )
  .output(z.instanceof(Response).optional())
  .query(async ({ ctx, input: { page, version } }) => {
    const { services } = ctx;
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign']);
    const previous = await loadPrevious(services, graph, participant);
    const shown = version === 'previous' ? previous : graph;
    const document = await requireReadableDocument(services, shown, 'prepared');
    if (page > document.pageCount)
      throw createInvalidRefusal([{ path: '/page', message: `must be at most ${document.pageCount}` }]);
    const requester = { organizationId: graph.envelope.organizationId, waiting: 'request' } as const;
    const options = { page, width: WIDTH, boxes: [], mostBytes: MOST_BYTES };
    const png = (await services.pictures.page(requester, document, options))?.png ?? null;
    return png === null ? undefined : servePicture(png, findDocument(shown, 'prepared')?.sha256 ?? '');
  });

/** Leads someone with the link to a version that was replaced to the one that replaced it. */
export const openNextVersion = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/next-version',
      tags: ['Signer'],
      summary: 'Go to the newer version',
      description:
        'Returns the link to the version that has replaced this one, if the same address is asked to sign that one and has been emailed its link; otherwise null. Codes that it asks for are asked for again.',
    },
    rest: { errors: ['invalid_state'] },
  })
  .input(z.strictObject({}))
  .output(nextVersionAnswer)
  .mutation(async ({ ctx }) => {
    const { services } = ctx;
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign']);
    const { status, replacedById } = graph.envelope;
    if (replacedById === null) throw createRefusal('invalid_state', { status });
    const newest = await loadNewest(services, graph.envelope.organizationId, replacedById);
    const own = newest.participants.find(
      (one) => isSameAddress(one.email, participant.email) && isEmailed(one) && one.linkIssuedAt !== null,
    );
    // Who was handed a device never had a link of their own.
    if (own === undefined || !isEmailed(participant)) return { url: null };
    return { url: createSigningLink(services, newest.envelope, own, 'sign') };
  });

/** Returns the version before. Refuses people who may not read this one, or not yet. */
async function loadPrevious(
  services: Services,
  graph: EnvelopeGraph,
  { id, status: standing }: Participant,
): Promise<EnvelopeGraph> {
  const { organizationId, status, previousVersionId } = graph.envelope;
  const isOpen = status === 'in_progress';
  if (!isOpen && status !== 'completed') throw createRefusal('invalid_state', { status });
  if (isOpen && !hasTurn(graph, id) && standing === 'pending') throw createRefusal('not_your_turn');
  if (previousVersionId === null) throw createRefusal('invalid_state', { status, reason: 'first_version' });
  const previous = await readTransaction(services.db, { organizationId }, (tx) =>
    readGraph(tx, organizationId, previousVersionId),
  );
  if (previous === null) throw createRefusal('invalid_state', { status, reason: 'previous_version_deleted' });
  return previous;
}

/** Returns the version that hasn't been replaced itself. */
async function loadNewest(services: Services, organizationId: string, id: string): Promise<EnvelopeGraph> {
  let graph = await loadGraph(services, organizationId, id);
  for (let at = 0; graph.envelope.replacedById !== null && at < LIMITS.versionsMax; at += 1)
    graph = await loadGraph(services, organizationId, graph.envelope.replacedById);
  return graph;
}
