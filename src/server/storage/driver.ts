/** What can be stored: bytes in memory, a file of this machine, or a stream that is read once. */
export type BlobBody = Uint8Array | { readonly path: string } | ReadableStream<Uint8Array>;

/** Size and SHA-256 (lowercase hex) of what was stored, computed from the very bytes that were written. */
export interface StoredFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface PutOptions {
  readonly contentType?: string;
  /** The SHA-256 (lowercase hex) that the bytes must have; BlobMismatchError otherwise, and nothing is stored. */
  readonly sha256?: string;
}

/** A blob that is being read. A stream that is not read to its end has to be cancelled. */
export interface StoredBlob {
  readonly sizeBytes: number;
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Where the bytes of documents are kept: four methods, one contract for every driver. Keys come from `keys.ts`; another
 * text is an InvalidKeyError. What was put is readable by every process at once and survives a crash; what was put only in
 * part is never readable.
 */
export interface BlobStore {
  /** Stores or replaces an object as a whole. Storing the same again changes nothing. */
  put(key: string, body: BlobBody, options?: PutOptions): Promise<StoredFacts>;
  /** Opens an object for reading; null when there is none. */
  get(key: string): Promise<StoredBlob | null>;
  /** The size of an object; null when there is none. */
  stat(key: string): Promise<{ readonly sizeBytes: number } | null>;
  /** Removes an object; removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

/** The bytes were not those that the caller had named by their hash. */
export class BlobMismatchError extends Error {
  override readonly name = 'BlobMismatchError';
}

/** An object that is known to have been stored is not there. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** Throws BlobMismatchError unless the bytes have the hash that was asked for, if any was. */
export function expectSha256(key: string, facts: StoredFacts, expected: string | undefined): void {
  if (expected === undefined || expected === facts.sha256) return;
  throw new BlobMismatchError(`the bytes for ${key} have the SHA-256 ${facts.sha256}, not ${expected}`);
}
