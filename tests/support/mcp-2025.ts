import { readEvents } from './event-stream.ts';

type Headers2025 = Record<string, string>;
/** A client of the 2025 revisions that sends raw messages, so that a test can choose the process for each. */
export type Client2025 = {
  readonly session: string | null;
  /** Sends one message. */
  readonly post: (origin: string, message: object, signal?: AbortSignal) => Promise<Response>;
  /** Calls a tool. Returns its stream's messages as they arrive; null at the end. */
  readonly call: (
    origin: string,
    name: string,
    args: object,
    options?: { readonly id?: number; readonly signal?: AbortSignal },
  ) => Promise<() => Promise<any>>;
};
type Connecting = {
  readonly revision?: string;
  readonly capabilities?: object;
  /** Whether it names its session afterwards. */
  readonly namesSession?: boolean;
};
export const FORMS = { elicitation: {} };

/** Connects to one process, which creates a session that all of them accept. */
export async function connect2025(
  origin: string,
  token: string,
  { revision = '2025-11-25', capabilities = FORMS, namesSession = true }: Connecting = {},
): Promise<Client2025> {
  const headers: Headers2025 = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = async (to: string, message: object, more: Headers2025, signal?: AbortSignal) =>
    await fetch(`${to}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      ...(signal === undefined ? {} : { signal }),
    });
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: revision, capabilities, clientInfo };
  const connected = await send(origin, { id: 0, method: 'initialize', params }, {});
  const session = connected.headers.get('mcp-session-id');
  await connected.body?.cancel();
  const more: Headers2025 = {
    'mcp-protocol-version': revision,
    ...(session !== null && namesSession ? { 'mcp-session-id': session } : {}),
  };
  const post: Client2025['post'] = (to, message, signal) => send(to, message, more, signal);
  return {
    session,
    post,
    call: async (to, name, args, { id = 1, signal } = {}) => {
      const response = await post(
        to,
        { id, method: 'tools/call', params: { name, arguments: args } },
        signal,
      );
      if (response.body === null) throw new Error(`no stream: ${response.status}`);
      const events = readEvents(response.body);
      return async () => (await events.next())?.data ?? null;
    },
  };
}

/** The answer to a question from a person who agrees. */
export const yes = (question: { readonly id: string }) => ({
  id: question.id,
  result: { action: 'accept', content: { confirm: true } },
});
