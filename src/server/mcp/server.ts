import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { callTool } from './call-tool.ts';
import { createRequestStates } from './confirmation.ts';
import { createListedSchema } from './json-schema.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { UNTRUSTED_NOTICE } from './results.ts';
import { FOR_REVIEW, mayShowScreens, registerScreen } from './review/screen.ts';
import { createScopeChallenge } from './scope-challenge.ts';
import { VERSION } from '#server/runtime/version.ts';
import type { AgentContext, Arguments, ToClient, Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

/** Lists change only with a new version of the program, so clients can cache them. */
const LIST_CACHE = { ttlMs: 5 * 60_000, cacheScope: 'private' } as const;

const INSTRUCTIONS = `Countersign sends documents for signature and returns them sealed, with evidence.

create_draft starts a draft, edit_draft changes it, preview shows it; recipients hear nothing until send, and the user confirms sending. Changes name the version you have read. Recipients are named by email or name, pages count from 1, positions are fractions of the page from the top left. Every answer about a draft says what is missing. If a tool refuses, its answer says what to do next.

You never see signing links: they only go to the signers' mailboxes. ${UNTRUSTED_NOTICE}`;

/** A listed tool. Its schemas are created once. */
type Listed = {
  readonly tool: Tool;
  readonly inputSchema: ReturnType<typeof createListedSchema>;
};
const LISTED: readonly Listed[] = TOOLS.map((tool) => ({
  tool,
  inputSchema: createListedSchema(tool.input),
}));

/**
 * Creates the server for one request of one agent; nothing is kept between requests. The server lists the
 * tools that the token's scopes allow. Calling any other tool returns 403 `insufficient_scope` with the
 * scopes that it needs.
 */
export function createMcpServer(context: AgentContext): McpServer {
  const { services, principal } = context;
  const server = new McpServer(
    { name: 'countersign', title: 'Countersign', version: VERSION, websiteUrl: services.config.http.origin },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheHints: {
        'tools/list': LIST_CACHE,
        'prompts/list': LIST_CACHE,
        'resources/list': LIST_CACHE,
        'resources/templates/list': LIST_CACHE,
        'server/discover': LIST_CACHE,
      },
      requestState: { verify: createRequestStates(services, principal.grantId).verify },
    },
  );
  registerTools(server, context);
  registerResources(server, context);
  registerScreen(server);
  registerPrompts(server);
  return server;
}

function registerTools(server: McpServer, context: AgentContext): void {
  for (const { tool, inputSchema } of LISTED) {
    const { name, title, description, annotations } = tool;
    const scopeChallenge = createScopeChallenge((params) => tool.scopesFor(readArguments(params)));
    server.registerTool(
      name,
      { title, description, annotations, inputSchema, scopeChallenge },
      (given, request) =>
        callTool(tool, given, { ...context, toClient: createClientSender(server, request) }, request),
    );
  }
  // All tools are registered, so that calling one without its scope returns the scopes that it needs.
  server.server.setRequestHandler('tools/list', (_request, client) => ({
    tools: listAllowedTools(context, mayShowScreens(context, client)),
  }));
}

function createClientSender({ server }: McpServer, { mcpReq }: ServerContext): ToClient {
  return async (message) =>
    await server.transport?.send({ jsonrpc: '2.0', ...message }, { relatedRequestId: mcpReq.id });
}

/**
 * Returns the tools that an agent's scopes allow, in table order. The review screen's tools are included only
 * if the client may show the screen.
 */
export function listAllowedTools({ principal }: AgentContext, withScreens = true) {
  return LISTED.filter(
    ({ tool }) =>
      tool.scopes.every((scope) => principal.scopes.includes(scope)) &&
      (withScreens || tool.meta !== FOR_REVIEW),
  ).map(({ tool: { name, title, description, annotations, meta }, inputSchema }) => ({
    ...{ name, title, description, annotations },
    inputSchema: getInputSchema(inputSchema),
    ...(withScreens && meta !== undefined ? { _meta: meta } : {}),
  }));
}

function getInputSchema(listed: Listed['inputSchema']): { type: 'object' } {
  return listed['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as { type: 'object' };
}

/** Returns the arguments of a request that hasn't been validated. */
function readArguments(params: unknown): Arguments {
  const given =
    typeof params === 'object' && params !== null && 'arguments' in params ? params.arguments : {};
  return typeof given === 'object' && given !== null ? (given as Arguments) : {};
}
