import { diskStorage } from './disk.ts';
import type { StorageDriver, StorageKind } from './driver.ts';
import { s3Storage } from './s3/driver.ts';
import { withProbeTimeout } from './timely-probe.ts';

/** The drivers by the scheme of STORAGE_URL. */
const DRIVERS: Readonly<Record<string, StorageKind>> = { 'file:': diskStorage, 's3:': s3Storage };

/** The forms that STORAGE_URL can have. */
export const STORAGE_URL_EXAMPLES = Object.values(DRIVERS).map(({ example }) => example);

/** Opens the storage at a STORAGE_URL without connecting to it, or returns null if the URL is invalid. */
export function openStorage(text: string): StorageDriver | null {
  const url = URL.parse(text);
  const storage = url === null ? null : (DRIVERS[url.protocol]?.open(url) ?? null);
  return storage === null ? null : withProbeTimeout(storage);
}
