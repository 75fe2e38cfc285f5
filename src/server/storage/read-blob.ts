import { BlobMissingError, type BlobStore } from './blob-store.ts';

/** A whole object in memory. Throws BlobMissingError when there is none. */
export async function readBlob(store: BlobStore, key: string): Promise<Uint8Array> {
  const blob = await store.get(key);
  if (blob === null) throw new BlobMissingError(`there is no object ${key}`);
  return new Uint8Array(await new Response(blob.stream).arrayBuffer());
}
