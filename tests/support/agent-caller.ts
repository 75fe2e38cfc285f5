import { createCallerFactory } from '#server/trpc/init.ts';
import { agentRouter } from '#server/procedures/router.ts';
import { verifyAgent } from '#server/surface/agent.ts';
import { openCookies } from '#server/surface/cookies.ts';
import type { TestApi } from './api.ts';
import type { TestAgent } from './agent.ts';

const createAgentCaller = createCallerFactory(agentRouter);
export type AgentCaller = ReturnType<typeof createAgentCaller>;

/** What agents can call, called in process with an agent's token, as tools call it. */
export async function openAgentCaller({ services }: TestApi, { token }: TestAgent): Promise<AgentCaller> {
  const principal = await verifyAgent(services, new Headers({ authorization: `Bearer ${token}` }));
  return createAgentCaller({
    ...{ services, principal },
    audit: { ipAddress: null, userAgent: null },
    requestId: 'test',
    body: null,
    contentType: null,
    idempotency: null,
    replyHeaders: new Headers(),
    cookies: openCookies(new Headers(), new Headers(), 'http://localhost:3000'),
  });
}
