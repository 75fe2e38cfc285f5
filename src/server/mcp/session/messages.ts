import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { ID_PREFIXES } from '#domain/identifier.ts';
import { validateStorable } from '#wire/storable.ts';
import type { AgentContext } from '../tool.ts';

const ANSWER = z.union([
  z.object({ id: z.string(), result: z.record(z.string(), z.unknown()) }),
  z.object({ id: z.string(), error: z.record(z.string(), z.unknown()) }),
]);
const CANCELLED = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/**
 * Handles a message about a call that another process may be answering: the answer to a question, or the news
 * that the client gave up the call. Returns whether the message was accepted, or null for all other messages.
 */
export async function takeMessage(
  { services: { live, clock }, principal: { organizationId, grantId }, session }: AgentContext,
  message: unknown,
): Promise<boolean | null> {
  if (session === undefined) return null;
  const client = { organizationId, grantId, session: session.session };
  const cancelled = CANCELLED.safeParse(message).data;
  if (cancelled !== undefined) {
    const request = JSON.stringify(cancelled.params.requestId);
    await live.questions.withdraw(client, request);
    return true;
  }
  const answered = ANSWER.safeParse(message).data;
  if (answered?.id.startsWith(`${ID_PREFIXES.agentQuestion}_`) !== true) return null;
  const { id } = answered;
  const said = 'result' in answered ? { result: answered.result } : { error: answered.error };
  const isStorable =
    validateStorable(said).length === 0 && JSON.stringify(said).length <= LIMITS.agentAnswerMaxChars;
  const answer = isStorable
    ? said
    : { error: { message: 'too large, or with characters that cannot be stored' } };
  return await live.questions.answer(client, { id, answer, now: clock() });
}
