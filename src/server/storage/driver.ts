/** Bytes to store: in memory, in a local file, or in a stream that is read once. */
export type BlobBody = Uint8Array | { readonly path: string } | ReadableStream<Uint8Array>;

/** Size and SHA-256 (lowercase hex) of a stored object, computed while its bytes were written. */
export interface StoredFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface PutOptions {
  readonly contentType?: string;
  /** The expected SHA-256 (lowercase hex); other bytes throw BlobMismatchError and nothing is stored. */
  readonly sha256?: string;
}

/** Bytes of an object, from the first to the last, both included. They lie within it. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/** An object opened for reading. `sizeBytes` is that of the whole object. Cancel the stream if you don't read it to the end. */
interface StoredBlob {
  readonly sizeBytes: number;
  readonly stream: ReadableStream<Uint8Array>;
}

interface BlobStat {
  readonly sizeBytes: number;
  /** The object's own file, if it is on this machine. Never write to it. */
  readonly localPath: string | null;
}

/** The disk that documents are on, in bytes. */
export interface StorageRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** A request that lets a client without credentials upload one object until the request expires. */
interface UploadRequest {
  readonly method: 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Stores the bytes of documents. Every method throws InvalidKeyError for a key that `keys.ts` would not build. Objects are
 * visible to every process as soon as `put` returns, survive a crash, and are never readable in part.
 */
export interface StorageDriver {
  /** Stores or replaces an object. Storing the same bytes again changes nothing. */
  put(key: string, body: BlobBody, options?: PutOptions): Promise<StoredFacts>;
  /** Opens an object, or a part of it; null if there is none. */
  get(key: string, part?: ByteSpan): Promise<StoredBlob | null>;
  /** Describes an object, or returns null if there is none. */
  stat(key: string): Promise<BlobStat | null>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /** Throws if nothing can be stored: the storage is away, read-only or nearly full. Returns its room; null if it has no end. */
  probe(): Promise<StorageRoom | null>;
  /**
   * Returns a request that uploads straight to the storage, or null if uploads go through this server. The request can't
   * limit the size and works repeatedly until it expires: `stat` the object first, then copy what was checked to another key.
   */
  uploadTarget(key: string, options: { readonly expiresSeconds: number }): Promise<UploadRequest | null>;
}

/** What `open-storage.ts` needs to know about a driver. */
export interface StorageKind {
  /** The form of its STORAGE_URL. */
  readonly example: string;
  /** Opens the driver without connecting; null if the URL is incomplete. */
  readonly open: (url: URL) => StorageDriver | null;
}

/** The bytes don't have the SHA-256 that the caller expected. */
export class BlobMismatchError extends Error {
  override readonly name = 'BlobMismatchError';
}

/** An object that was stored is gone. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** The storage can't be reached, or says that it can't answer now. The cause says how. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';
}

/** Tells whether an error or its cause is a storage that is away, so that a retry makes sense. */
export function isStorageAway(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++)
    if (error instanceof StorageAwayError) return true;
  return false;
}

/** Throws BlobMismatchError if the caller expected another hash. */
export function expectSha256(key: string, facts: StoredFacts, expected: string | undefined): void {
  if (expected === undefined || expected === facts.sha256) return;
  throw new BlobMismatchError(`the bytes for ${key} have the SHA-256 ${facts.sha256}, not ${expected}`);
}
