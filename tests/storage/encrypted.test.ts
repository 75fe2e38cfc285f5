import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import { type DataKeys, withEncryption } from '#server/storage/encrypted/driver.ts';
import {
  getContentBytes,
  DamagedObjectError,
  HEADER_BYTES,
  SEGMENT_BYTES,
} from '#server/storage/encrypted/format.ts';
import { buildBlobKey, buildLogoKey, uploadKey } from '#server/storage/keys.ts';
import { openStorage } from '#server/storage/open-storage.ts';

const ORGANIZATION = 'org_1';
const KEY = { id: 'sto_01kajp0zs2fxwr8m0d1v5c7n3r', key: randomBytes(32) };
const on: DataKeys = {
  current: () => Promise.resolve(KEY),
  named: (id) => Promise.resolve(id === KEY.id ? KEY : null),
};
const off: DataKeys = { ...on, current: () => Promise.resolve(null) };

let directory: string;
let plain: StorageDriver;
let store: StorageDriver;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storage-encrypted-'));
  const opened = openStorage(pathToFileURL(directory).href);
  if (opened === null) throw new Error('not a storage URL');
  plain = opened;
  store = withEncryption(plain, on);
});
afterAll(() => rm(directory, { recursive: true }));

const file = (key: string) => join(directory, key);
const bytesOf = async (from: StorageDriver, key: string, part?: { first: number; last: number }) => {
  const blob = await from.get(key, part);
  return blob === null ? null : await buffer(blob.stream);
};

describe('what is stored', () => {
  it('shows nothing of its content, and is the same for the same content', async () => {
    const content = Buffer.from('Lease agreement '.repeat(10_000));
    const key = buildBlobKey(ORGANIZATION, computeSha256Hex(content));
    await store.put(key, content);
    const stored = await readFile(file(key));
    expect(stored.includes('Lease')).toBe(false);
    expect(getContentBytes(stored.length)).toBe(content.length);
    await store.put(key, content);
    expect(await readFile(file(key))).toEqual(stored);
    const elsewhere = buildBlobKey('org_2', computeSha256Hex(content));
    await store.put(elsewhere, content);
    expect((await readFile(file(elsewhere))).subarray(HEADER_BYTES)).not.toEqual(
      stored.subarray(HEADER_BYTES),
    );
  });

  it('is not what is public', async () => {
    const logo = randomBytes(500);
    const key = buildLogoKey(computeSha256Hex(logo));
    await store.put(key, logo);
    expect(await readFile(file(key))).toEqual(logo);
    expect(await bytesOf(store, key)).toEqual(logo);
  });

  it('stays readable from before encryption, and after it is switched off', async () => {
    const [before, after] = [uploadKey(ORGANIZATION, 'before'), uploadKey(ORGANIZATION, 'after')];
    const content = randomBytes(200_000);
    await plain.put(before, content);
    await store.put(after, content);
    const again = withEncryption(plain, off);
    for (const each of [store, again])
      for (const key of [before, after]) {
        expect(await bytesOf(each, key)).toEqual(content);
        expect(await bytesOf(each, key, { first: 70_000, last: 140_000 })).toEqual(
          content.subarray(70_000, 140_001),
        );
        expect(await each.stat(key)).toMatchObject({ sizeBytes: content.length });
      }
    await again.put(after, content);
    expect(await readFile(file(after))).toEqual(content);
  });

  it.each([0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES])(
    'has every part of %i bytes',
    async (size) => {
      const key = uploadKey(ORGANIZATION, `size_${size}`);
      const content = randomBytes(size);
      await store.put(key, content);
      expect(await bytesOf(store, key)).toEqual(content);
      const edges = [0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, size - 1].filter((at) => at >= 0 && at < size);
      for (const first of edges)
        for (const last of edges.filter((at) => at >= first)) {
          const blob = await store.get(key, { first, last });
          expect(blob?.sizeBytes).toBe(size);
          expect(blob && (await buffer(blob.stream))).toEqual(content.subarray(first, last + 1));
        }
    },
  );
});

describe('reading', () => {
  it('closes the file, however early it ends', async () => {
    const key = uploadKey(ORGANIZATION, 'left');
    await store.put(key, randomBytes(500_000));
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (const part of [undefined, { first: 10, last: 400_000 }])
      for (const reads of [0, 1]) {
        const reader = (await store.get(key, part))?.stream.getReader();
        for (let read = 0; read < reads; read += 1) await reader?.read();
        await reader?.cancel();
      }
    await expect(
      withEncryption(plain, { ...on, named: () => Promise.resolve(null) }).get(key),
    ).rejects.toThrow(DamagedObjectError);
    await expect.poll(open).toBe(before);
  });
});

describe('what was changed in the storage', () => {
  const content = randomBytes(2 * SEGMENT_BYTES + 100);
  const stored = SEGMENT_BYTES + 16;

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['a bit of a segment', (bytes) => flipped(bytes, HEADER_BYTES + stored + 5)],
    ['a bit of the salt', (bytes) => flipped(bytes, HEADER_BYTES - 1)],
    ['its name of the key', (bytes) => flipped(bytes, 12)],
    ['the last segment, which is gone', (bytes) => bytes.subarray(0, HEADER_BYTES + 2 * stored)],
    ['its end, which is gone', (bytes) => bytes.subarray(0, -1)],
    ['all segments, which are gone', (bytes) => bytes.subarray(0, HEADER_BYTES)],
    [
      'the order of its segments',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, HEADER_BYTES),
          bytes.subarray(HEADER_BYTES + stored, HEADER_BYTES + 2 * stored),
          bytes.subarray(HEADER_BYTES, HEADER_BYTES + stored),
          bytes.subarray(HEADER_BYTES + 2 * stored),
        ]),
    ],
  ])('is refused: %s', async (_, change) => {
    const key = uploadKey(ORGANIZATION, 'changed');
    await store.put(key, content);
    await writeFile(file(key), change(await readFile(file(key))));
    await expect(bytesOf(store, key)).rejects.toThrow(DamagedObjectError);
  });

  it('is refused if it is another object’s', async () => {
    const [one, other] = [uploadKey(ORGANIZATION, 'one'), uploadKey(ORGANIZATION, 'other')];
    await store.put(one, content);
    await writeFile(file(other), await readFile(file(one)));
    await expect(bytesOf(store, other)).rejects.toThrow(DamagedObjectError);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
