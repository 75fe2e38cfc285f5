import type { ServerContext } from '@modelcontextprotocol/server';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { AgentContext } from '../tool.ts';

/**
 * Asks the client while its call waits, as the revisions of 2025 do, and returns the client's answer. The
 * answer is a separate request that any process may receive. Returns null if no answer came in time, if the
 * client has gone or gave up the call, or if this process is about to stop. Refuses with `rate_limited` if
 * the grant has too many open questions.
 */
export async function askClient(
  { services, principal, session, toClient }: AgentContext,
  { mcpReq }: ServerContext,
  { method, params }: { readonly method: string; readonly params: Record<string, unknown> },
) {
  if (session === undefined || toClient === undefined) return null;
  const { clock, live, newId } = services;
  const id = newId('agentQuestion');
  const createdAt = clock();
  const question = {
    ...{ organizationId: principal.organizationId, grantId: principal.grantId, session: session.session },
    ...{ id, request: JSON.stringify(mcpReq.id), createdAt },
    expiresAt: new Date(createdAt.getTime() + LIMITS.agentQuestionLifeMs),
  };
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  const answer = await live.questions.ask(question, {
    signal: mcpReq.signal,
    clock,
    ask: () => toClient({ id, method, params }),
    // Clients that ask for progress don't give up while they receive it.
    stillWaiting: async () => {
      if (progressToken === undefined) return;
      progress += 1;
      await toClient({ method: 'notifications/progress', params: { progressToken, progress } });
    },
    giveUp: () =>
      toClient({ method: 'notifications/cancelled', params: { requestId: id, reason: 'Not answered.' } }),
  });
  if (answer === 'too_many')
    throw createRefusal('rate_limited', { limit: LIMITS.agentQuestionsOpenMax, retryAfterSeconds: 60 });
  return answer;
}
