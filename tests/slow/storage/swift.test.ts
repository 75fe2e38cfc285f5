import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorageDriver, StorageAwayError } from '#server/storage/driver.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { makeScratchDirectory } from '../../support/cluster.ts';
import { type Backend, storageContract } from '../../support/storage-contract.ts';
import { startSwift, type Swift, swiftObstacle } from '../../support/swift.ts';

const STARTS_WITHIN_MS = 120_000;

describe.skipIf(swiftObstacle !== null)(`OpenStack Swift (${swiftObstacle ?? 'Debian’s'})`, () => {
  let directory: string;
  let swift: Swift;
  beforeAll(async () => {
    directory = await makeScratchDirectory();
    swift = await startSwift(directory);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await swift.stop();
    rmSync(directory, { recursive: true });
  });
  const inBucket = (isEncrypted: boolean): Promise<Backend> =>
    Promise.resolve({ url: swift.url, isLocal: false, isEncrypted, close: () => Promise.resolve() });

  describe('keeps what the driver stores', () => storageContract(() => inBucket(false)));
  describe('keeps what is encrypted first', () => storageContract(() => inBucket(true)));

  const key = 'org_1/uploads/env_1';
  const open = (url = swift.url): StorageDriver => {
    const store = openStorage(url);
    if (store === null) throw new Error(`${url} is not a storage URL`);
    return store;
  };

  describe('takes an object in parts', () => {
    const megabyte = randomBytes(1_000_000);
    /** Yields this many megabytes, each containing its number, and then ends or fails. */
    const stream = (megabytes: number, failure: Error | null = null) => {
      let count = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (count === megabytes) return failure === null ? controller.close() : controller.error(failure);
          const chunk = new Uint8Array(megabyte);
          new DataView(chunk.buffer).setUint32(0, (count += 1));
          controller.enqueue(chunk);
        },
      });
    };

    it('and returns it whole and in pieces', async () => {
      const store = open();
      const { sizeBytes, sha256 } = await store.put(key, stream(150), { contentType: 'application/zip' });
      expect(sizeBytes).toBe(150_000_000);
      const blob = await store.get(key);
      const digest = createHash('sha256');
      for await (const chunk of blob?.stream ?? []) digest.update(chunk);
      expect(digest.digest('hex')).toBe(sha256);
      // Across the end of the first part.
      const part = await store.get(key, { first: 66_999_999, last: 67_500_000 });
      const bytes = part && (await buffer(part.stream));
      expect([part?.sizeBytes, bytes?.length, bytes?.readUint32BE(1)]).toEqual([150_000_000, 500_002, 68]);
      await store.remove(key);
      expect(await store.stat(key)).toBeNull();
    }, 120_000);

    it('and keeps nothing of one that breaks off', async () => {
      await expect(open().put(key, stream(80, new Error('the stream broke off')))).rejects.toThrow(
        'the stream broke off',
      );
      expect(await open().stat(key)).toBeNull();
    }, 120_000);
  });

  describe('while its objects are away', () => {
    const bytes = randomBytes(300_000);
    const read = async () => {
      const blob = await open().get(key);
      return blob && (await buffer(blob.stream));
    };

    it('nothing is stored, read or taken for missing, and all of it is there afterwards', async () => {
      const store = open();
      await store.put(key, bytes);
      await swift.killObjects();
      await expect(store.put(key, randomBytes(10))).rejects.toThrow(StorageAwayError);
      await expect(store.get(key)).rejects.toThrow(StorageAwayError);
      await expect(store.stat(key)).rejects.toThrow(StorageAwayError);
      await expect(store.remove(key)).rejects.toThrow(StorageAwayError);
      await swift.startObjects();
      await expect.poll(() => read().catch(() => null), { timeout: 60_000 }).toEqual(bytes);
    }, 120_000);

    it('a wrong secret is refused, and a missing bucket is no missing object', async () => {
      await expect(open(swift.url.replace(/:[^:@]+@/, ':another@')).get(key)).rejects.toMatchObject({
        status: 403,
        code: 'SignatureDoesNotMatch',
      });
      await expect(open(swift.url.replace('/documents?', '/elsewhere?')).get(key)).rejects.toMatchObject({
        status: 404,
        code: 'NoSuchBucket',
      });
    });
  });
});
