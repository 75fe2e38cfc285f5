import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/server';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import { toErrorReply } from '#server/http/error.ts';
import { answerAgent } from '#server/http/mcp.ts';
import { toRequest, writeResponse } from '#server/http/node/web-request.ts';
import { answerMcp } from '#server/mcp/answer.ts';
import { createRequestStates } from '#server/mcp/confirmation.ts';
import { listAllowedTools, createMcpServer } from '#server/mcp/server.ts';
import type { AgentContext } from '#server/mcp/tool.ts';
import { openCookies } from '#server/surface/cookies.ts';
import { refuseForeignSource } from '#server/surface/credentials.ts';
import type { Services } from '#server/runtime/services.ts';
import { registerContent } from './content.ts';
import { registerQuestions } from './questions.ts';
import { registerRounds } from './rounds.ts';

/**
 * Serves agents on loopback like the product, but with additional content for the conformance suite, and lets
 * everyone in. It exists only for that suite, and the product doesn't import it.
 */
export async function serveFixtures(
  own: Services,
  agent: { readonly grantId: string; readonly organizationId: string },
): Promise<{
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  let origin = '';
  const server = createServer((message, response) => {
    void (async () => {
      const request = toRequest(message, response, origin);
      try {
        refuseForeignSource(request.headers, [origin]);
        const context = contextOf(origin, own, agent);
        const answer = await answerAgent(request, context, (one, body, agent) =>
          answerMcp(one, body, agent, withFixtures, { maxSubscriptions: 16 }),
        );
        await writeResponse(response, answer, message.method === 'HEAD');
      } catch (error) {
        const { status, body } = toErrorReply(error, 'conformance');
        await writeResponse(response, Response.json(body, { status }), false);
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function withFixtures(context: AgentContext): McpServer {
  const server = createMcpServer(context);
  const own = listAllowedTools(context);
  server.server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  registerContent(server);
  registerQuestions(server, context);
  registerRounds(server, createRequestStates(context.services, context.principal.grantId) as never);
  const fixtures = () => (server as any)._registeredTools as Record<string, any>;
  server.server.setRequestHandler('tools/list', () => ({
    tools: [
      ...own,
      ...Object.entries(fixtures())
        .filter(([name]) => !own.some((tool) => tool.name === name))
        .map(([name, { description, inputSchema }]) => ({
          name,
          description,
          inputSchema: inputSchema?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) ?? {
            type: 'object',
          },
        })),
    ],
  }));
  return server;
}

function contextOf(
  origin: string,
  own: Services,
  { grantId, organizationId }: { readonly grantId: string; readonly organizationId: string },
): AgentContext {
  const services = {
    ...own,
    config: { ...own.config, http: { ...own.config.http, origin, webOrigin: origin, mcpUrl: origin } },
    accessTokens: { ...own.accessTokens, audience: `${origin}/mcp` },
  };
  return {
    services,
    principal: {
      kind: 'agent',
      isTest: false,
      grantId,
      clientId: 'conformance',
      clientName: 'Conformance',
      organizationId,
      role: 'owner',
      scopes: ALL_SCOPES,
      asksFirst: false,
      sender: { userId: 'user_conformance', name: 'Conformance', email: 'conformance@example.com' },
    },
    audit: { ipAddress: null, userAgent: null },
    requestId: 'conformance',
    body: null,
    contentType: null,
    idempotency: null,
    cookies: openCookies(new Headers(), new Headers(), origin),
    replyHeaders: new Headers(),
  };
}
