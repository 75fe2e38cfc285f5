import { BlobMissingError, StorageAwayError, type StorageDriver } from './driver.ts';

/** Reads a whole object into memory. Throws BlobMissingError or StorageAwayError. */
export async function readBlob(storage: StorageDriver, key: string): Promise<Uint8Array> {
  const blob = await storage.get(key);
  if (blob === null) throw new BlobMissingError(`there is no object ${key}`);
  try {
    return new Uint8Array(await new Response(blob.stream).arrayBuffer());
  } catch (error) {
    // `fetch` fails the body with a TypeError if the connection breaks.
    if (error instanceof TypeError) throw new StorageAwayError(`${key} broke off`, { cause: error });
    throw error;
  }
}
