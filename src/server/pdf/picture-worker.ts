import { loadMarks } from './marks.ts';
import type { SignatureMark } from './seal-request.ts';
import { SignatureImageError, type SignatureImageReason } from './signature-image.ts';

/** What a thread for pictures runs: why a mark's picture cannot be sealed, or `null` when it can. */
export async function pictureFault(mark: SignatureMark): Promise<SignatureImageReason | null> {
  try {
    await loadMarks([mark]);
    return null;
  } catch (error) {
    if (error instanceof SignatureImageError) return error.reason;
    throw error;
  }
}
