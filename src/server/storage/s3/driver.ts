import { withTemporaryDirectory } from '#server/temporary.ts';
import { hashFile, computeSha256Hex } from '../../crypto/hash.ts';
import { expectSha256, type ByteSpan, type StorageDriver, type StorageKind } from '../driver.ts';
import { requireValidKey } from '../keys.ts';
import { memoizeTask } from '../until-done.ts';
import { openS3Client, S3Error, type S3Settings } from './client.ts';
import { getMachineCredentials } from './credentials.ts';
import { putInParts } from './parts.ts';
import { abortAbandoned } from './upload.ts';
import { putWhole } from './whole.ts';

/**
 * Keeps objects in a bucket with the S3 protocol, addressed by path (endpoint/bucket/key). If its URL has no
 * key, the driver uses the credentials of the machine.
 */
export const s3Storage: StorageKind = {
  example: 's3://[KEY:SECRET@]host[:port]/bucket?region=…&tls=0|1',
  open: (url) => {
    const settings = parseS3Settings(url);
    return settings === null ? null : openS3(settings);
  },
};

function parseS3Settings(url: URL): S3Settings | null {
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  const tls = url.searchParams.get('tls') ?? '1';
  const key = { id: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) };
  if (bucket === undefined || (key.id === '') !== (key.secret === '') || !/^[01]$/.test(tls)) return null;
  const credentials = { accessKeyId: key.id, secretAccessKey: key.secret };
  return {
    endpoint: `${tls === '1' ? 'https' : 'http'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: key.id === '' ? getMachineCredentials() : () => Promise.resolve(credentials),
  };
}

/**
 * Objects up to this size are sent in one request, larger ones in parts of this size. A bucket accepts 10,000
 * parts, which is 640 GB.
 */
const PART_BYTES = 64 * 1024 * 1024;

/** Opens the driver. `retryDelaysMs` contains the wait before each further attempt. */
export function openS3(
  settings: S3Settings,
  {
    retryDelaysMs,
    partBytes = PART_BYTES,
  }: { readonly retryDelaysMs?: readonly number[]; readonly partBytes?: number } = {},
): StorageDriver {
  const client = openS3Client(settings, retryDelaysMs);
  const sweep = memoizeTask(() => abortAbandoned(client));

  return {
    async put(key, body, { contentType = 'application/octet-stream', sha256 } = {}) {
      requireValidKey(key);
      if (!(body instanceof ReadableStream)) {
        const facts =
          body instanceof Uint8Array
            ? { sizeBytes: body.byteLength, sha256: computeSha256Hex(body) }
            : await hashFile(body.path);
        expectSha256(key, facts, sha256);
        if (facts.sizeBytes <= partBytes)
          return await putWhole(client, key, { content: body, facts, contentType });
      }
      return await withTemporaryDirectory('object', (directory) =>
        putInParts(client, key, { body, directory, partBytes, contentType, sha256, sweep }),
      );
    },

    async get(key, part) {
      // A compressed response would report a different length. For a range, `fetch` adds this field itself
      // (Fetch standard), and sending it twice would break the signature.
      const headers: Record<string, string> =
        part === undefined
          ? { 'accept-encoding': 'identity' }
          : { range: `bytes=${part.first}-${part.last}` };
      const response = await present(client.send({ method: 'GET', key: requireValidKey(key), headers }));
      if (!response) return null;
      const sizeBytes =
        part === undefined ? requireContentLength(response) : requireWholeLength(response, part);
      return { sizeBytes, stream: response.body ?? new Blob().stream() };
    },

    async stat(key) {
      const headers = { 'accept-encoding': 'identity' };
      const response = await present(client.send({ method: 'HEAD', key: requireValidKey(key), headers }));
      return response && { sizeBytes: requireContentLength(response), localPath: null };
    },

    async remove(key) {
      const response = await present(client.send({ method: 'DELETE', key: requireValidKey(key) }));
      await response?.body?.cancel();
    },

    async probe() {
      // The probe only reads. A bucket has no size limit to check, and a request that writes would cost
      // something each time.
      await present(client.send({ method: 'HEAD', key: 'health/probe/none' }));
      return null;
    },

    async uploadTarget(key, { expiresSeconds }) {
      return {
        method: 'PUT',
        url: await client.presign('PUT', requireValidKey(key), expiresSeconds),
        headers: {},
      };
    },
  };
}

async function present(answer: Promise<Response>): Promise<Response | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

function requireContentLength(response: Response): number {
  const length = response.headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) throw new Error('the object store sent no Content-Length');
  return Number(length);
}

/**
 * Refuses a part other than the requested one, because its bytes would be mistaken for the requested ones.
 */
function requireWholeLength(response: Response, { first, last }: ByteSpan): number {
  const [, from, to, whole] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (Number(from) !== first || Number(to) !== last)
    throw new Error('the object store sent another part of the object');
  return Number(whole);
}
