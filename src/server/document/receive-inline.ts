import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import type { Services } from '#server/runtime/services.ts';
import { uploadKey } from '#server/storage/keys.ts';
import { receiveInTime, STILL_CONVERTING } from './receive-in-time.ts';
import { createTooLargeRefusal, withSpooledFile, type ReceiveSettings } from './receive.ts';

/**
 * Receives a document from a request's body. If the conversion is left to a job, the bytes are stored where
 * an upload for `uploadId` would be. `uploadId` identifies an envelope or an added document.
 */
export async function receiveInline(
  services: Services,
  organizationId: string,
  uploadId: string,
  { contentBase64 }: { readonly contentBase64: string | { readonly bytes: Uint8Array | null } },
  settings: ReceiveSettings,
): Promise<ReceivedDocument | typeof STILL_CONVERTING> {
  const bytes =
    typeof contentBase64 === 'string' ? Buffer.from(contentBase64, 'base64') : contentBase64.bytes;
  if (bytes === null) throw new Error('validated base64 could not be decoded');
  if (bytes.length > services.config.limits.documentBytes) throw createTooLargeRefusal(services);
  const received = await withSpooledFile(bytes, (path) =>
    receiveInTime(services, organizationId, path, settings),
  );
  if (received === STILL_CONVERTING) await services.storage.put(uploadKey(organizationId, uploadId), bytes);
  return received;
}
