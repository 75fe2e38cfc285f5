import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryDirectory } from '#server/temporary.ts';
import { BlobMissingError, type StorageDriver } from './driver.ts';
import { spool } from './spool.ts';

/**
 * Passes an object to `use` as a read-only local file, downloading it first if needed. Throws
 * BlobMissingError.
 */
export async function withLocalFile<T>(
  storage: StorageDriver,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const { localPath } = (await storage.stat(key)) ?? throwMissing(key);
  if (localPath !== null) return use(localPath);
  const { stream } = (await storage.get(key)) ?? throwMissing(key);
  return await withTemporaryFile((path) => spool(stream, path), use);
}

/** Writes bytes to a local file and passes it to `use`. */
export async function withLocalBytes<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  return await withTemporaryFile((path) => writeFile(path, bytes), use);
}

async function withTemporaryFile<T>(
  write: (path: string) => Promise<unknown>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return await withTemporaryDirectory('document', async (directory) => {
    const path = join(directory, 'document');
    await write(path);
    return await use(path);
  });
}

function throwMissing(key: string): never {
  throw new BlobMissingError(`there is no object ${key}`);
}
