import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobMissingError } from './blob-store.ts';
import type { DocumentStorage } from './open-storage.ts';
import { spool } from './spool.ts';

/**
 * Hands an object to `use` as a file of this machine, which must only be read and is gone afterwards when it had to be
 * fetched. Throws BlobMissingError when there is no such object.
 */
export async function withLocalFile<T>(
  store: DocumentStorage,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (store.kind === 'disk') {
    if (!(await store.stat(key))) throw new BlobMissingError(`there is no object ${key}`);
    return use(store.localPath(key));
  }
  const blob = await store.get(key);
  if (!blob) throw new BlobMissingError(`there is no object ${key}`);
  const directory = await mkdtemp(join(tmpdir(), 'countersign-document-'));
  try {
    const path = join(directory, 'document');
    await spool(blob.stream, path);
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
