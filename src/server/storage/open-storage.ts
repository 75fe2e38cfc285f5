import { openDiskStore, type DiskStore } from './disk.ts';
import { openS3Store, type S3Store } from './s3.ts';
import type { S3Settings } from './s3-client.ts';

/** Where documents are kept. */
export type StorageSettings =
  { readonly kind: 'disk'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings);

/** A blob store that still says which driver it is, for what only one of them can do. */
export type DocumentStorage = DiskStore | S3Store;

/** The blob store that the settings name. */
export function openStorage(settings: StorageSettings): DocumentStorage {
  switch (settings.kind) {
    case 'disk':
      return openDiskStore(settings.directory);
    case 's3':
      return openS3Store(settings);
    default:
      return settings satisfies never;
  }
}
