import { readError } from './error.ts';
import { List } from './list.ts';
import { isRetryable, getRetryDelay } from './retry.ts';
import type { Bytes } from './types.ts';

export type ClientOptions = {
  /** The address of your Countersign, such as `https://sign.example.com`. */
  readonly baseUrl: string;
  /** An API key, `svc_sk_…`. */
  readonly key: string | undefined;
  /** How often a failed request is sent again. Default: 3. */
  readonly maxRetries?: number;
  /** How long to wait for one response, in milliseconds. Default: two minutes. */
  readonly timeoutMs?: number;
  /** Sends the requests. Default: the global fetch. */
  readonly fetch?: (input: Request) => Promise<Response>;
};

export type CallOptions = {
  /**
   * Makes the call safe to repeat. Default: a new key for each call, so that the client's own retries do
   * nothing twice.
   */
  readonly idempotencyKey?: string;
  /** The ETag of the envelope as you read it. Use this instead of `expectedVersion`. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
};

/** What the client knows about a call. */
export type Call = {
  readonly query?: object | undefined;
  readonly json?: object | undefined;
  readonly bytes?: Bytes;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the operation takes an `Idempotency-Key`. */
  readonly keyed?: true;
};

type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

/** Sends requests with the key, and retries where that is safe. */
export class Caller {
  readonly baseUrl: string;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    if (!options.key) throw new TypeError('key is missing: create one under Settings → API keys.');
    this.baseUrl = new URL(options.baseUrl).href.replace(/\/$/, '');
    this.#options = options;
  }

  async json<Body>(method: string, path: string, call: Call, options?: CallOptions): Promise<Body> {
    const response = await this.send(method, `${this.baseUrl}${path}`, call, options);
    return (await response.json()) as Body;
  }

  async bytes(method: string, path: string, call: Call, options?: CallOptions) {
    const response = await this.send(method, `${this.baseUrl}${path}`, call, options);
    return new Uint8Array(await response.arrayBuffer());
  }

  async nothing(method: string, path: string, call: Call, options?: CallOptions): Promise<void> {
    await this.send(method, `${this.baseUrl}${path}`, call, options);
  }

  list<Of extends Page>(path: string, query: { cursor?: string } = {}, options?: CallOptions): List<Of> {
    const read = (cursor: string | undefined) =>
      this.json<Of>('GET', path, { query: { ...query, cursor } }, options);
    return new List(read, query.cursor);
  }

  /** Sends a request until it succeeds, is refused, or runs out of retries. */
  async send(method: string, address: string, call: Call, options: CallOptions = {}): Promise<Response> {
    const { maxRetries = 3 } = this.#options;
    const request = this.#requestOf(method, address, call, options);
    for (let tries = 0; ; tries++) {
      options.signal?.throwIfAborted();
      const failure = await this.#try(request, options.signal);
      if (failure instanceof Response) {
        if (failure.ok) return failure;
        const error = await readError(failure);
        const seconds = getRetryDelay(tries, failure.headers.get('retry-after'));
        const repeat = isRetryable(error, method, call.keyed === true) && tries < maxRetries;
        if (!repeat || seconds === null) throw error;
        await pause(seconds, options.signal);
      } else {
        const repeat = isRetryable(null, method, call.keyed === true) && tries < maxRetries;
        if (!repeat || options.signal?.aborted === true) throw failure.error;
        await pause(getRetryDelay(tries, null) ?? 0, options.signal);
      }
    }
  }

  #requestOf(method: string, address: string, call: Call, options: CallOptions) {
    const url = new URL(address);
    for (const [name, value] of Object.entries(call.query ?? {}))
      for (const text of toParameterTexts(name, value)) url.searchParams.append(name, text);
    const headers = new Headers(call.headers);
    // Uploads may go to a bucket, which mustn't get the key.
    if (url.href.startsWith(`${this.baseUrl}/`)) headers.set('authorization', `Bearer ${this.#options.key}`);
    const key = options.idempotencyKey ?? (call.keyed === true ? crypto.randomUUID() : undefined);
    if (key !== undefined) headers.set('idempotency-key', key);
    if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
    if (call.json !== undefined) headers.set('content-type', 'application/json');
    if (call.bytes !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/octet-stream');
    const body = call.bytes ?? (call.json === undefined ? null : JSON.stringify(call.json));
    return (signal: AbortSignal) => new Request(url, { method, headers, body, signal });
  }

  async #try(
    request: (signal: AbortSignal) => Request,
    signal: AbortSignal | undefined,
  ): Promise<Response | { error: unknown }> {
    const { timeoutMs = 120_000, fetch: send = (input: Request) => fetch(input) } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      return await send(request(either));
    } catch (error) {
      return { error };
    }
  }
}

/**
 * Escapes a value for one segment of a path. Refuses an empty or dotted one, which would lead to another
 * operation.
 */
export function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`not an ID: "${value}"`);
  return encodeURIComponent(value);
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Parameters whose values can contain commas are repeated; other lists are joined with commas. */
function toParameterTexts(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  return name === 'metadata' && Array.isArray(value) ? value.map(String) : [String(value)];
}
