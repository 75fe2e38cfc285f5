import { createMcpHandler, type CreateMcpHandlerOptions, type McpServer } from '@modelcontextprotocol/server';
import type { AgentContext } from './tool.ts';
import { mcpServerFor } from './server.ts';

/**
 * Answers a request of the Model Context Protocol (revisions of 2026-07-28 and 2025) with a server created
 * for it. `body` is its parsed JSON, or undefined.
 */
export async function answerMcp(
  request: Request,
  body: unknown,
  context: AgentContext,
  make: (context: AgentContext) => McpServer = mcpServerFor,
  // Nothing changes while a client listens, so there is nothing to subscribe to.
  options: Pick<CreateMcpHandlerOptions, 'maxSubscriptions'> = { maxSubscriptions: 0 },
): Promise<Response> {
  const { services, principal, requestId } = context;
  const handler = createMcpHandler(() => make(context), {
    ...options,
    onerror: (error) => services.log.debug({ err: error, requestId }, 'an agent request was refused'),
  });
  return await handler.fetch(request, {
    ...(body === undefined ? {} : { parsedBody: body }),
    authInfo: {
      // Nothing behind this point needs the token.
      token: '',
      clientId: principal.clientId,
      scopes: [...principal.scopes],
      resource: new URL(services.accessTokens.audience),
    },
  });
}
