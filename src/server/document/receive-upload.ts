import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { Refusal } from '#domain/errors.ts';
import type { Services } from '#server/runtime/services.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import { receiveInTime, type STILL_CONVERTING } from './receive-in-time.ts';
import { createTooLargeRefusal, type ReceiveSettings } from './receive.ts';

/**
 * Receives the file that was uploaded for an envelope or an added document. Returns null if nothing has been
 * uploaded.
 */
export async function receiveUpload(
  services: Services,
  organizationId: string,
  uploadId: string,
  settings: ReceiveSettings,
): Promise<ReceivedDocument | typeof STILL_CONVERTING | null> {
  const key = uploadKey(organizationId, uploadId);
  const stored = await services.storage.stat(key);
  if (stored === null) return null;
  try {
    if (stored.sizeBytes > services.config.limits.documentBytes) throw createTooLargeRefusal(services);
    return await withLocalFile(services.storage, key, (path) =>
      receiveInTime(services, organizationId, path, settings),
    );
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'rate_limited') {
      // The file would be refused again, so it is removed to make room for the next upload.
      await services.storage.remove(key);
      throw error;
    }
    if (error instanceof Refusal) throw error;
    // Another call may have received the document and removed the bytes.
    if ((await services.storage.stat(key)) !== null) throw error;
    return null;
  }
}
