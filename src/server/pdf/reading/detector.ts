import type { Detection } from '#reading/detection.ts';
import type { EndCause } from '#server/process/document-child.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { DetectRequest } from './detect-fields.ts';

/** What reading a document for its fields came to: what was found, or how the process that read it ended. */
export type DetectionOutcome =
  | { readonly kind: 'found'; readonly detection: Detection }
  | { readonly kind: 'ended'; readonly cause: EndCause };

/** Finds the fields of documents away from this process's event loop. */
export interface FieldDetector {
  /**
   * Reads the prepared PDF of `pages` pages at `preparedPath`, and the form of the PDF at `originalPath`, where it was one.
   * @throws when a file cannot be read, or the detector is closed
   */
  detect(request: {
    readonly preparedPath: string;
    readonly originalPath: string | null;
    readonly pages: number;
  }): Promise<DetectionOutcome>;
  close(): Promise<void>;
}

/** Limits of the process that finds fields. */
export interface DetectorOptions {
  readonly maxPages: number;
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Time for any document, in milliseconds; each page adds to it. Default 20,000. */
  readonly timeoutMs?: number;
  /** The program that a process runs; for tests. */
  readonly program?: URL;
}

/** What a page may take longer than most, in milliseconds. */
const PAGE_MS = 250;

/** Opens a pool of one process, which starts with the first document: one that hangs, crashes or grows is replaced. */
export function openDetector(options: DetectorOptions): FieldDetector {
  const pool = new DocumentPool<DetectRequest, Detection>({
    program: options.program ?? new URL('./detect-process.ts', import.meta.url),
    processes: 1,
    keepsOneReady: false,
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  return {
    detect: async ({ preparedPath, originalPath, pages }) => {
      const timeoutMs = (options.timeoutMs ?? 20_000) + pages * PAGE_MS;
      const answer = await pool.work({ preparedPath, originalPath, maxPages: options.maxPages }, timeoutMs);
      switch (answer.kind) {
        case 'outcome':
          return { kind: 'found', detection: answer.outcome };
        case 'ended':
          return { kind: 'ended', cause: answer.cause };
        case 'error':
          throw new Error(answer.message);
        case 'unstarted':
          throw new Error('the process that finds fields did not start');
        case 'closed':
          throw new Error('the detector is closed');
        default:
          return answer satisfies never;
      }
    },
    close: () => pool.close(),
  };
}
