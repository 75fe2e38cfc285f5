import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectSha256, type ByteSpan, type StorageDriver, type StorageKind } from './driver.ts';
import { requireValidKey } from './keys.ts';
import { spool } from './spool.ts';
import { memoizeTask } from './until-done.ts';
import { toWebStream } from './web-stream.ts';
import { DAY_MS } from '#domain/time.ts';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * Keeps each object in a file. The directory is created on the first write and may be shared by several
 * processes.
 */
export const diskStorage: StorageKind = {
  example: 'file:///directory',
  open: (url) => (url.hostname === '' && url.pathname !== '/' ? openDisk(fileURLToPath(url)) : null),
};

function openDisk(root: string): StorageDriver {
  const incoming = join(root, '.incoming');
  const toPath = (key: string) => join(root, ...requireValidKey(key).split('/'));
  const sweep = memoizeTask(() => removeAbandoned(incoming));

  return {
    async put(key, body, options = {}) {
      const target = toPath(key);
      const temporary = join(incoming, randomUUID());
      await makeDirectory(incoming);
      await sweep();
      const facts = await spool(body, temporary);
      try {
        expectSha256(key, facts, options.sha256);
        await makeDirectory(dirname(target));
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncDirectory(dirname(target));
      return facts;
    },

    async get(key, part) {
      const file = await present(open(toPath(key), 'r'));
      if (!file) return null;
      const { size } = await file.stat();
      return { sizeBytes: size, stream: toWebStream(file.createReadStream(toReadOptions(part))) };
    },

    async stat(key) {
      const localPath = toPath(key);
      const found = await present(stat(localPath));
      return found && { sizeBytes: found.size, localPath };
    },

    async remove(key) {
      await rm(toPath(key), { force: true });
    },

    async probe() {
      await makeDirectory(incoming);
      const { bavail, blocks, bsize } = await statfs(incoming);
      if (bavail * bsize < LEAST_FREE_BYTES)
        throw new Error(`${root} has less than ${LEAST_FREE_BYTES} bytes left`);
      const path = join(incoming, `probe-${randomUUID()}`);
      try {
        await writeFile(path, 'probe', { mode: 0o600, flag: 'wx' });
      } finally {
        await rm(path, { force: true });
      }
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },

    uploadTarget: () => Promise.resolve(null),
  };
}

/** Enough for a few documents, and for the database to keep working if it's on the same disk. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;

const ABANDONED_AFTER_MS = DAY_MS;

/**
 * Removes partial files that killed processes left behind. No upload takes a day, so uploads that are still
 * running keep their files.
 */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await present(stat(path));
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/**
 * Creates a directory and its parents and flushes each new entry, so that a power cut can't lose the path.
 * Creates one level at a time, because Node's recursive mkdir never returns where nothing can be created, as
 * in /proc.
 */
async function makeDirectory(directory: string): Promise<void> {
  if (await present(stat(directory))) return;
  const parent = dirname(directory);
  if (parent !== directory) await makeDirectory(parent);
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return;
    throw error;
  }
  await syncDirectory(parent);
}

/**
 * Makes a rename or new entry durable: fsync of a file doesn't cover its name (fsync(2)). Windows has no such
 * call.
 */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves to null if the call fails with ENOENT. */
async function present<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function toReadOptions(part: ByteSpan | undefined) {
  return part === undefined ? {} : { start: part.first, end: part.last };
}
