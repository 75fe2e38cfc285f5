import { Agent as HttpAgent, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** The user agent that a certificate of completion shows as the signer's device. */
const USER_AGENT = 'Countersign-client/1.0';

/** What a request carries: a bearer token or a session cookie, further headers, and a body. */
export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly cookie?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A refusal, as the server's error body describes it. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: { code?: string; message?: string; details?: Record<string, unknown> }) {
    super(body.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.details = body.details ?? {};
  }
}

/** A client of one origin that keeps its connections open. */
export interface HttpClient {
  readonly origin: string;
  /** Returns the response, whatever its status. Rejects if none arrives. A path may also be a full URL. */
  readonly request: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** Returns the JSON of a successful response; rejects with RefusedError for any other. */
  readonly json: <T>(method: string, path: string, call?: Call) => Promise<T>;
  /** Returns the bytes of a successful response; rejects with RefusedError for any other. */
  readonly bytes: (method: string, path: string, call?: Call) => Promise<Buffer>;
  readonly close: () => void;
}

/** Opens a client that uses at most `connections` connections at a time. */
export function openHttpClient(origin: string, connections = Infinity): HttpClient {
  const options = { keepAlive: true, maxSockets: connections };
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);

  const request = (method: string, path: string, call: Call = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const body = call.json === undefined ? call.bytes : Buffer.from(JSON.stringify(call.json));
      const url = new URL(path, origin);
      const headers = buildHeaders(call, body, origin);
      const outgoing =
        url.protocol === 'https:'
          ? requestHttps(url, { method, agent: https, headers })
          : requestHttp(url, { method, agent: http, headers });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      outgoing.end(body);
    });

  const requestBytes = async (method: string, path: string, call?: Call): Promise<Buffer> => {
    const answer = await request(method, path, call);
    if (answer.status >= 300) throw new RefusedError(answer.status, parseErrorBody(answer));
    return answer.bytes;
  };
  return {
    origin,
    request,
    bytes: requestBytes,
    json: async <T>(method: string, path: string, call?: Call) =>
      JSON.parse((await requestBytes(method, path, call)).toString()) as T,
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
}

function buildHeaders(
  call: Call,
  body: Uint8Array | undefined,
  origin: string,
): Record<string, string | number> {
  return {
    'user-agent': USER_AGENT,
    ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    // The server accepts requests that create or use a session only from its own pages.
    ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
    ...(call.token === undefined ? { origin } : {}),
    ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
    ...call.headers,
    ...(body === undefined ? {} : { 'content-length': body.length }),
  };
}

function parseErrorBody({ bytes }: Answer): ConstructorParameters<typeof RefusedError>[1] {
  try {
    return JSON.parse(bytes.toString()) as ConstructorParameters<typeof RefusedError>[1];
  } catch {
    return { message: bytes.toString().slice(0, 200) };
  }
}
