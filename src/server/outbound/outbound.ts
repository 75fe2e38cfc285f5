import { lookup } from 'node:dns/promises';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressReach, type OutboundPolicy } from './address.ts';
import { type Destination, findDestination, hostOf, parseTarget, type Resolve } from './destination.ts';
import { OutboundError } from './errors.ts';

/** A request to a URL that somebody else chose: a webhook's, a client's metadata document. */
export type OutboundRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it: finding the host, connecting, sending, and reading the answer. */
  readonly timeoutMs: number;
  /** What is read of the answer's body; the rest is not waited for. */
  readonly maxBytes: number;
};
export type OutboundAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Whether the body was longer than `maxBytes`. */
  readonly truncated: boolean;
};
/** Makes requests on others' behalf. Throws OutboundError for what was not made or not answered; any status is an answer. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

type Seams = {
  /** In place of the machine's resolver. */
  readonly resolve?: Resolve;
  /** Certificates (PEM) that are trusted in place of the well-known ones. */
  readonly trustedCa?: string;
};

/**
 * The guard against requests into our own network (SSRF, OWASP): the host is resolved once, every address is checked, and
 * the connection is made to the very addresses that were checked, so that a second answer of the resolver (DNS rebinding)
 * is never asked for. Redirects are answers like any other and are not followed.
 */
export function openOutbound(
  policy: OutboundPolicy,
  { resolve = machinesResolver, trustedCa }: Seams = {},
): Outbound {
  const reach = addressReach(policy);
  return async (request) => {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      const url = parseTarget(request.url);
      const destination = await unlessAborted(findDestination(url, resolve, reach), signal);
      return await exchange(destination, request, signal, trustedCa);
    } catch (error) {
      throw asOutboundError(error, signal);
    }
  };
}

/** The machine's own resolver, which knows the hosts file too. */
const machinesResolver: Resolve = (host) => lookup(host, { all: true, order: 'verbatim' });

async function exchange(
  { url, addresses }: Destination,
  { method, headers = {}, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
  trustedCa: string | undefined,
): Promise<OutboundAnswer> {
  const host = hostOf(url);
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
    // A connection of its own, so that none is reused that was made under another check.
    agent: false,
    lookup: checkedLookup(addresses),
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

/** Answers a socket's question for the host's addresses with those that were checked. */
function checkedLookup(addresses: Destination['addresses']): LookupFunction {
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

/** Resolvers cannot be interrupted: what they find after the time is over is not waited for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function asOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return new OutboundError('timeout', { cause: error });
  return new OutboundError(isDistrust(error) ? 'untrusted' : 'unreachable', { cause: error });
}

/** Node names what is wrong with a certificate by OpenSSL's X509_V_ERR_… codes and its own for the host name. */
function isDistrust(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|SIGNATURE|SELF_SIGNED|ISSUER|CRL/.test(code);
}
