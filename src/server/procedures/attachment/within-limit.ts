import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { isOverAttachmentsLimit } from '#server/db/envelopes/attachments.ts';

/** Runs a write. Refuses with `payload_too_large` if the envelope's files would become too large. */
export async function withAttachmentsLimit<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isOverAttachmentsLimit(error)) throw error;
    throw createRefusal(
      'payload_too_large',
      { maxBytes: LIMITS.attachmentsMaxBytes, reason: 'attachments_full' },
      'The files attached to this envelope are larger than 50 MiB together.',
    );
  }
}
