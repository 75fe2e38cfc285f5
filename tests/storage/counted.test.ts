import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { withFailureCounts } from '#server/storage/counted-storage.ts';
import { openStorage } from '#server/storage/open-storage.ts';

const directory = mkdtempSync(join(tmpdir(), 'countersign-counted-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function open(path: string) {
  const storage = openStorage(pathToFileURL(path).href);
  if (storage === null) throw new Error('not a storage');
  const failed: string[] = [];
  return { storage: withFailureCounts(storage, (operation) => failed.push(operation)), failed };
}

it('reports each call that fails, by operation', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, 'where a directory should be');
  const { storage, failed } = open(join(file, 'blobs'));
  await expect(storage.probe()).rejects.toThrow();
  await expect(storage.put('public/log-test/checkpoint', Buffer.from('text'))).rejects.toThrow();
  expect(failed).toEqual(['probe', 'put']);
});

it('reports neither what works nor what the caller is to blame for', async () => {
  const { storage, failed } = open(join(directory, 'blobs'));
  await storage.put('public/log-test/checkpoint', Buffer.from('text'));
  await expect(
    storage.put('public/log-test/checkpoint', Buffer.from('text'), { sha256: 'a'.repeat(64) }),
  ).rejects.toThrow();
  await expect(storage.get('../secret')).rejects.toThrow();
  expect(failed).toEqual([]);
});
