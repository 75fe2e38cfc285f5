import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BlobMismatchError, BlobMissingError, type StorageDriver } from '#server/storage/driver.ts';
import { withEncryption } from '#server/storage/encrypted/driver.ts';
import { buildBlobKey, InvalidKeyError, uploadKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import { openStorage } from '#server/storage/open-storage.ts';

/** A driver's backend, started once for its tests. */
export interface Backend {
  readonly url: string;
  /** Whether uploads go through the server. */
  readonly isLocal: boolean;
  readonly isEncrypted?: boolean;
  close(): Promise<void>;
}

const dataKey = { id: 'sto_1', key: randomBytes(32) };
const dataKeys = {
  current: () => Promise.resolve(dataKey),
  named: (id: string) => Promise.resolve(id === dataKey.id ? dataKey : null),
};

const organization = 'org_01kajp0zs2fxwr8m0d1v5c7n3r';
let count = 0;
let key = '';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function read(store: StorageDriver, from: string): Promise<Buffer | null> {
  const blob = await store.get(from);
  if (!blob) return null;
  const bytes = await buffer(blob.stream);
  expect(blob.sizeBytes).toBe(bytes.length);
  return bytes;
}

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

function failingStream(chunk: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new Error('the upload broke off'));
      else controller.enqueue(chunk);
      sent = true;
    },
  });
}

/** Tests what every driver must do, each on its own backend. */
export function storageContract(start: () => Promise<Backend>): void {
  let backend: Backend;
  let store: StorageDriver;
  beforeAll(async () => {
    backend = await start();
    const opened = openStorage(backend.url);
    if (opened === null) throw new Error(`${backend.url} is not a storage URL`);
    store = backend.isEncrypted === true ? withEncryption(opened, dataKeys) : opened;
  });
  afterAll(() => backend.close());
  beforeEach(() => {
    count += 1;
    key = uploadKey(organization, `env_${count}`);
  });
  const hasPath = () => backend.isLocal && backend.isEncrypted !== true;

  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['as much as one chunk', 65_536],
    ['many chunks', 3_000_001],
  ])('returns the bytes that were put: %s', async (_name, size) => {
    const bytes = randomBytes(size);
    expect(await store.put(key, bytes)).toEqual({ sizeBytes: size, sha256: sha256(bytes) });
    expect(await store.stat(key)).toMatchObject({ sizeBytes: size });
    expect(await read(store, key)).toEqual(bytes);
  });

  it('accepts a path or a stream, and returns size and hash', async () => {
    const bytes = randomBytes(500_000);
    const path = join(tmpdir(), `storage-test-${sha256(bytes)}`);
    await writeFile(path, bytes);
    const facts = { sizeBytes: bytes.length, sha256: sha256(bytes) };
    expect(await store.put(key, { path }, { sha256: facts.sha256, contentType: 'application/pdf' })).toEqual(
      facts,
    );
    expect(await read(store, key)).toEqual(bytes);
    const streamed = buildBlobKey(organization, facts.sha256);
    expect(await store.put(streamed, streamOf(bytes.subarray(0, 7), bytes.subarray(7)), facts)).toEqual(
      facts,
    );
    expect(await read(store, streamed)).toEqual(bytes);
    expect(await readFile(path)).toEqual(bytes);
    await rm(path);
  });

  it('opens a part of an object, and tells the size of the whole', async () => {
    await store.put(key, Buffer.from('0123456789'));
    for (const [first, last, expected] of [
      [0, 0, '0'],
      [3, 6, '3456'],
      [9, 9, '9'],
    ] as const) {
      const part = await store.get(key, { first, last });
      expect(part?.sizeBytes).toBe(10);
      expect(part && (await buffer(part.stream)).toString()).toBe(expected);
    }
    expect(await store.get(`${key}x`, { first: 0, last: 0 })).toBeNull();
  });

  it('returns null for a missing object', async () => {
    expect(await store.get(key)).toBeNull();
    expect(await store.stat(key)).toBeNull();
  });

  it('removes objects, even missing ones', async () => {
    await store.put(key, Buffer.from('gone soon'));
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
    await store.remove(key);
    expect(await store.stat(key)).toBeNull();
  });

  it('takes the same content again, and replaces other content', async () => {
    await store.put(key, Buffer.from('first'));
    await store.put(key, Buffer.from('first'));
    expect(await read(store, key)).toEqual(Buffer.from('first'));
    await store.put(key, Buffer.from('the second'));
    expect(await read(store, key)).toEqual(Buffer.from('the second'));
  });

  it('stores nothing when the bytes are not those that the hash names, and keeps what was there', async () => {
    const wrong = { sha256: sha256(Buffer.from('something else')) };
    await expect(store.put(key, Buffer.from('bytes'), wrong)).rejects.toThrow(BlobMismatchError);
    expect(await store.stat(key)).toBeNull();
    await store.put(key, Buffer.from('kept'));
    await expect(store.put(key, streamOf(Buffer.from('bytes')), wrong)).rejects.toThrow(BlobMismatchError);
    expect(await read(store, key)).toEqual(Buffer.from('kept'));
  });

  it('stores nothing when the stream breaks off or the file is missing', async () => {
    await expect(store.put(key, failingStream(randomBytes(200_000)))).rejects.toThrow('the upload broke off');
    expect(await store.stat(key)).toBeNull();
    await expect(store.put(key, { path: '/nowhere/to/be/found' })).rejects.toThrow('ENOENT');
    expect(await store.stat(key)).toBeNull();
  });

  it('keeps one complete content during concurrent writes and reads', async () => {
    const contents = Array.from({ length: 16 }, (_, index) => Buffer.alloc(200_000, index));
    await store.put(key, contents[0] ?? Buffer.alloc(0));
    const readers = Array.from({ length: 16 }, () => read(store, key));
    await Promise.all(contents.map((content) => store.put(key, content)));
    for (const bytes of [...(await Promise.all(readers)), await read(store, key)]) {
      expect(contents.some((content) => bytes?.equals(content))).toBe(true);
    }
  });

  it('can be left in the middle of reading', async () => {
    const bytes = randomBytes(2_000_000);
    await store.put(key, bytes);
    const blob = await store.get(key);
    const reader = blob?.stream.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    expect(await read(store, key)).toEqual(bytes);
  });

  it.each([
    ...[
      '',
      '/',
      'a',
      'a/b',
      'a/b/c/d',
      'a/b/',
      '/a/b',
      'a//b',
      'a/../b',
      '../../etc/passwd',
      'a/b/..',
      'a/b/.',
      './a/b',
    ],
    ...[
      'a/b/c\n',
      'a/b/C',
      'a/b/c d',
      'a/b/c%2e',
      'a\\b\\c',
      'a/b/c\u0000',
      'a/b/ç',
      `a/b/${'c'.repeat(129)}`,
      '.a/b/c',
    ],
  ])('refuses the key %j in every method', async (wrong) => {
    await expect(store.put(wrong, Buffer.from('x'))).rejects.toThrow(InvalidKeyError);
    await expect(store.get(wrong)).rejects.toThrow(InvalidKeyError);
    await expect(store.stat(wrong)).rejects.toThrow(InvalidKeyError);
    await expect(store.remove(wrong)).rejects.toThrow(InvalidKeyError);
    if (!backend.isLocal)
      await expect(store.uploadTarget(wrong, { expiresSeconds: 60 })).rejects.toThrow(InvalidKeyError);
  });

  it('names the local file only where there is one', async () => {
    const bytes = randomBytes(1000);
    await store.put(key, bytes);
    const { localPath } = (await store.stat(key)) ?? { localPath: '' };
    if (hasPath()) expect(await readFile(localPath ?? '')).toEqual(bytes);
    else expect(localPath).toBeNull();
  });

  it('takes a direct upload, or leaves uploads to the server', async () => {
    const target = await store.uploadTarget(key, { expiresSeconds: 60 });
    if (backend.isLocal) return expect(target).toBeNull();
    const bytes = randomBytes(1000);
    const { url = '', method, headers } = target ?? {};
    const response = await fetch(url, {
      body: bytes,
      ...(method && { method }),
      ...(headers && { headers }),
    });
    expect(response.status).toBe(200);
    expect(await read(store, key)).toEqual(bytes);
  });

  it('provides an object as a file while it is used', async () => {
    const bytes = randomBytes(100_000);
    await store.put(key, bytes);
    const path = await withLocalFile(store, key, async (local) => {
      expect(await readFile(local)).toEqual(bytes);
      return local;
    });
    if (!hasPath()) await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await read(store, key)).toEqual(bytes);
  });

  it('cleans up after a failed use, and reports a missing object', async () => {
    await store.put(key, Buffer.from('bytes'));
    let seen = '';
    const use = (path: string) => {
      seen = path;
      return Promise.reject(new Error('the child process failed'));
    };
    await expect(withLocalFile(store, key, use)).rejects.toThrow('the child process failed');
    if (!hasPath()) await expect(readFile(seen)).rejects.toThrow('ENOENT');
    await store.remove(key);
    await expect(withLocalFile(store, key, use)).rejects.toThrow(BlobMissingError);
  });
}
