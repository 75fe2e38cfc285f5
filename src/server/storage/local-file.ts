import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobMissingError, type StorageDriver } from './driver.ts';
import { spool } from './spool.ts';

/** Passes an object to `use` as a read-only local file, downloading it first if needed. Throws BlobMissingError. */
export async function withLocalFile<T>(
  storage: StorageDriver,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const { localPath } = (await storage.stat(key)) ?? missing(key);
  if (localPath !== null) return use(localPath);
  const { stream } = (await storage.get(key)) ?? missing(key);
  const directory = await mkdtemp(join(tmpdir(), 'countersign-document-'));
  try {
    const path = join(directory, 'document');
    await spool(stream, path);
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function missing(key: string): never {
  throw new BlobMissingError(`there is no object ${key}`);
}
