import { createRefusal } from '#domain/errors.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { SignatureMark } from '#server/pdf/seal/seal-request.ts';
import { loadMarks } from '#server/pdf/drawing/marks.ts';
import type { LoadedMarks, Picture } from '#server/pdf/drawing/pictures.ts';
import { isPlausibleLogo, isPlausiblePicture } from './plausible.ts';
import type { LogoPicture, PictureOutcome, PictureRequest } from './read-picture.ts';
import { SignatureImageError } from './signature-image.ts';

/**
 * Decodes pictures from strangers outside this process. Refuses with `rate_limited` if too many pictures of
 * an organization are waiting.
 */
export interface PictureReader {
  /**
   * Checks and decodes the pictures of marks. Each picture is decoded once. Throws `SignatureImageError`, or
   * the refusal `unavailable` if it takes too long or too much memory.
   */
  marks(requester: Requester, marks: Iterable<SignatureMark>): Promise<LoadedMarks>;
  /** Checks the picture of a new mark, which must leave ink. Throws the same errors as `marks`. */
  check(requester: Requester, mark: SignatureMark): Promise<void>;
  /** Makes a small PNG from a PNG or JPEG. Throws the same errors as `marks`. */
  logo(requester: Requester, image: Uint8Array): Promise<LogoPicture>;
  close(): Promise<void>;
}

/**
 * The time limits in milliseconds. A person waits for a request, whereas a job can wait for a busy machine.
 */
const LIMIT_MS = { request: 15_000, job: 120_000 };
/** The largest picture takes 16 MB as pixels and is drawn a second time. */
const MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * Opens a pool of two processes, which start on first use. A process that hangs, crashes or grows too large
 * is replaced.
 */
export function openPictureReader(): PictureReader {
  const pool = new DocumentPool<PictureRequest, PictureOutcome>({
    program: new URL('./picture-process.ts', import.meta.url),
    processes: 2,
    memoryBytes: MEMORY_BYTES,
    files: () => ({ reads: [], writes: [] }),
    needs: 'addons',
  });
  const read = async (requester: Requester, request: PictureRequest) => {
    const work = { request, timeoutMs: LIMIT_MS[requester.waiting], requester, size: request.image.length };
    const answer = await pool.finish(work, 'picture reader');
    // Only a crash says something about the picture. The size of pictures is limited, so running out of
    // memory is the machine's fault.
    if (answer.kind === 'ended')
      throw answer.cause === 'crash' ? new SignatureImageError('broken') : createRefusal('unavailable');
    const { outcome } = answer;
    if (outcome.kind === 'refused') throw new SignatureImageError(outcome.reason);
    return outcome;
  };
  const load = (requester: Requester, marks: Iterable<SignatureMark>, as: 'mark' | 'new mark') =>
    loadMarks(marks, async (image): Promise<Picture> => {
      const outcome = await read(requester, { as, image });
      if (outcome.kind !== 'mark' || !isPlausiblePicture(outcome.picture))
        throw new SignatureImageError('broken');
      return outcome.picture;
    });
  return {
    marks: (requester, marks) => load(requester, marks, 'mark'),
    check: async (requester, mark) => {
      await load(requester, [mark], 'new mark');
    },
    logo: async (requester, image) => {
      const outcome = await read(requester, { as: 'logo', image });
      if (outcome.kind !== 'logo' || !isPlausibleLogo(outcome.logo)) throw new SignatureImageError('broken');
      return outcome.logo;
    },
    close: () => pool.close(),
  };
}
