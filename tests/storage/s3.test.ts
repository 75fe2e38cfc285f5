import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BlobMismatchError, StorageAwayError } from '#server/storage/driver.ts';
import { withEncryption } from '#server/storage/encrypted/driver.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { S3Error } from '#server/storage/s3/client.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import { openS3 } from '#server/storage/s3/driver.ts';
import { getMachineCredentials } from '#server/storage/s3/credentials.ts';
import { type RoleServer, startRoleServer } from '../support/role-server.ts';
import { type S3Failure, startS3Server, type S3Server } from '../support/s3-server.ts';

const key = 'org_1/uploads/env_1';
const bytes = randomBytes(300_000);
let server: S3Server;
let store: StorageDriver;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
  server.failures.length = 0;
  server.uploads.clear();
  server.skewMs = 0;
  store = openS3(settings(), { retryDelaysMs: [1, 1, 1] });
});

function settings(own: Partial<S3Server> = {}) {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = { ...server, ...own };
  return {
    endpoint,
    region,
    bucket,
    credentials: () => Promise.resolve({ accessKeyId, secretAccessKey }),
  };
}

async function uploadTarget() {
  const target = await store.uploadTarget(key, { expiresSeconds: 600 });
  if (target === null) throw new Error('S3 takes direct uploads');
  return target;
}

function streamOf(content: Uint8Array): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(content)]).stream();
}

describe('requests', () => {
  it('go to the bucket by path, with the content type that was named', async () => {
    await store.put(key, bytes, { contentType: 'application/pdf' });
    expect(server.requests).toEqual([`PUT /documents/${key}`]);
    expect(server.objects.get(key)).toEqual(bytes);
    expect(server.contentTypes.get(key)).toBe('application/pdf');
  });

  it('work with an endpoint that ends in a slash', async () => {
    await openS3(settings({ endpoint: `${server.endpoint}/` })).put(key, bytes);
    expect(server.requests).toEqual([`PUT /documents/${key}`]);
  });

  it.each([
    ['secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['key id', { accessKeyId: 'AKIAOTHER' }, 'InvalidAccessKeyId'],
    ['region', { region: 'us-east-1' }, 'InvalidAccessKeyId'],
  ])('are refused with a wrong %s, and are not tried again', async (_name, wrong, code) => {
    const stranger = openS3(settings(wrong));
    await expect(stranger.put(key, bytes)).rejects.toMatchObject({ name: 'S3Error', status: 403, code });
    await expect(stranger.get(key)).rejects.toMatchObject({ status: 403, code });
    await expect(stranger.stat(key)).rejects.toMatchObject({ status: 403 });
    await expect(stranger.remove(key)).rejects.toThrow(S3Error);
    expect(server.requests).toHaveLength(4);
    expect(server.objects.size).toBe(0);
  });

  it('report a missing bucket, which is not the same as a missing object', async () => {
    const lost = openS3(settings({ bucket: 'elsewhere' }));
    await expect(lost.get(key)).rejects.toMatchObject({ status: 404, code: 'NoSuchBucket' });
    await expect(lost.put(key, bytes)).rejects.toMatchObject({ status: 404, code: 'NoSuchBucket' });
  });
});

describe('failures of the object store', () => {
  it.each([
    ['503', [503]],
    ['500', [500]],
    ['429', [429]],
    ['a connection that is cut', ['cut']],
    ['three in a row', [503, 'cut', 500]],
  ] as const)('are retried by every method: %s', async (_name, failures) => {
    server.failures.push(...failures);
    await store.put(key, bytes);
    expect(server.objects.get(key)).toEqual(bytes);
    server.failures.push(...failures);
    expect(await store.stat(key)).toEqual({ sizeBytes: bytes.length, localPath: null });
    server.failures.push(...failures);
    const blob = await store.get(key);
    expect(Buffer.from(await new Response(blob?.stream).arrayBuffer())).toEqual(bytes);
    server.failures.push(...failures);
    await store.remove(key);
    expect(server.objects.size).toBe(0);
    expect(server.requests).toHaveLength(4 * (failures.length + 1));
  });

  it('send a stream again from its beginning', async () => {
    server.failures.push(503);
    await store.put(key, streamOf(bytes));
    expect(server.objects.get(key)).toEqual(bytes);
  });

  it('are reported when they do not end', async () => {
    server.failures.push(503, 503, 503, 503);
    await expect(store.put(key, bytes)).rejects.toMatchObject({
      name: 'StorageAwayError',
      cause: { name: 'S3Error', status: 503, code: 'SlowDown' },
    });
    expect(server.objects.size).toBe(0);
    server.failures.push('cut', 'cut', 'cut', 'cut');
    await expect(store.get(key)).rejects.toMatchObject({
      name: 'StorageAwayError',
      cause: expect.any(TypeError),
    });
    expect(server.requests).toHaveLength(8);
  });
});

describe('an object of several parts', () => {
  const content = randomBytes(1_000_001);
  const facts = { sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const open = () => openS3(settings(), { retryDelaysMs: [1, 1, 1], partBytes: 400_000 });
  /** In chunks whose boundaries differ from those of the parts. */
  const pieces = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < content.length; at += 70_001)
          controller.enqueue(new Uint8Array(content.subarray(at, at + 70_001)));
        controller.close();
      },
    });
  const put = (options = {}) => open().put(key, pieces(), options);

  it('is put together in their order, with its type', async () => {
    expect(await put({ contentType: 'application/zip', sha256: facts.sha256 })).toEqual(facts);
    expect(server.objects.get(key)).toEqual(content);
    expect(server.contentTypes.get(key)).toBe('application/zip');
    expect(server.requests.map((request) => request.split(' ')[0])).toEqual([
      ...['GET', 'POST', 'PUT', 'PUT', 'PUT', 'POST'],
    ]);
    expect(server.uploads.size).toBe(0);
  });

  it.each([399_999, 400_000])('is one request as long as %i bytes fit into one part', async (size) => {
    await open().put(key, streamOf(content.subarray(0, size)));
    expect(server.requests).toEqual([`PUT /documents/${key}`]);
    expect(server.objects.get(key)).toEqual(content.subarray(0, size));
  });

  it('comes from a file as well', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'storage-test-'));
    const path = join(directory, 'content');
    await writeFile(path, content);
    expect(await open().put(key, { path })).toEqual(facts);
    expect(server.objects.get(key)).toEqual(content);
    await rm(directory, { recursive: true });
  });

  it.each<[string, S3Failure[]]>([
    ['its beginning', [null, 503, 'cut']],
    ['a part', [null, null, null, 500, 'cut', 'unanswered']],
    ['its end', [null, null, null, null, null, 503, 'cut']],
    ['its end, of which the answer was lost', [null, null, null, null, null, 'unanswered']],
  ])('survives failures of %s', async (_name, failures) => {
    server.failures.push(...failures);
    expect(await put()).toEqual(facts);
    expect(server.objects.get(key)).toEqual(content);
    expect(server.failures).toEqual([]);
  });

  it.each<[string, S3Failure[], string]>([
    ['the bucket stays away', [null, null, null, 503, 503, 503, 503], 'StorageAwayError'],
    ['the bucket refuses a part', [null, null, null, 403], 'S3Error'],
    ['putting it together fails', [null, null, null, null, null, 'error in 200'], 'StorageAwayError'],
  ])('leaves what was there, and nothing else, if %s', async (_name, failures, name) => {
    await open().put(key, Buffer.from('kept'));
    server.failures.push(...failures);
    await expect(put()).rejects.toMatchObject({ name });
    expect(server.objects.get(key)).toEqual(Buffer.from('kept'));
    expect(server.uploads.size).toBe(0);
  });

  it('is refused at its end if it has another hash, or breaks off', async () => {
    await expect(put({ sha256: 'ab'.repeat(32) })).rejects.toThrow(BlobMismatchError);
    let count = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        count += 1;
        if (count > 10) controller.error(new Error('the stream broke off'));
        else controller.enqueue(new Uint8Array(content.subarray(0, 70_001)));
      },
    });
    await expect(open().put(key, broken)).rejects.toThrow('the stream broke off');
    expect(server.objects.size).toBe(0);
    expect(server.uploads.size).toBe(0);
  });

  it('can be as large as one may like, encrypted too', async () => {
    const dataKey = { id: 'sto_1', key: randomBytes(32) };
    const keys = { current: () => Promise.resolve(dataKey), named: () => Promise.resolve(dataKey) };
    const encrypted = withEncryption(open(), keys);
    expect(await encrypted.put(key, pieces())).toEqual(facts);
    const blob = await encrypted.get(key);
    expect(Buffer.from(await new Response(blob?.stream).arrayBuffer())).toEqual(content);
  });

  it('that a killed process left is removed a day later, by the first upload of another', async () => {
    const upload = { key, contentType: undefined, parts: new Map([[1, content]]) };
    server.uploads.set('old', { ...upload, initiated: new Date(Date.now() - 25 * 3_600_000) });
    server.uploads.set('running', { ...upload, initiated: new Date(Date.now() - 23 * 3_600_000) });
    server.uploads.set('not-ours', { ...upload, key: 'backup.tar', initiated: new Date(0) });
    await put();
    expect([...server.uploads.keys()]).toEqual(['running', 'not-ours']);
  });

  it('is stored even if uploads may not be listed', async () => {
    server.failures.push(403);
    expect(await put()).toEqual(facts);
  });
});

describe('credentials of a role', () => {
  const open = () => openS3({ ...settings(), credentials: getMachineCredentials() }, { retryDelaysMs: [] });
  let role: RoleServer;
  beforeEach(async () => {
    role = await startRoleServer(server);
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'])
      vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', role.url);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    server.sessionToken = undefined;
    await role.close();
  });

  it('are taken with their session token, kept, and fetched anew before they expire', async () => {
    const roled = open();
    role.issue({ token: 'first', expiresInMs: 3_600_000 });
    await roled.put(key, bytes);
    expect(await roled.stat(key)).toMatchObject({ sizeBytes: bytes.length });
    expect(role.asked()).toBe(1);
    const soonOver = open();
    role.issue({ token: 'second', expiresInMs: 60_000 });
    await soonOver.put(key, bytes);
    role.issue({ token: 'third', expiresInMs: 3_600_000 });
    // When credentials are about to expire, the next use fetches new ones and continues with the old ones
    // meanwhile.
    await vi.waitFor(() => soonOver.put(key, bytes));
    expect(role.asked()).toBe(3);
  });

  it('sign the address of an upload', async () => {
    role.issue({ token: 'first', expiresInMs: 3_600_000 });
    const target = await open().uploadTarget(key, { expiresSeconds: 600 });
    const put = (url: string) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
    expect((await put(target?.url ?? '')).status).toBe(200);
    expect(server.objects.get(key)).toEqual(bytes);
    role.issue({ token: 'second', expiresInMs: 3_600_000 });
    expect((await put(target?.url ?? '')).status).toBe(403);
  });

  it('are missing while nobody issues them, which is an outage', async () => {
    const roled = open();
    await expect(roled.put(key, bytes)).rejects.toThrow(StorageAwayError);
    role.issue({ token: 'first', expiresInMs: 3_600_000 });
    await roled.put(key, bytes);
    expect(server.objects.get(key)).toEqual(bytes);
  });
});

it('leaves no temporary file of a stream, whether it was stored or refused', async () => {
  // A directory of the test's own, because other tests buffer their streams in the shared one at the same
  // time.
  const own = await mkdtemp(join(tmpdir(), 'storage-test-'));
  vi.stubEnv('TMPDIR', own);
  await store.put(key, streamOf(bytes));
  await expect(openS3(settings({ region: 'nowhere' })).put(key, streamOf(bytes))).rejects.toThrow(S3Error);
  expect(await readdir(own)).toEqual([]);
  vi.unstubAllEnvs();
  await rm(own, { recursive: true });
});

it('reports a download that breaks off, instead of a shorter document', async () => {
  await store.put(key, bytes);
  server.failures.push('half');
  const blob = await store.get(key);
  expect(blob?.sizeBytes).toBe(bytes.length);
  await expect(new Response(blob?.stream).arrayBuffer()).rejects.toThrow(TypeError);
  server.failures.push('half');
  await expect(readBlob(store, key)).rejects.toThrow(StorageAwayError);
});

describe('uploadTarget', () => {
  it('allows only putting the object, without credentials', async () => {
    const { method, url, headers } = await uploadTarget();
    const answer = await fetch(url, { method, headers, body: bytes });
    expect(answer.status).toBe(200);
    expect(await store.stat(key)).toEqual({ sizeBytes: bytes.length, localPath: null });
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url.replace('env_1', 'env_2'), { method, body: bytes })).status).toBe(403);
    expect((await fetch(url.replace('Expires=600', 'Expires=6000'), { method, body: bytes })).status).toBe(
      403,
    );
    expect((await fetch(url.split('?')[0] ?? '', { method, body: bytes })).status).toBe(403);
    expect([...server.objects.keys()]).toEqual([key]);
  });

  it('is valid until it expires', async () => {
    const { url } = await uploadTarget();
    server.skewMs = 590_000;
    expect((await fetch(url, { method: 'PUT', body: bytes })).status).toBe(200);
    server.skewMs = 600_000;
    expect((await fetch(url, { method: 'PUT', body: bytes })).status).toBe(403);
  });

  it('refuses an invalid key', async () => {
    await expect(store.uploadTarget('../secret', { expiresSeconds: 600 })).rejects.toThrow(
      'not a storage key',
    );
  });
});
