import { z } from 'zod';
import { THREAD_VISIBILITIES } from '#domain/envelope/thread.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { threadText, type WireThread } from '#wire/thread.ts';
import { getEnvelopeFacts } from '../facts.ts';
import { formatThreadLines } from '../lines/conversation.ts';
import { formatEnvelopeHead } from '../lines/envelope.ts';
import { clipText } from '../lines/words.ts';
import { type Answer, toToolResult } from '../results.ts';
import { callFor, createTool, envelopeId, READS, REACHES, readGraph, type ToolCall } from '../tool.ts';
import { runOnceConfirmed } from './confirmed.ts';

const threadId = z.string().min(1).max(100).describe('thr_…');

/** Reads what participants asked, and the answers. */
export const readConversation = createTool({
  name: 'read_conversation',
  title: 'Read questions and requests for change',
  description: 'Lists what participants asked or want changed, with the passage they quote and the answers.',
  annotations: READS,
  input: { envelope: envelopeId },
  needs: ['envelope.get', 'envelope.threads'],
  run: async (call) => {
    const graph = await readGraph(call, call.input.envelope);
    return toToolResult(buildConversationAnswer(call, graph, await listThreads(call, graph)));
  },
});

/** Answers a question, or settles it. */
export const answerQuestion = createTool({
  name: 'answer_question',
  title: 'Answer a question',
  description:
    'Answers what a participant asked, by email, while the envelope is out for signature. With settle or without a text, nothing more is to be answered. The user confirms an answer first.',
  annotations: REACHES,
  input: {
    envelope: envelopeId,
    thread: threadId,
    text: threadText.optional(),
    visible_to: z
      .enum(THREAD_VISIBILITIES)
      .optional()
      .describe('everyone: all participants see it from now on.'),
    settle: z.boolean().optional().describe('Default: false.'),
  },
  needs: ['envelope.get', 'envelope.threads', 'envelope.answerThread', 'envelope.settleThread'],
  mails: true,
  run: async (call) => {
    const { text, visible_to: visibleTo, settle = false } = call.input;
    const graph = await readGraph(call, call.input.envelope);
    const { id } = graph.envelope;
    const thread = (await listThreads(call, graph)).find((one) => one.id === call.input.thread);
    const target = { id, threadId: call.input.thread };
    const act = async () => {
      if (text !== undefined) {
        const shown = visibleTo === undefined ? {} : { visibleTo };
        await callFor<WireThread>(call, 'envelope.answerThread', { ...target, text, ...shown });
      }
      if (settle || text === undefined) await callFor<WireThread>(call, 'envelope.settleThread', target);
      const first = [text === undefined ? 'Settled.' : 'Answered.'];
      const now = await readGraph(call, id);
      return toToolResult(
        buildConversationAnswer(call, now, await listThreads(call, now), { first, outcome: 'done' }),
      );
    };
    // Settling reaches nobody, and what would be refused needs no confirmation.
    if (text === undefined || thread === undefined || graph.envelope.status !== 'in_progress')
      return await act();
    const asker = graph.participants.find((one) => one.id === thread.startedBy);
    const isForAll = (visibleTo ?? thread.visibleTo) === 'everyone';
    const words = [
      `Answer ${asker === undefined ? 'the participant' : `${asker.name} <${asker.email}>`}?`,
      '',
      `They wrote: ${clipText(thread.messages.findLast(({ author }) => author.type === 'signer')?.text ?? '', 500)}`,
      `The answer: ${text}`,
      ...(isForAll ? ['Everyone who signs can read it.'] : []),
      ...(settle ? ['The question is settled by it.'] : []),
    ].join('\n');
    const reached = asker?.delivery === 'email' ? 'They get it by email' : 'They see it where they sign';
    const yes = { title: 'Send the answer', description: `${reached}, in your name.` };
    return await runOnceConfirmed(call, {
      graph,
      question: { tool: 'answer_question', words, yes },
      inDashboard: 'answer it under Conversation',
      act,
    });
  },
});

async function listThreads(
  call: Pick<ToolCall, 'context' | 'request'>,
  { envelope }: WireGraph,
): Promise<readonly WireThread[]> {
  return (await callFor<{ items: WireThread[] }>(call, 'envelope.threads', { id: envelope.id })).items;
}

function buildConversationAnswer(
  { context }: Pick<ToolCall, 'context'>,
  graph: WireGraph,
  threads: readonly WireThread[],
  { first = [], outcome }: { readonly first?: readonly string[]; readonly outcome?: string } = {},
): Answer {
  const facts = getEnvelopeFacts(context, graph);
  return {
    lines: [...first, formatEnvelopeHead(graph), ...formatThreadLines(graph, threads)],
    facts: outcome === undefined ? facts : { ...facts, outcome },
  };
}
