import { BlobMissingError, type StorageDriver } from './driver.ts';

/** Reads a whole object into memory. Throws BlobMissingError. */
export async function readBlob(storage: StorageDriver, key: string): Promise<Uint8Array> {
  const blob = await storage.get(key);
  if (blob === null) throw new BlobMissingError(`there is no object ${key}`);
  return new Uint8Array(await new Response(blob.stream).arrayBuffer());
}
