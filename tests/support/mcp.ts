import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { afterEach } from 'vitest';
import type { Role } from '#domain/organization/role.ts';
import type { Scope } from '#domain/organization/scope.ts';
import { agentOf, type TestAgent } from './agent.ts';
import type { TestApi, Tenant } from './api.ts';
import { useListening } from './listening.ts';

type Era = '2025' | '2026';
export type ToolAnswer = {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string; readonly _meta?: any }[];
  readonly structuredContent?: any;
  readonly _meta?: any;
};
export type Connecting = {
  readonly scopes?: readonly Scope[];
  readonly role?: Role;
  readonly asksFirst?: boolean;
  readonly era?: Era;
  readonly options?: ClientOptions;
  readonly agent?: TestAgent;
};
export type Connected = TestAgent & {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
};
/** A client that shows screens in the chat. */
export const SCREENS: ClientOptions = {
  capabilities: {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  },
};
export type Mcp = {
  readonly url: string;
  /**
   * Connects an SDK client over HTTP with the token of an agent that a member authorized. Closed after the
   * test.
   */
  readonly connect: (tenant: Tenant, connecting?: Connecting) => Promise<Connected>;
  /** All responses to clients so far. */
  readonly transcript: () => string;
};

/** Has the program listen, and connects SDK clients to it. */
export function useMcp(api: TestApi): Mcp {
  const listening = useListening(api);
  const heard: string[] = [];
  const open: Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    heard.push(await response.clone().text());
    return response;
  };
  return {
    get url() {
      return `${listening.origin}/mcp`;
    },
    transcript: () => heard.join('\n'),
    connect: async (
      tenant,
      { scopes, role = 'owner', asksFirst = false, era = '2026', options = {}, agent: known } = {},
    ) => {
      const wish = { role, asksFirst, ...(scopes === undefined ? {} : { scopes }) };
      const agent = known ?? (await agentOf(api, tenant.organizationId, wish));
      const client = new Client(
        { name: 'tests', version: '1.0.0' },
        { versionNegotiation: { mode: era === '2026' ? { pin: '2026-07-28' } : 'legacy' }, ...options },
      );
      const requestInit = { headers: { authorization: `Bearer ${agent.token}` } };
      const url = new URL(`${listening.origin}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: recording }));
      open.push(client);
      return {
        ...agent,
        client,
        call: async (name, args = {}) =>
          (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer,
      };
    },
  };
}
