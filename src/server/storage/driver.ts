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

/** A range of an object's bytes, including the first and the last. It lies within the object. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * An object opened for reading. `sizeBytes` is the size of the whole object. Cancel the stream if you don't
 * read it to the end.
 */
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
 * Stores the bytes of documents. Every method throws InvalidKeyError for a key that `keys.ts` would not
 * build. Objects are visible to every process as soon as `put` returns, survive a crash, and are never
 * readable in part.
 */
export interface StorageDriver {
  /** Stores or replaces an object. Storing the same bytes again changes nothing. */
  put(key: string, body: BlobBody, options?: PutOptions): Promise<StoredFacts>;
  /** Opens an object or a part of it, or returns null if there is no such object. */
  get(key: string, part?: ByteSpan): Promise<StoredBlob | null>;
  /** Describes an object, or returns null if there is no such object. */
  stat(key: string): Promise<BlobStat | null>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /**
   * Throws if nothing can be stored because the storage is unreachable, read-only, or nearly full. Returns
   * the room that is left, or null if it's unlimited.
   */
  probe(): Promise<StorageRoom | null>;
  /**
   * Returns a request that uploads straight to the storage, or null if uploads go through this server. The
   * request can't limit the size, and it can be repeated until it expires. So `stat` the object first, then
   * copy what was checked to another key.
   */
  uploadTarget(key: string, options: { readonly expiresSeconds: number }): Promise<UploadRequest | null>;
}

/** What `open-storage.ts` needs to know about a driver. */
export interface StorageKind {
  /** An example of its STORAGE_URL. */
  readonly example: string;
  /** Opens the driver without connecting, or returns null if the URL is incomplete. */
  readonly open: (url: URL) => StorageDriver | null;
}

/** The bytes don't have the SHA-256 that the caller expected. */
export class BlobMismatchError extends Error {
  override readonly name = 'BlobMismatchError';
}

/** An object that was stored no longer exists. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** The storage can't be reached, or reports that it can't answer now. The cause has the details. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';
}

/**
 * Checks whether an error or its cause means that the storage is unavailable, so that a retry makes sense.
 */
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
