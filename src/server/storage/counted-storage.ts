import { runInSpan } from '#server/tracing/span.ts';
import { InvalidKeyError } from './keys.ts';
import { BlobMismatchError, type StorageDriver } from './driver.ts';

/** Reports each storage call that fails, except failures that the caller caused. */
export function withFailureCounts(
  storage: StorageDriver,
  onFailed: (operation: string) => void,
): StorageDriver {
  const countFailures =
    <Arguments extends unknown[], Result>(
      operation: string,
      call: (...given: Arguments) => Promise<Result>,
    ): ((...given: Arguments) => Promise<Result>) =>
    async (...given) => {
      try {
        return await runInSpan(`storage ${operation}`, { kind: 'client' }, () => call(...given));
      } catch (error) {
        if (!(error instanceof BlobMismatchError || error instanceof InvalidKeyError)) onFailed(operation);
        throw error;
      }
    };
  return {
    put: countFailures('put', (...given) => storage.put(...given)),
    get: countFailures('get', (...given) => storage.get(...given)),
    stat: countFailures('stat', (...given) => storage.stat(...given)),
    remove: countFailures('remove', (...given) => storage.remove(...given)),
    probe: countFailures('probe', () => storage.probe()),
    uploadTarget: countFailures('upload_target', (...given) => storage.uploadTarget(...given)),
  };
}
