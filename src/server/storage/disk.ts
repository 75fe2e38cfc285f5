import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { expectSha256, type BlobStore } from './blob-store.ts';
import { checkedKey } from './keys.ts';
import { spool } from './spool.ts';

/** Objects as files of one directory. */
export interface DiskStore extends BlobStore {
  readonly kind: 'disk';
  /** The file of an object, for a child process to read. Nobody may write to it. */
  localPath(key: string): string;
}

/** A blob store in a directory, which is made when it is first written to. Several processes may share it. */
export function openDiskStore(directory: string): DiskStore {
  const root = resolve(directory);
  const incoming = join(root, '.incoming');
  const localPath = (key: string) => join(root, ...checkedKey(key).split('/'));
  let swept: Promise<void> | undefined;
  const sweep = () =>
    (swept ??= removeAbandoned(incoming).catch((error: unknown) => {
      swept = undefined;
      throw error;
    }));

  return {
    kind: 'disk',
    localPath,

    async put(key, body, options = {}) {
      const target = localPath(key);
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

    async get(key) {
      const file = await present(open(localPath(key), 'r'));
      if (!file) return null;
      const { size } = await file.stat();
      return { sizeBytes: size, stream: webStream(file.createReadStream()) };
    },

    async stat(key) {
      const found = await present(stat(localPath(key)));
      return found && { sizeBytes: found.size };
    },

    async remove(key) {
      await rm(localPath(key), { force: true });
    },
  };
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Files that a killed process left half written. A day is longer than any upload takes, so no living one loses its file. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await present(stat(path));
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** Makes a directory and its parents; each new entry is flushed, or a power cut could take the whole path with it. */
async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = directory; made.length >= first.length; made = dirname(made))
    await syncDirectory(dirname(made));
}

/** Makes a rename or a new entry durable: fsync of a file does not cover its name (fsync(2)). Windows has no such call. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the file system answers, or null when there is no such file. */
async function present<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Node types its web streams apart from the DOM's; at run time they are the same class. */
function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
