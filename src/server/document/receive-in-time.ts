import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { LIMITS } from '#domain/limits.ts';
import { ConversionInterrupted, ConversionUnavailable } from '#server/conversion/converter.ts';
import type { Services } from '#server/app/services.ts';
import { receiveDocument } from './receive.ts';

/** What a request is answered with where the conversion of its document goes on without it. */
export const STILL_CONVERTING = 'still converting';

/**
 * Takes in a document while a request waits. A conversion that takes too long for that is left to a job: the caller
 * keeps the bytes for it. Refuses as `receiveDocument` does.
 */
export async function receiveInTime(
  services: Pick<Services, 'intake' | 'storage' | 'config' | 'converter'>,
  organizationId: string,
  path: string,
): Promise<ReceivedDocument | typeof STILL_CONVERTING> {
  try {
    return await receiveDocument(
      services,
      organizationId,
      path,
      AbortSignal.timeout(LIMITS.conversionWaitMs),
    );
  } catch (error) {
    // A converter that is away says nothing about the document: the job tries again.
    if (error instanceof ConversionInterrupted || error instanceof ConversionUnavailable)
      return STILL_CONVERTING;
    throw error;
  }
}
