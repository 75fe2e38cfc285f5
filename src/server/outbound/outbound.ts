import { lookup } from 'node:dns/promises';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { runInSpan } from '#server/tracing/span.ts';
import { addressReach, isInNetworks, type OutboundPolicy } from './address.ts';
import { type Destination, findDestination, getHost, parseTarget, type Resolve } from './destination.ts';
import { OutboundError } from './errors.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** A request to a user-supplied URL, such as a webhook's or a client's metadata document. */
export type OutboundRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The only networks that it may reach, besides what the operator allows. Null or missing: all. */
  readonly networks?: readonly string[] | null;
  /** The time limit for everything: resolving, connecting, sending and reading the response. */
  readonly timeoutMs: number;
  /** The most bytes of the response body that are read. */
  readonly maxBytes: number;
};
export type OutboundAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Whether the body was longer than `maxBytes`. */
  readonly truncated: boolean;
};
/**
 * Sends a request to a user-supplied URL. Throws OutboundError if it gets no response; any status is a
 * response.
 */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

type Seams = {
  /** Replaces the machine's resolver. */
  readonly resolve?: Resolve;
  /** Certificates (PEM) that are trusted instead of the well-known ones. */
  readonly trustedCa?: string;
};

/**
 * Guards against requests into the internal network (SSRF, OWASP). The host is resolved once, every address
 * is checked, and only checked addresses are connected to, so DNS rebinding has no effect. Redirects are not
 * followed.
 */
export function openOutbound(
  policy: OutboundPolicy,
  { resolve = resolveLocally, trustedCa }: Seams = {},
): Outbound {
  const reach = addressReach(policy);
  return async (request) => {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      const url = parseTarget(request.url);
      const { networks = null } = request;
      const reachWithin = (address: string) =>
        networks === null || isInNetworks(address, networks) ? reach(address) : 'forbidden';
      const destination = await rejectOnAbort(findDestination(url, resolve, reachWithin), signal);
      const attributes = { 'http.request.method': request.method, 'server.address': url.hostname };
      return await runInSpan(request.method, { kind: 'client', attributes }, () =>
        exchange(destination, request, signal, trustedCa),
      );
    } catch (error) {
      throw toOutboundError(error, signal);
    }
  };
}

/** The machine's resolver, including the hosts file. */
const resolveLocally: Resolve = (host) => lookup(host, { all: true, order: 'verbatim' });

async function exchange(
  { url, addresses }: Destination,
  { method, headers = {}, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
  trustedCa: string | undefined,
): Promise<OutboundAnswer> {
  const host = getHost(url);
  const options = {
    method,
    host,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    // Opens a new connection, so that no connection is reused that was opened under a different check.
    agent: false,
    lookup: createCheckedLookup(addresses),
    signal,
  };
  const tls = {
    servername: isIP(host) === 0 ? host : '',
    ...(trustedCa === undefined ? {} : { ca: trustedCa }),
  };
  const sent = url.protocol === 'https:' ? requestHttps({ ...options, ...tls }) : requestHttp(options);
  const answer = await answerTo(sent, body);
  try {
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      ...(await readBody(answer, maxBytes)),
    };
  } finally {
    sent.destroy();
  }
}

/** Gives sockets the checked addresses. */
function createCheckedLookup(addresses: Destination['addresses']): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function answerTo(sent: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
    sent.end(body);
  });
}

async function readBody(
  answer: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutboundAnswer, 'body' | 'truncated'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes };
}

/** Stops waiting when the time is over, because resolvers can't be interrupted. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function toOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return new OutboundError('timeout', { cause: error });
  return new OutboundError(isDistrust(error) ? 'untrusted' : 'unreachable', { cause: error });
}

/**
 * Node reports certificate problems with OpenSSL's X509_V_ERR_… codes. It has a code of its own for the host
 * name.
 */
function isDistrust(error: unknown): boolean {
  const code = getErrorCode(error) ?? '';
  return /CERT|SIGNATURE|SELF_SIGNED|ISSUER|CRL/.test(code);
}
