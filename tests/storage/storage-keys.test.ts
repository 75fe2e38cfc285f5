import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addStorageKey, openConfiguredStorage } from '#server/main/configured-storage.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import { parseHeader } from '#server/storage/encrypted/format.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { useApi } from '../support/api.ts';

const api = useApi({ alone: true });
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storage-keys-'));
});
afterAll(() => rm(directory, { recursive: true }));

let now = Date.parse('2026-03-01T12:00:00Z');
/** Opens the storage the way a separate process does. */
function open({ encryptsStorage = true } = {}) {
  const { config, db, newId } = api.services;
  const storageUrl = pathToFileURL(directory).href;
  return openConfiguredStorage({
    config: { ...config, encryptsStorage, storageUrl },
    ...{ db, newId, clock: () => new Date(now) },
  });
}

let count = 0;
async function put(storage: StorageDriver): Promise<{ key: string; under: string | undefined }> {
  const key = uploadKey('org_1', `env_${(count += 1)}`);
  await storage.put(key, Buffer.from(`content of ${key}`));
  return { key, under: parseHeader(await readFile(join(directory, key)))?.keyId };
}

it('a replaced storage key encrypts nothing new, and what it encrypted stays readable as it is', async () => {
  const storage = open();
  const first = await put(storage);
  const stored = await readFile(join(directory, first.key));
  expect((await put(open())).under).toBe(first.under);

  const added = await addStorageKey(api.services);
  expect(added).not.toBe(first.under);
  // A process that starts uses it at once, a running one within a minute.
  expect((await put(open())).under).toBe(added);
  now += 60_001;
  expect((await put(storage)).under).toBe(added);

  expect(await readFile(join(directory, first.key))).toEqual(stored);
  for (const reader of [storage, open(), open({ encryptsStorage: false })]) {
    const blob = await reader.get(first.key);
    expect(blob && (await buffer(blob.stream)).toString()).toBe(`content of ${first.key}`);
  }
});

it('nothing is encrypted, and no key added, while encryption is off', async () => {
  expect((await put(open({ encryptsStorage: false }))).under).toBeUndefined();
});
