import { z } from 'zod';
import { ask, askAgain, resolveWriter } from '#domain/envelope/conversation.ts';
import { findDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { Quote } from '#domain/envelope/thread.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { askInput, signerThreadSchema, threadText, toWireThread } from '#wire/thread.ts';
import { requireReadableDocument } from '#server/procedures/envelope/shown-document.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import type { Services } from '#server/runtime/services.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

/** Begins a thread: a question to the sender, or a request for change. */
export const startThread = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/threads',
      tags: ['Signer'],
      summary: 'Ask the sender',
      description:
        'Asks a question or requests a change, before the person has signed. Nothing is declined, and they can still sign. The sender gets an email. A quote is read from the document at the given place; `details.reason` is `too_many_threads` if the envelope has 50 threads.',
    },
    rest: {
      success: 201,
      errors: ['invalid_state', 'clock_wrong', 'rate_limited'],
      sanitizes: ['/text', '/proposal'],
    },
  })
  .input(askInput)
  .output(signerThreadSchema)
  .mutation(async ({ ctx, input }) => {
    const { graph: before, organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const { kind, text, proposal = null } = input;
    // The document isn't read for someone who can't ask now. The decision checks this again under the lock.
    const writing = resolveWriter(before, ctx.claims.part, ctx.services.clock().toISOString());
    if (writing.kind === 'refuse') throw createRefusal(writing.code, writing.details);
    const quote = input.quote === undefined ? null : await readQuote(ctx.services, before, input.quote);
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      ask(
        current,
        ctx.claims.part,
        { kind, text, quote, proposal: proposal === '' ? null : proposal },
        facts,
      ),
    );
    return { ...toWireThread(requireLast(graph)), isMine: true };
  });

/** Adds a message to one's own thread. */
export const writeInThread = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/threads/{threadId}/messages',
      tags: ['Signer'],
      summary: 'Write in a thread',
      description: "Adds a message to one of the person's own threads, which is then open again.",
    },
    rest: {
      success: 201,
      errors: ['not_found', 'invalid_state', 'clock_wrong', 'rate_limited'],
      sanitizes: ['/text'],
    },
  })
  .input(z.strictObject({ threadId: createPathIdSchema('thread'), text: threadText }))
  .output(signerThreadSchema)
  .mutation(async ({ ctx, input }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      askAgain(current, ctx.claims.part, input, facts),
    );
    const thread = graph.threads.find(({ id }) => id === input.threadId);
    if (thread === undefined) throw createRefusal('not_found');
    return { ...toWireThread(thread), isMine: true };
  });

/** Returns the thread that was just added. */
function requireLast({ threads }: EnvelopeGraph) {
  const thread = threads.at(-1);
  if (thread === undefined) throw new Error('the thread was added in this transaction');
  return thread;
}

/** Reads a passage from the document that everyone signs. Refuses a place where it draws no text. */
async function readQuote(
  services: Services,
  graph: EnvelopeGraph,
  { page, boxes }: Pick<Quote, 'page' | 'boxes'>,
): Promise<Quote> {
  if (findDocument(graph, 'prepared') === null) throw createRefusal('not_found');
  const { organizationId } = graph.envelope;
  const { sha256, pageCount, read } = await requireReadableDocument(services, graph, 'prepared');
  const text = await read((path) =>
    services.texts.quote(
      { organizationId, waiting: 'request' },
      { path, sha256, pageCount, quoted: { page, boxes } },
    ),
  );
  if (text === null || text === '')
    throw createInvalidRefusal([{ path: '/quote', message: 'is a place where the document has no text' }]);
  if (text.length > LIMITS.quoteMaxChars)
    throw createInvalidRefusal([
      { path: '/quote', message: `must have at most ${LIMITS.quoteMaxChars} characters` },
    ]);
  return { page, text, boxes };
}
