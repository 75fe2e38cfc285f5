import {
  createMcpHandler,
  isLegacyRequest,
  type CreateMcpHandlerOptions,
  type McpServer,
} from '@modelcontextprotocol/server';
import { MCP_PATH } from '#server/oauth/resource.ts';
import type { AgentContext } from './tool.ts';
import { createMcpServer } from './server.ts';
import { takeMessage } from './session/messages.ts';
import { SESSION_HEADER, createAgentSession, readRequestSession } from './session/session.ts';

type Options = Pick<CreateMcpHandlerOptions, 'maxSubscriptions'>;

/**
 * Answers a request of the Model Context Protocol (revisions of 2026-07-28 and 2025) with a server created
 * for that request. `body` is the request's parsed JSON, or undefined.
 */
export async function answerMcp(
  request: Request,
  body: unknown,
  context: AgentContext,
  make: (context: AgentContext) => McpServer = createMcpServer,
  // Nothing changes while a client listens, so there is nothing to subscribe to.
  options: Options = { maxSubscriptions: 0 },
): Promise<Response> {
  if (body === undefined || !(await isLegacyRequest(request, body)))
    return await serve(request, body, context, make, options);
  const begun = createAgentSession(body, context);
  if (begun !== null) {
    const response = await serve(request, body, context, make, options);
    response.headers.set(SESSION_HEADER, begun);
    return response;
  }
  const session = readRequestSession(request, context);
  if (session === null) return answerRefusal(404, -32001, 'Session not found');
  if (session === undefined) return await serve(request, body, context, make, options);
  const inSession = { ...context, session };
  const isTaken = await takeMessage(inSession, body);
  if (isTaken === null) return await serve(request, body, inSession, make, options);
  return isTaken
    ? new Response(null, { status: 202 })
    : answerRefusal(400, -32600, 'Invalid Request: this question is not open, or was answered');
}

async function serve(
  request: Request,
  body: unknown,
  context: AgentContext,
  make: (context: AgentContext) => McpServer,
  options: Options,
): Promise<Response> {
  const { services, principal, requestId, audit } = context;
  const handler = createMcpHandler(() => make(context), {
    ...options,
    onerror: (error) => services.log.debug({ err: error, requestId }, 'an agent request was refused'),
  });
  const response = await handler.fetch(request, {
    ...(body === undefined ? {} : { parsedBody: body }),
    authInfo: {
      // No code beyond this point needs the token.
      token: '',
      clientId: principal.clientId,
      scopes: [...principal.scopes],
      resource: new URL(services.accessTokens.audience),
    },
  });
  if (response.status === 403)
    services.countRefusal({ code: 'insufficient_scope', prefix: MCP_PATH, ipAddress: audit.ipAddress });
  return response;
}

function answerRefusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
