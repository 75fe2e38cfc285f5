import { z } from 'zod';
import { answer, settle } from '#domain/envelope/conversation.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { threadSchema, threadText, threadVisibility, toWireThread } from '#wire/thread.ts';
import { commit } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const ADDRESSED = { id: createPathIdSchema('envelope'), threadId: createPathIdSchema('thread') };

/** Lists the threads of an envelope. */
export const listThreads = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/threads',
      tags: ['Envelopes'],
      summary: 'List questions and requests for change',
      description: 'Returns what participants asked, with the answers, from the first thread to the last.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(z.object({ items: z.array(threadSchema) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { threads } = await loadGraph(services, member.organizationId, input.id);
    return { items: threads.map(toWireThread) };
  });

/** Answers in a thread. */
export const answerThread = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/threads/{threadId}/messages',
      tags: ['Envelopes'],
      summary: 'Answer a question',
      description:
        'Adds an answer while the envelope is in progress. The participant gets it by email. With `visibleTo` everyone, all participants see the thread from then on.',
    },
    rest: { success: 201, errors: ['not_found', 'invalid_state'], sanitizes: ['/text'] },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(z.strictObject({ ...ADDRESSED, text: threadText, visibleTo: threadVisibility.exactOptional() }))
  .output(threadSchema)
  .mutation(async ({ ctx: { services, member, principal }, input }) => {
    const { id: envelopeId, threadId, text, visibleTo } = input;
    const facts = member.facts();
    const userId = principal.kind === 'session' ? member.sender.userId : null;
    const author = { type: 'sender', userId, name: member.sender.name } as const;
    const target = { organizationId: member.organizationId, envelopeId };
    const graph = await commit(services, target, facts, (current) =>
      answer(current, { threadId, text, visibleTo, author }, facts),
    );
    return toWireThread(requireThread(graph, threadId));
  });

/** Settles a thread. */
export const settleThread = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/threads/{threadId}/settle',
      tags: ['Envelopes'],
      summary: 'Settle a question',
      description:
        'Says that nothing more is to be answered. A later message of the participant opens the thread again.',
    },
    rest: { errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(z.strictObject(ADDRESSED))
  .output(threadSchema)
  .mutation(async ({ ctx: { services, member }, input: { id: envelopeId, threadId } }) => {
    const facts = member.facts();
    const target = { organizationId: member.organizationId, envelopeId };
    const graph = await commit(services, target, facts, (current) => settle(current, threadId, facts));
    return toWireThread(requireThread(graph, threadId));
  });

function requireThread({ threads }: EnvelopeGraph, id: string) {
  const thread = threads.find((one) => one.id === id);
  if (thread === undefined) throw createRefusal('not_found');
  return thread;
}
