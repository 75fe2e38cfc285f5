import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { LIMITS } from '#domain/limits.ts';
import { ConversionInterrupted, ConversionUnavailable } from '#server/conversion/converter.ts';
import { receiveDocument, type ReceiveSettings, type Receiving } from './receive.ts';

/** Returned when the conversion continues after the response has been sent. */
export const STILL_CONVERTING = 'still converting';

/**
 * Receives a document while a request is waiting. A slow conversion is left to a job, and the caller keeps
 * the bytes for it. Refuses like `receiveDocument`.
 */
export async function receiveInTime(
  services: Receiving,
  organizationId: string,
  path: string,
  settings: ReceiveSettings,
): Promise<ReceivedDocument | typeof STILL_CONVERTING> {
  try {
    const signal = AbortSignal.timeout(LIMITS.conversionWaitMs);
    return await receiveDocument(services, organizationId, path, { ...settings, waiting: 'request', signal });
  } catch (error) {
    // An unreachable converter says nothing about the document, so the job tries again.
    if (error instanceof ConversionInterrupted || error instanceof ConversionUnavailable)
      return STILL_CONVERTING;
    throw error;
  }
}
