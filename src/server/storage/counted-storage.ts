import { inSpan } from '#server/tracing/span.ts';
import { InvalidKeyError } from './keys.ts';
import { BlobMismatchError, type StorageDriver } from './driver.ts';

/** Reports each call of a storage that fails, except those that the caller is to blame for. */
export function countedStorage(storage: StorageDriver, onFailed: (operation: string) => void): StorageDriver {
  const counted =
    <Arguments extends unknown[], Result>(
      operation: string,
      call: (...given: Arguments) => Promise<Result>,
    ): ((...given: Arguments) => Promise<Result>) =>
    async (...given) => {
      try {
        return await inSpan(`storage ${operation}`, { kind: 'client' }, () => call(...given));
      } catch (error) {
        if (!(error instanceof BlobMismatchError || error instanceof InvalidKeyError)) onFailed(operation);
        throw error;
      }
    };
  return {
    put: counted('put', (...given) => storage.put(...given)),
    get: counted('get', (...given) => storage.get(...given)),
    stat: counted('stat', (...given) => storage.stat(...given)),
    remove: counted('remove', (...given) => storage.remove(...given)),
    probe: counted('probe', () => storage.probe()),
    uploadTarget: counted('upload_target', (...given) => storage.uploadTarget(...given)),
  };
}
