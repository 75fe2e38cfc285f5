import { createRefusal } from '#domain/errors.ts';
import type { VerifyOptions } from '#verify/options.ts';
import type { Report } from '#verify/verify.ts';
import type { SealLevel } from '#domain/envelope/status.ts';
import { openPictureReader } from '#server/pdf/image/picture-reader.ts';
import type { LogoPicture } from '#server/pdf/image/read-picture.ts';
import type { CurrentRequest } from '#server/pdf/drawing/current.ts';
import type { ExcerptRequest } from './excerpt.ts';
import {
  type EXTENSION_IN_PLACE,
  type ExtendedFile,
  extendFile,
  type ExtensionSources,
  type ExtensionStages,
} from './levels/extend.ts';
import type { SealExamination } from './verify-worker.ts';
import type { SealedDocument, SealRequest, SignatureMark } from './seal-request.ts';
import { seal, type SealStages } from './seal.ts';
import { openThreadLane, type ThreadLane, TimeLimitError } from '#server/pdf/engine/thread-lane.ts';

/**
 * Seals documents, and does other work that is too slow for the event loop, in threads. Pictures from
 * strangers are decoded in sandboxed processes.
 */
export interface SealPool {
  /**
   * Seals an organization's document, like `seal`. Requests wait in order for a free thread. Copies the
   * request's bytes. Throws what `checkPicture` throws, and `TimeLimitError` if a stage takes longer than two
   * minutes.
   */
  seal(organizationId: string, request: SealRequest): Promise<SealedDocument>;
  /**
   * Decodes a picture the way sealing will, so that whatever passes can be sealed and seen. Throws
   * `SignatureImageError`, or the refusal `unavailable` if it takes too long.
   */
  checkPicture(organizationId: string, mark: SignatureMark): Promise<void>;
  /**
   * Converts a PNG or JPEG into a small PNG. Throws `SignatureImageError`, or the refusal `unavailable` if it
   * takes too long.
   */
  logo(organizationId: string, image: Uint8Array): Promise<LogoPicture>;
  /**
   * Returns the seal's certificates (DER, leaf first). Takes ownership of the bytes. Throws the refusal
   * `unavailable` if it takes too long.
   */
  certificatesOf(sealed: Uint8Array): Promise<Uint8Array[]>;
  /**
   * Verifies a sealed file. Takes ownership of the bytes. Throws the refusal `unavailable` if it takes too
   * long.
   */
  examination(sealed: Uint8Array, now: Date): Promise<SealExamination>;
  /**
   * Verifies any file from anyone and reports every check, in a thread that nothing else waits for. Takes
   * ownership of the bytes. Throws the refusal `unavailable` if it takes too long.
   */
  report(bytes: Uint8Array, options: VerifyOptions): Promise<Report>;
  /** Raises a seal's level, like `extendFile`. */
  extend(
    sealed: Uint8Array,
    level: SealLevel,
    sources: ExtensionSources,
    onDelay: (error: unknown) => void,
  ): Promise<ExtendedFile | null>;
  /**
   * Like `createExcerpt`. Takes ownership of the bytes. Throws the refusal `unavailable` if it takes too
   * long.
   */
  excerpt(sealed: Uint8Array, request: ExcerptRequest): Promise<Uint8Array>;
  /**
   * Draws an organization's document with the answers so far. Throws the refusal `unavailable` if it takes
   * too long.
   */
  current(organizationId: string, request: Omit<CurrentRequest, 'marks'>): Promise<Uint8Array>;
  /** Starts the sealing threads if they aren't running yet, for an envelope that will be sealed soon. */
  start(): void;
  /** Finishes running and waiting requests, then ends the threads. */
  close(): Promise<void>;
}

/** Applies to each of the two stages. The queue gives the job to another worker after 300 seconds. */
const SEALING_LIMIT_MS = 120_000;
const READING_LIMIT_MS = 60_000;
/** Even the last of six of the largest files in a row takes less. */
const STRANGERS_LIMIT_MS = 30_000;
/**
 * Threads for reading sealed files and for strangers' files are rarely needed, so they end after this time.
 */
const IDLE_MS = 60_000;
/** Enough for the objects of a document of 2,000 pages. */
const DOCUMENT_HEAP_MB = 1024;
/** The verifier limits how much of a file it reads. */
const STRANGERS_HEAP_MB = 768;

/**
 * Opens `threads` sealing threads, which load fonts once. Reading sealed files and checking strangers' files
 * each get a thread on first use, and signature pictures get processes. That way, a person who is signing
 * never waits for a seal or a large download. `onFault` is called when a thread is lost while idle.
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
    ...{ worker: new URL('./seal-worker.ts', import.meta.url), threads },
    ...{ timeLimitMs: SEALING_LIMIT_MS, heapMb: DOCUMENT_HEAP_MB, ...faults },
  });
  const pictures = openPictureReader();
  const readings = openThreadLane({
    ...{ worker: new URL('./verify-worker.ts', import.meta.url), threads: 1, idleMs: IDLE_MS },
    ...{ timeLimitMs: READING_LIMIT_MS, heapMb: DOCUMENT_HEAP_MB, ...faults },
  });
  const strangers = openThreadLane({
    ...{ worker: new URL('./verify-worker.ts', import.meta.url), threads: 1, idleMs: IDLE_MS },
    ...{ timeLimitMs: STRANGERS_LIMIT_MS, heapMb: STRANGERS_HEAP_MB, ...faults },
  });
  const stages: Omit<SealStages, 'load'> = {
    prepare: (preparation) => sealing.run('prepareInThread', preparation),
    prepareCertificate: (preparation, sealedSha256) =>
      sealing.run('prepareCertificateInThread', { preparation, sealedSha256 }),
    finish: (unfinished) => {
      const bytes = toOwnBuffer(unfinished.bytes);
      return sealing.run('finishInThread', { ...unfinished, bytes }, [bytes.buffer]);
    },
  };
  return {
    seal: (organizationId, request) =>
      seal(request, {
        ...stages,
        load: (marks) => pictures.marks({ organizationId, waiting: 'job' }, marks),
      }),
    checkPicture: (organizationId, mark) => pictures.check({ organizationId, waiting: 'request' }, mark),
    logo: (organizationId, image) => pictures.logo({ organizationId, waiting: 'request' }, image),
    certificatesOf: (sealed) => {
      const bytes = toOwnBuffer(sealed);
      return refuseOnTimeout(readings.run('readCertificatesInThread', bytes, [bytes.buffer]));
    },
    examination: (sealed, now) => {
      const bytes = toOwnBuffer(sealed);
      return refuseOnTimeout(readings.run('examineInThread', { sealed: bytes, now }, [bytes.buffer]));
    },
    report: (file, options) => {
      const bytes = toOwnBuffer(file);
      return refuseOnTimeout(strangers.run('reportInThread', { bytes, options }, [bytes.buffer]));
    },
    extend: (sealed, level, sources, onDelay) =>
      extendFile(sealed, level, sources, createExtensionStages(sealing), onDelay),
    excerpt: (sealed, request) => {
      const bytes = toOwnBuffer(sealed);
      return refuseOnTimeout(
        readings.run('createExcerptInThread', { ...request, sealed: bytes }, [bytes.buffer]),
      );
    },
    async current(organizationId, { fields, ...request }) {
      const marks = await pictures.marks(
        { organizationId, waiting: 'request' },
        fields.flatMap(({ mark }) => mark ?? []),
      );
      return await refuseOnTimeout(readings.run('drawCurrentInThread', { ...request, fields, marks }));
    },
    start: () => sealing.start(),
    async close() {
      await Promise.all([sealing, pictures, readings, strangers].map((lane) => lane.close()));
    },
  };
}

function createExtensionStages(lane: ThreadLane): ExtensionStages {
  const run = <Result>(
    name: keyof typeof EXTENSION_IN_PLACE,
    given: Uint8Array,
    more?: unknown,
  ): Promise<Result> => {
    const bytes = toOwnBuffer(given);
    return lane.run('extendInThread', { name, bytes, more }, [bytes.buffer]);
  };
  return {
    readSignature: (sealed) => run('readSignature', sealed),
    addToken: (sealed, token, now) => run('addToken', sealed, { token, now }),
    readSigners: (sealed) => run('readSigners', sealed),
    addValidationData: (sealed, data) => run('addValidationData', sealed, data),
    prepareTimestamp: (file, tokenBytes) => run('prepareTimestamp', file, tokenBytes),
    finishTimestamp: ({ bytes, hole }, token, now) => run('finishTimestamp', bytes, { hole, token, now }),
  };
}

/** Returns the bytes in a separate buffer, which can be transferred. */
function toOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}

/** A request that timed out can be retried over HTTP, so the timeout isn't reported as a program error. */
async function refuseOnTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof TimeLimitError ? createRefusal('unavailable') : error;
  }
}
