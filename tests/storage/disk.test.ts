import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskStorage } from '#server/storage/disk.ts';
import type { StorageDriver } from '#server/storage/driver.ts';

const key = 'org_1/uploads/env_1';
let directory = '';

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'storage-test-')), 'made', 'when', 'needed');
});
afterEach(() => rm(join(directory, '../../..'), { recursive: true, force: true }));

/** Starts to store `key` in another process and kills it halfway, with SIGKILL so that it can't clean up. */
async function putAndDie(): Promise<void> {
  const script = fileURLToPath(new URL('interrupted-put.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory, key], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

function open(): StorageDriver {
  const storage = diskStorage.open(pathToFileURL(directory));
  if (storage === null) throw new Error(`${directory} can't be opened`);
  return storage;
}

function fileOf(stored: string): string {
  return join(directory, ...stored.split('/'));
}

function incoming(): Promise<string[]> {
  return readdir(join(directory, '.incoming'));
}

describe('a put that is killed halfway', () => {
  it('leaves no readable object', async () => {
    await putAndDie();
    expect(await incoming()).toHaveLength(1);
    const store = open();
    expect(await store.get(key)).toBeNull();
    expect(await store.stat(key)).toBeNull();
    await store.put(key, Buffer.from('again'));
    expect(await store.stat(key)).toMatchObject({ sizeBytes: 5 });
  });

  it('leaves the object that it would have replaced', async () => {
    await open().put(key, Buffer.from('the first'));
    await putAndDie();
    expect(await readFile(fileOf(key), 'utf8')).toBe('the first');
  });

  it('leaves a temporary file that is removed after a day', async () => {
    await putAndDie();
    await open().put(key, Buffer.from('a'));
    const [abandoned = '', ...others] = await incoming();
    expect(others).toEqual([]);
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    await utimes(join(directory, '.incoming', abandoned), twoDaysAgo, twoDaysAgo);
    await open().put(key, Buffer.from('b'));
    expect(await incoming()).toEqual([]);
  });
});

describe('the files', () => {
  it('are at the path from stat, for this user only', async () => {
    const store = open();
    await store.put(key, Buffer.from('contents'));
    expect((await store.stat(key))?.localPath).toBe(fileOf(key));
    expect(await readFile(fileOf(key), 'utf8')).toBe('contents');
    expect((await stat(fileOf(key))).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('leave nothing behind in the place where they arrive, whether they were taken or refused', async () => {
    const store = open();
    await store.put(key, Buffer.from('taken'));
    await expect(store.put(key, Buffer.from('refused'), { sha256: '0'.repeat(64) })).rejects.toThrow();
    expect(await incoming()).toEqual([]);
  });

  it('are seen by every process that shares the directory', async () => {
    await open().put(key, Buffer.from('from one'));
    expect(await open().stat(key)).toMatchObject({ sizeBytes: 8 });
  });
});
