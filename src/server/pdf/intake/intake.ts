import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IntakeRefused, IntakeResult } from '#domain/document/intake.ts';
import type { EndCause } from '#server/process/document-child.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { ReadOutcome, ReadRequest } from './read-upload.ts';

/** Limits for reading uploaded documents. */
export interface IntakeOptions {
  /** Maximum number of processes. They start on demand; one stays ready. Default 2. */
  readonly processes?: number;
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Per document, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number;
  /** In bytes. Default 50 MiB. */
  readonly maxBytes?: number;
  /** Default 2,000. */
  readonly maxPages?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
  /** Called with the cause when a document is refused as malformed or too complex, or was hard to read. */
  readonly onFault?: (fault: string) => void;
}

/** How much longer a document may take whose tags are taken out, since it is read and written again. */
const TAGS_TIMES = 2;

export interface ReadOptions {
  /** Whether tags in the text become fields and are taken out. Default: false. */
  readonly textTags?: boolean;
}

/** Reads uploaded documents outside this process. */
export interface Intake {
  /**
   * Normalizes the PDF at `sourcePath` and moves the result to `targetPath`. Nothing is at `targetPath` if the
   * document is refused.
   * @throws if a file can't be read or written, or the intake is closed
   */
  read(sourcePath: string, targetPath: string, options?: ReadOptions): Promise<IntakeResult>;
  /** Ends all processes. Documents being read or waiting fail. */
  close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

/** Starts a pool of processes. One that hangs, crashes or grows too large is killed and replaced. */
export function openIntake(options: IntakeOptions = {}): Intake {
  const { maxBytes = 50 * MEBIBYTE, maxPages = 2_000, timeoutMs = 20_000 } = options;
  const pool = new DocumentPool<ReadRequest, ReadOutcome>({
    program: options.program ?? new URL('./intake-process.ts', import.meta.url),
    processes: options.processes ?? 2,
    keepsOneReady: true,
    memoryBytes: options.memoryBytes ?? 1024 * MEBIBYTE,
  });
  return {
    read: async (sourcePath, targetPath, { textTags = false } = {}) => {
      const partPath = `${targetPath}.${randomUUID()}.part`;
      const answer = await pool.work(
        { sourcePath, targetPath, partPath, maxBytes, maxPages, textTags },
        textTags ? timeoutMs * TAGS_TIMES : timeoutMs,
      );
      if (answer.kind !== 'outcome') await rm(partPath, { force: true });
      switch (answer.kind) {
        case 'outcome':
          if (answer.outcome.fault) options.onFault?.(answer.outcome.fault);
          return answer.outcome.result;
        case 'ended':
          options.onFault?.(`an intake process ended: ${answer.cause}`);
          return refusalFor(answer.cause);
        case 'error':
          throw new Error(answer.message);
        case 'unstarted':
          throw new Error('the intake process did not start');
        case 'closed':
          throw new Error('the intake is closed');
        default:
          return answer satisfies never;
      }
    },
    close: () => pool.close(),
  };
}

function refusalFor(cause: EndCause): IntakeRefused {
  if (cause === 'crash')
    return { ok: false, reason: 'malformed', message: "The PDF is damaged and can't be read." };
  return { ok: false, reason: 'too_complex', message: 'The PDF is too complex to process.' };
}
