import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StorageAwayError } from '../driver.ts';
import type { S3CredentialSource } from './credentials.ts';
import { toWebStream } from '../web-stream.ts';

export interface S3Settings {
  /** Scheme, host and port, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: S3CredentialSource;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opened again for each attempt. */
  readonly body?: { readonly sizeBytes: number; readonly open: () => Readable };
}

/** An error response of the object store; `code` is the store's own, such as AccessDenied. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string | null;

  constructor(request: S3Request, status: number, code: string | null) {
    super(`${request.method} ${request.key}: the object store returned ${status}${code ? ` ${code}` : ''}`);
    this.status = status;
    this.code = code;
  }
}

export interface S3Client {
  /**
   * Sends a signed request (SigV4) and retries after a 5xx, a 429 or a broken connection. Throws S3Error, or
   * StorageAwayError if the last attempt also failed that way.
   */
  send(request: S3Request): Promise<Response>;
  /** Returns a URL with the signature in its query. */
  presign(method: 'PUT', key: string, expiresSeconds: number): Promise<string>;
}

/** Time to respond, in addition to the time that uploading the body takes at the slowest accepted speed. */
const ANSWER_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 128;
/** Waits between attempts, each shortened by up to half so that processes don't retry in step. */
const RETRY_DELAYS_MS: readonly number[] = [100, 400, 1600];

type Unsigned = Pick<
  ConstructorParameters<typeof AwsV4Signer>[0],
  'method' | 'url' | 'headers' | 'signQuery'
>;

/** Opens a client for one bucket. */
export function openS3Client(settings: S3Settings, retryDelaysMs = RETRY_DELAYS_MS): S3Client {
  const { endpoint, bucket, region } = settings;
  const buildUrl = (key: string) => new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`);

  async function sign(request: Unsigned) {
    const credentials = await settings.credentials().catch((cause: unknown) => {
      throw new StorageAwayError('there are no credentials for the object store', { cause });
    });
    return await new AwsV4Signer({ ...credentials, ...request, region, service: 's3' }).sign();
  }

  async function sendOnce(request: S3Request): Promise<Response> {
    const { method, key, query = {}, headers = {} } = request;
    const url = buildUrl(key);
    url.search = new URLSearchParams(query).toString();
    const signed = await sign({ method, url: url.href, headers });
    return transfer(signed.url, { method, headers: signed.headers }, request.body);
  }

  return {
    async send(request) {
      for (const delay of retryDelaysMs) {
        const answer = await sendOnce(request).catch((error: unknown) => rethrowUnlessTransient(error));
        if (answer instanceof Response && answer.ok) return answer;
        if (answer instanceof Response && !isTransient(answer.status))
          throw await readFailure(request, answer);
        if (answer instanceof Response) await answer.body?.cancel();
        await sleep(delay * (0.5 + Math.random() / 2));
      }
      const last = await sendOnce(request).catch((error: unknown) => {
        throw createAwayError(request, rethrowUnlessTransient(error));
      });
      if (last.ok) return last;
      const failed = await readFailure(request, last);
      throw isTransient(last.status) ? createAwayError(request, failed) : failed;
    },

    async presign(method, key, expiresSeconds) {
      const url = buildUrl(key);
      url.searchParams.set('X-Amz-Expires', String(expiresSeconds));
      const signed = await sign({ method, url: url.href, signQuery: true });
      return signed.url.href;
    },
  };
}

/**
 * Sends one request. The timeout covers the response's headers only: a large object may take long to read.
 */
async function transfer(
  url: URL,
  { method, headers }: { method: string; headers: Headers },
  body: S3Request['body'],
): Promise<Response> {
  const abort = new AbortController();
  const timeoutMs = ANSWER_TIMEOUT_MS + (body ? body.sizeBytes / SLOWEST_BYTES_PER_MS : 0);
  const timer = setTimeout(
    () => abort.abort(new TypeError('the object store did not respond in time')),
    timeoutMs,
  );
  const init = { method, headers, signal: abort.signal, redirect: 'error' as const };
  if (!body) return fetch(url, init).finally(() => clearTimeout(timer));
  // Without a length, fetch sends the stream chunked, which S3 rejects.
  headers.set('content-length', String(body.sizeBytes));
  const content = body.open();
  const stream = toWebStream(content);
  try {
    return await fetch(url, Object.assign(init, { body: stream, duplex: 'half' }));
  } finally {
    clearTimeout(timer);
    content.destroy();
  }
}

/** Rethrows all but TypeErrors, which `fetch` throws for every broken connection. */
function rethrowUnlessTransient(error: unknown): TypeError {
  if (error instanceof TypeError) return error;
  throw error;
}

function createAwayError({ method, key }: S3Request, cause: Error): StorageAwayError {
  return new StorageAwayError(`${method} ${key}: the object store is away`, { cause });
}

function isTransient(status: number): boolean {
  return status >= 500 || status === 429;
}

async function readFailure(request: S3Request, response: Response): Promise<S3Error> {
  const code = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/.exec((await response.text()).slice(0, 10_000));
  return new S3Error(request, response.status, code?.[1] ?? null);
}
