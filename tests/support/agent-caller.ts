import { createCallerFactory } from '#server/trpc/init.ts';
import { agentRouter } from '#server/procedures/router.ts';
import { verifyAgent } from '#server/surface/credentials.ts';
import { openCookies } from '#server/surface/cookies.ts';
import type { TestApi } from './api.ts';
import type { TestAgent } from './agent.ts';

const createAgentCaller = createCallerFactory(agentRouter);
export type AgentCaller = ReturnType<typeof createAgentCaller>;

/** Calls what agents can call in process with an agent's token, the way tools do. */
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
