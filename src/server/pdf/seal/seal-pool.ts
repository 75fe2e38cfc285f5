import { refusal } from '#domain/errors.ts';
import type { LogoOutcome, LogoPicture } from '#server/pdf/drawing/picture-worker.ts';
import type { SealExamination } from './verify-worker.ts';
import type { SealedDocument, SealRequest, SignatureMark } from './seal-request.ts';
import type { SealOutcome } from './seal-worker.ts';
import { SignatureImageError, type SignatureImageReason } from '#server/pdf/drawing/signature-image.ts';
import { openThreadLane, TimeLimitError } from '#server/pdf/engine/thread-lane.ts';

/** Seals documents, and does what else is too long for the event loop, in threads of their own. */
export interface SealPool {
  /**
   * As `seal`; requests beyond the number of threads wait in order. The request's bytes are copied, not taken. Throws
   * `TimeLimitError` after four minutes.
   */
  seal(request: SealRequest): Promise<SealedDocument>;
  /**
   * Decodes the picture of a mark as sealing will, so that what passes here can be sealed. Throws
   * `SignatureImageError`, or the refusal `unavailable` when it takes too long.
   */
  checkPicture(mark: SignatureMark): Promise<void>;
  /**
   * Decodes a PNG or JPEG and makes a small PNG of it. Throws `SignatureImageError`, or the refusal `unavailable` when
   * it takes too long.
   */
  logo(image: Uint8Array): Promise<LogoPicture>;
  /**
   * The certificates (DER, leaf first) that the seal of a document carries; takes the bytes. Throws the refusal
   * `unavailable` when it takes too long.
   */
  certificatesOf(sealed: Uint8Array): Promise<Uint8Array[]>;
  /** Examines a sealed file; takes the bytes. Throws the refusal `unavailable` when it takes too long. */
  examination(sealed: Uint8Array): Promise<SealExamination>;
  /** As `certificateExcerpt`; takes the bytes. Throws the refusal `unavailable` when it takes too long. */
  certificateExcerpt(sealed: Uint8Array, firstPage: number): Promise<Uint8Array>;
  /** Lets running and waiting requests finish, then ends the threads. */
  close(): Promise<void>;
}

/** Less than the 300 seconds after which the queue gives the job to another. */
const SEALING_LIMIT_MS = 240_000;
const PICTURE_LIMIT_MS = 15_000;
const READING_LIMIT_MS = 60_000;
/** For the objects of a document of 2,000 pages. */
const DOCUMENT_HEAP_MB = 1024;
const PICTURE_HEAP_MB = 128;

/**
 * Starts `threads` threads that load fonts once and stay, so that sealing never holds up the event loop. Pictures and
 * readings of sealed files have one thread each beside them, from their first task on: a person who signs waits for
 * neither a seal nor a large download, which take seconds, but at most for the pictures of others, which take
 * milliseconds. `onFault` is told of a thread that was lost while idle.
 */
export function openSealPool({
  threads,
  onFault,
}: {
  threads: number;
  onFault?: (error: Error) => void;
}): SealPool {
  const faults = onFault === undefined ? {} : { onFault };
  const sealing = openThreadLane({
    ...{ worker: new URL('./seal-worker.ts', import.meta.url), threads, start: 'now' },
    ...{ timeLimitMs: SEALING_LIMIT_MS, heapMb: DOCUMENT_HEAP_MB, ...faults },
  });
  const pictures = openThreadLane({
    ...{ worker: new URL('../drawing/picture-worker.ts', import.meta.url), threads: 1, start: 'when needed' },
    ...{ timeLimitMs: PICTURE_LIMIT_MS, heapMb: PICTURE_HEAP_MB, ...faults },
  });
  const readings = openThreadLane({
    ...{ worker: new URL('./verify-worker.ts', import.meta.url), threads: 1, start: 'when needed' },
    ...{ timeLimitMs: READING_LIMIT_MS, heapMb: DOCUMENT_HEAP_MB, ...faults },
  });
  return {
    async seal(request) {
      const outcome = await sealing.run<SealOutcome>('sealInThread', request);
      if (outcome.kind === 'image') throw new SignatureImageError(outcome.reason);
      return outcome.sealed;
    },
    async checkPicture(mark) {
      if (mark.kind === 'typed') return;
      const reason = await inTime(pictures.run<SignatureImageReason | null>('pictureFault', mark));
      if (reason !== null) throw new SignatureImageError(reason);
    },
    async logo(image) {
      const outcome = await inTime(pictures.run<LogoOutcome>('logoInThread', image));
      if ('reason' in outcome) throw new SignatureImageError(outcome.reason);
      return outcome;
    },
    certificatesOf: (sealed) => {
      const bytes = whole(sealed);
      return inTime(readings.run('certificatesInThread', bytes, [bytes.buffer]));
    },
    examination: (sealed) => {
      const bytes = whole(sealed);
      return inTime(readings.run('examineInThread', bytes, [bytes.buffer]));
    },
    certificateExcerpt: (sealed, firstPage) => {
      const bytes = whole(sealed);
      return inTime(readings.run('excerptInThread', { sealed: bytes, firstPage }, [bytes.buffer]));
    },
    async close() {
      await Promise.all([sealing, pictures, readings].map((lane) => lane.close()));
    },
  };
}

/** The bytes in a buffer that holds nothing else and can be given away. */
function whole(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}

/** Whoever asked over HTTP may ask again: that it took too long is not an error of the program. */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof TimeLimitError ? refusal('unavailable') : error;
  }
}
