import { createMcpHandler, type CreateMcpHandlerOptions, type McpServer } from '@modelcontextprotocol/server';
import type { AgentContext } from './tool.ts';
import { mcpServerFor } from './server.ts';

/**
 * Answers a request of the Model Context Protocol, of the revision of 2026-07-28 or of one of 2025, from one server made
 * for it. `body` is its JSON, as read by whoever bounded it; undefined without one.
 */
export async function answerMcp(
  request: Request,
  body: unknown,
  context: AgentContext,
  make: (context: AgentContext) => McpServer = mcpServerFor,
  // Nothing here changes while a client listens: there is nothing to subscribe to.
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
      // Nothing behind this point needs the token itself.
      token: '',
      clientId: principal.clientId,
      scopes: [...principal.scopes],
      resource: new URL(services.accessTokens.audience),
    },
  });
}
