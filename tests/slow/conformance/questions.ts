import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { askClient } from '#server/mcp/session/ask-client.ts';
import type { AgentContext } from '#server/mcp/tool.ts';

const string = (more: object = {}) => ({ type: 'string', ...more });
const titled = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, title]) => ({ const: value, title }));
const OPTIONS = ['option1', 'option2', 'option3'];
const VALUES = titled({ value1: 'First', value2: 'Second', value3: 'Third' });

const PERSON = {
  type: 'object',
  properties: { username: string({ description: "User's response" }), email: string() },
  required: ['username', 'email'],
};
const DEFAULTS = {
  type: 'object',
  properties: {
    name: string({ default: 'John Doe' }),
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: string({ enum: ['active', 'inactive', 'pending'], default: 'active' }),
    verified: { type: 'boolean', default: true },
  },
};
const CHOICES = {
  type: 'object',
  properties: {
    untitledSingle: string({ enum: OPTIONS }),
    titledSingle: string({ oneOf: VALUES }),
    legacyEnum: string({ enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] }),
    untitledMulti: { type: 'array', items: string({ enum: OPTIONS }) },
    titledMulti: { type: 'array', items: { anyOf: VALUES } },
  },
};

/** Registers the tools that ask the client during a call, the way the product asks 2025 clients. */
export function registerQuestions(server: McpServer, context: AgentContext): void {
  const ask = async (request: ServerContext, method: string, params: Record<string, unknown>) => {
    const { transport } = server.server;
    const asking: AgentContext = {
      ...context,
      toClient: async (message) =>
        await transport?.send({ jsonrpc: '2.0', ...message }, { relatedRequestId: request.mcpReq.id }),
    };
    const answer = await askClient(asking, request, { method, params });
    return { content: [{ type: 'text' as const, text: `Answered: ${JSON.stringify(answer)}` }] };
  };
  server.registerTool(
    'test_sampling',
    { description: 'Asks the client’s model', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, request) =>
      await ask(request, 'sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      }),
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, request) =>
      await ask(request, 'elicitation/create', { message, requestedSchema: PERSON }),
  );
  for (const [name, requestedSchema] of [
    ['test_elicitation_sep1034_defaults', DEFAULTS],
    ['test_elicitation_sep1330_enums', CHOICES],
  ] as const)
    server.registerTool(
      name,
      { description: `Asks the person: ${name}` },
      async (request) =>
        await ask(request, 'elicitation/create', { message: 'Please choose', requestedSchema }),
    );
}
