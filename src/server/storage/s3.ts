import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hashFile, sha256Hex } from '../crypto/hash.ts';
import { expectSha256, type BlobBody, type BlobStore, type StoredFacts } from './blob-store.ts';
import { checkedKey } from './keys.ts';
import { openS3Client, S3Error, type S3Settings } from './s3-client.ts';
import { spool } from './spool.ts';

/** A request that whoever holds it may make until it expires, without credentials of their own. */
export interface PresignedRequest {
  readonly method: 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Objects in a bucket that speaks the S3 protocol. */
export interface S3Store extends BlobStore {
  readonly kind: 's3';
  /**
   * Lets a client put the bytes of one object itself. The signature cannot bound their number, and the same URL can be used
   * again until it expires: `stat` them before reading, and keep what was checked under its content's key.
   */
  presignPut(key: string, options: { expiresSeconds: number }): Promise<PresignedRequest>;
}

/** A blob store in a bucket, addressed by path (endpoint/bucket/key). No connection is made before the first call. */
export function openS3Store(settings: S3Settings, retryDelaysMs?: readonly number[]): S3Store {
  const client = openS3Client(settings, retryDelaysMs);

  async function upload(
    key: string,
    content: Uint8Array | { path: string },
    facts: StoredFacts,
    type: string,
  ) {
    const headers = { 'content-type': type, 'x-amz-content-sha256': facts.sha256 };
    const body = {
      sizeBytes: facts.sizeBytes,
      open: () => (content instanceof Uint8Array ? Readable.from([content]) : createReadStream(content.path)),
    };
    const response = await client.send({ method: 'PUT', key, headers, body });
    await response.body?.cancel();
  }

  return {
    kind: 's3',

    async put(key, body, { contentType = 'application/octet-stream', sha256 } = {}) {
      checkedKey(key);
      return withKnownContent(body, async (content, facts) => {
        expectSha256(key, facts, sha256);
        await upload(key, content, facts, contentType);
        return facts;
      });
    },

    async get(key) {
      // A compressed answer would carry another length than the object has.
      const headers = { 'accept-encoding': 'identity' };
      const response = await present(client.send({ method: 'GET', key: checkedKey(key), headers }));
      if (!response) return null;
      return { sizeBytes: lengthOf(response), stream: response.body ?? new Blob().stream() };
    },

    async stat(key) {
      const headers = { 'accept-encoding': 'identity' };
      const response = await present(client.send({ method: 'HEAD', key: checkedKey(key), headers }));
      return response && { sizeBytes: lengthOf(response) };
    },

    async remove(key) {
      const response = await present(client.send({ method: 'DELETE', key: checkedKey(key) }));
      await response?.body?.cancel();
    },

    async presignPut(key, { expiresSeconds }) {
      return {
        method: 'PUT',
        url: await client.presign('PUT', checkedKey(key), expiresSeconds),
        headers: {},
      };
    },
  };
}

/** S3 wants length and hash before the first byte: a stream is written to a temporary file first. */
async function withKnownContent<T>(
  body: BlobBody,
  use: (content: Uint8Array | { path: string }, facts: StoredFacts) => Promise<T>,
): Promise<T> {
  if (body instanceof Uint8Array) return use(body, { sizeBytes: body.byteLength, sha256: sha256Hex(body) });
  if ('path' in body) return use(body, await hashFile(body.path));
  const directory = await mkdtemp(join(tmpdir(), 'countersign-upload-'));
  try {
    const path = join(directory, 'body');
    return await use({ path }, await spool(body, path));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function present(answer: Promise<Response>): Promise<Response | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

function lengthOf(response: Response): number {
  const length = response.headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) throw new Error('the object store answered without a length');
  return Number(length);
}
