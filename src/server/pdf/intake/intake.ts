import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type AttachResult,
  type IntakeRefused,
  type IntakeResult,
  type MergeResult,
  PRINT_ANEW,
} from '#domain/document/intake.ts';
import { isImageFormat, sniffFormat } from '#domain/document/sniff.ts';
import type { EndCause } from '#server/process/document-child.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { AttachOutcome, AttachRequest } from './attach-into-place.ts';
import type { MergeOutcome, MergeRequest } from './merge-into-place.ts';
import type { ReadOutcome, ReadRequest } from './read-upload.ts';

/** Limits for reading uploaded documents. */
export interface IntakeOptions {
  /**
   * The most processes for documents, not counting a spare one that stays ready. Default: 3, of which an
   * organization gets 2.
   */
  readonly processes?: number;
  /** How many requests of an organization may wait. Default: 100. */
  readonly waitingMax?: number;
  /** The resident memory in bytes at which a process is killed. Default: 1 GiB. */
  readonly memoryBytes?: number;
  /** The time limit for each document in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number;
  /** The largest document in bytes. Default: 50 MiB. */
  readonly maxBytes?: number;
  /** The most pages of a document. Default: 2,000. */
  readonly maxPages?: number;
  /** The program to run. Tests replace it. */
  readonly program?: URL;
  /** Called with the cause when a document is refused as malformed or too complex, or was hard to read. */
  readonly onFault?: (fault: string) => void;
}

/** The number of bytes that is enough to recognize every format by its signature. */
const SNIFFED_BYTES = 4096;

/** While an organization's documents are read, this many processes are ready for another organization's. */
const SPARE = 1;
/** After this time, a document yields to others. Most documents are done before. */
const YIELD_AFTER_MS = 500;

/**
 * How many times as long a document may take if its tags are removed, because it is read and written again.
 */
const TAGS_TIMES = 2;

export type ReadOptions = Pick<
  ReadRequest,
  'textTags' | 'tagColor' | 'unread' | 'keepsSignatures' | 'testMark'
>;

/**
 * Reads uploaded documents outside this process. Refuses with `rate_limited` if too many documents of an
 * organization are waiting.
 */
export interface Intake {
  /**
   * Normalizes the PDF at `sourcePath` and moves the result to `targetPath`. Nothing is at `targetPath` if
   * the document is refused.
   * @throws if a file can't be read or written, or the intake is closed
   */
  read(
    requester: Requester,
    sourcePath: string,
    targetPath: string,
    options?: ReadOptions,
  ): Promise<IntakeResult>;
  /**
   * Joins prepared PDFs into one at `targetPath`, with an outline entry for each. Nothing is at `targetPath`
   * if the result is too large.
   * @throws as `read`
   */
  merge(requester: Requester, parts: MergeRequest['parts'], targetPath: string): Promise<MergeResult>;
  /**
   * Prepares a file that a signer attaches and moves it to `targetPath`. This runs in separate processes, so
   * that signers never make senders wait. Nothing is at `targetPath` if the file is refused.
   * @throws as `read`
   */
  attach(
    requester: Requester,
    attachmentPath: string,
    targetPath: string,
    maxAttachmentBytes: number,
  ): Promise<AttachResult>;
  /** Ends all processes. Documents that are being read or are waiting fail. */
  close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

/** Starts a pool of processes. A process that hangs, crashes or grows too large is killed and replaced. */
export function openIntake(options: IntakeOptions = {}): Intake {
  const { maxBytes = 50 * MEBIBYTE, maxPages = 2_000, timeoutMs = 20_000 } = options;
  const each = {
    program: options.program ?? new URL('./intake-process.ts', import.meta.url),
    memoryBytes: options.memoryBytes ?? 1024 * MEBIBYTE,
    waitingMax: options.waitingMax ?? 100,
    files: listFiles,
    yieldAfterMs: YIELD_AFTER_MS,
  };
  const { processes = 3 } = options;
  const reserved = processes > 2 ? 1 : 0;
  const documents: Pool = new DocumentPool({ ...each, processes, reserved, spare: SPARE });
  const others = { ...each, processes: processes - reserved };
  const attachments: Pool = new DocumentPool(others);
  const pictures: Pool = new DocumentPool({ ...others, needs: 'addons' });
  const runTask = async <Refused>(
    pool: Pool,
    { request: unwritten, timeoutMs, requester, paths }: Task,
    ended: (cause: EndCause) => Refused,
  ) => {
    const request = { ...unwritten, maxBytes, maxPages };
    const size = await measureFiles(paths);
    const answer = await pool.finish({ request, timeoutMs, requester, size }, 'intake');
    if (answer.kind === 'ended') {
      options.onFault?.(`an intake process ended: ${answer.cause}`);
      return ended(answer.cause);
    }
    if (answer.outcome.fault) options.onFault?.(answer.outcome.fault);
    return answer.outcome.result;
  };
  return {
    read: async (requester, sourcePath, targetPath, options = {}) => {
      const request = { sourcePath, targetPath, ...options };
      const limitMs = options.textTags === true ? timeoutMs * TAGS_TIMES : timeoutMs;
      const task = { requester, request, timeoutMs: limitMs, paths: [sourcePath] };
      const pool = isPicture(sourcePath) ? pictures : documents;
      return (await runTask(pool, task, toRefusal)) as IntakeResult;
    },
    merge: async (requester, parts, targetPath) => {
      const limitMs = timeoutMs + parts.length * MERGE_PART_MS;
      const paths = parts.map(({ path }) => path);
      const task = { requester, request: { parts, targetPath }, timeoutMs: limitMs, paths };
      return (await runTask(documents, task, () => TOO_COMPLEX)) as MergeResult;
    },
    attach: async (requester, attachmentPath, targetPath, maxAttachmentBytes) => {
      const request = { attachmentPath, targetPath, maxAttachmentBytes };
      const task = { requester, request, timeoutMs, paths: [attachmentPath] };
      const pool = isPicture(attachmentPath) ? pictures : attachments;
      return (await runTask(pool, task, toAttachmentRefusal)) as AttachResult;
    },
    close: async () => {
      await Promise.all([documents, attachments, pictures].map((pool) => pool.close()));
    },
  };
}

type Request = ReadRequest | MergeRequest | AttachRequest;
type Pool = DocumentPool<Request, ReadOutcome | MergeOutcome | AttachOutcome>;
type Unwritten<R> = R extends Request ? Omit<R, 'maxBytes' | 'maxPages'> : never;

/**
 * Checks whether a file needs the picture decoder, a native addon that isn't loaded to read other documents.
 * Runs synchronously, so that requests stay in order.
 */
function isPicture(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // If the file is missing, the process that reads it reports the problem.
    return false;
  }
  try {
    const head = Buffer.alloc(SNIFFED_BYTES);
    return isImageFormat(sniffFormat(head.subarray(0, readSync(file, head))));
  } finally {
    closeSync(file);
  }
}

function listFiles(request: Request) {
  const writes = [request.targetPath];
  if ('parts' in request) return { reads: request.parts.map(({ path }) => path), writes };
  return { reads: ['attachmentPath' in request ? request.attachmentPath : request.sourcePath], writes };
}

interface Task {
  readonly requester: Requester;
  readonly request: Unwritten<Request>;
  readonly timeoutMs: number;
  /** The paths of the files that the process reads. */
  readonly paths: readonly string[];
}

/** Returns the size of the files in bytes. A missing file is left for the process to report. */
async function measureFiles(paths: readonly string[]): Promise<number> {
  const sizes = paths.map((path) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The time that each document adds to the limit for joining them, in milliseconds. */
const MERGE_PART_MS = 5_000;

const TOO_COMPLEX = { ok: false, reason: 'too_complex' } as const;

function toRefusal(cause: EndCause): IntakeRefused {
  if (cause === 'crash')
    return { ok: false, reason: 'malformed', message: `The PDF is damaged and can't be read. ${PRINT_ANEW}` };
  return { ok: false, reason: 'too_complex', message: `The PDF is too complex to process. ${PRINT_ANEW}` };
}

function toAttachmentRefusal(cause: EndCause): IntakeRefused {
  if (cause === 'crash')
    return {
      ok: false,
      reason: 'malformed',
      message: `The file is damaged and can't be read. ${PRINT_ANEW}`,
    };
  return { ok: false, reason: 'too_complex', message: `The file is too complex to process. ${PRINT_ANEW}` };
}
