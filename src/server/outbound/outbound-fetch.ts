import type { Outbound } from './outbound.ts';

type Limits = { readonly timeoutMs: number; readonly maxBytes: number };
type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/**
 * Returns a `fetch` for libraries that sends through the guarded client. An answer that is too long is an
 * error.
 */
export function createOutboundFetch(outbound: Outbound, limits: Limits) {
  return async (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const answer = await outbound({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...limits,
    });
    if (answer.truncated) throw new Error('the answer is too long');
    const type = answer.headers['content-type'];
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
