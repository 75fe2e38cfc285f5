import { randomBytes } from 'node:crypto';
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

  describe('while its objects are away', () => {
    const key = 'org_1/uploads/env_1';
    const bytes = randomBytes(300_000);
    const open = (url = swift.url): StorageDriver => {
      const store = openStorage(url);
      if (store === null) throw new Error(`${url} is not a storage URL`);
      return store;
    };
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
