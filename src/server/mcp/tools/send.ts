import { isAnnotation } from '#domain/field/answer.ts';
import { createRefusal } from '#domain/errors.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { moment } from '#wire/text.ts';
import { buildEnvelopeAnswer } from '../facts.ts';
import { isDraft } from '../lines/envelope.ts';
import { formatCount } from '../lines/words.ts';
import { toToolResult } from '../results.ts';
import { SHOWS_REVIEW } from '../review/screen.ts';
import { callFor, envelopeId, readGraph, REACHES, createTool, version, type ToolCall } from '../tool.ts';
import { waitUntilRead } from '../documents/until-read.ts';
import { runOnceConfirmed } from './confirmed.ts';

/** Sends a draft once a person has confirmed it. */
export const send = createTool({
  name: 'send',
  title: 'Send an envelope',
  description:
    'Sends a draft for signature, now or at a time. The user confirms it first: clients that can ask show them the document and the recipients; with others nothing is sent, and the answer has a link where they send it. Not for reminders.',
  annotations: REACHES,
  meta: SHOWS_REVIEW,
  input: {
    envelope: envelopeId,
    version,
    at: moment.optional().describe('When to send it, such as 2026-12-01T09:00:00Z. Default: now.'),
  },
  needs: ['envelope.get', 'envelope.send'],
  mails: true,
  run: async (call) => {
    const { context, input } = call;
    const { at = null } = input;
    const graph = await waitUntilRead(call, await readGraph(call, input.envelope));
    if (!isDraft(graph))
      throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'already_sent' });
    const act = async () => {
      const sent = await sendNow(call, input.envelope, input.version, at);
      const first = [
        at === null ? 'Sent. Those who act first have been emailed.' : `It will be sent at ${at}.`,
      ];
      return toToolResult(
        buildEnvelopeAnswer(context, sent, { first, outcome: at === null ? 'sent' : 'scheduled' }),
      );
    };
    // The person isn't asked about a draft that would be refused anyway. A draft can become ready only with a
    // new version, and sending compares versions.
    const isRefused = !context.principal.asksFirst && isUnready(graph, at, context.services.clock());
    if (isRefused) return await act();
    if (graph.envelope.version !== input.version)
      throw createRefusal('version_conflict', { currentVersion: graph.envelope.version });
    return await runOnceConfirmed(call, {
      graph,
      question: {
        tool: 'send',
        words: formatSendQuestion(graph, at),
        yes: { title: 'Send it', description: 'The recipients listed above will be asked to sign.' },
      },
      inDashboard: 'review and send it',
      onScreen: at === null,
      act,
    });
  },
});

/** Sends a draft, or schedules it. */
export async function sendNow(
  call: Pick<ToolCall, 'context' | 'request'>,
  id: string,
  expectedVersion: number,
  at: string | null,
): Promise<WireGraph> {
  const sendAt = at === null ? {} : { sendAt: at };
  return await callFor<WireGraph>(call, 'envelope.send', { id, expectedVersion, ...sendAt });
}

/** Checks whether sending would be refused. */
function isUnready(graph: WireGraph, sendAt: string | null, now: Date): boolean {
  const { envelope, participants, fields } = graph;
  return (
    envelope.status === 'detecting' ||
    envelope.documentHash === null ||
    participants.length === 0 ||
    fields.some((field) => !field.placed || (field.participantId === null && !isAnnotation(field))) ||
    (sendAt !== null && Date.parse(sendAt) <= now.getTime())
  );
}

/**
 * Describes what sending means. The schema has already reduced names and addresses to one line without
 * control characters.
 */
export function formatSendQuestion({ envelope, participants }: WireGraph, sendAt: string | null): string {
  const people = participants.map(
    ({ name, email, role, orderIndex }) =>
      `${orderIndex + 1}. ${name} <${email}>${role === 'signer' ? '' : `, ${role}`}`,
  );
  return [
    `Send “${envelope.displayName}” for signature?`,
    '',
    `Document: ${envelope.originalFilename}, ${formatCount(envelope.pageCount ?? 0, 'page')}`,
    `SHA-256: ${envelope.documentHash ?? ''}`,
    'Recipients, by signing order:',
    ...people,
    ...(envelope.copies.length === 0
      ? []
      : [`Copies to: ${envelope.copies.map(({ email }) => email).join(', ')}`]),
    ...(sendAt === null ? [] : [`Will be sent at: ${sendAt}`]),
    ...(envelope.expiresAt === null ? [] : [`Expires at: ${envelope.expiresAt}`]),
  ].join('\n');
}
