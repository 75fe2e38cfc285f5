import type { Detection } from '#reading/detection.ts';
import type { EndCause } from '#server/process/document-child.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { DetectRequest } from './detect-fields.ts';

/** The detected fields, or how the process ended. */
export type DetectionOutcome =
  | { readonly kind: 'found'; readonly detection: Detection }
  | { readonly kind: 'ended'; readonly cause: EndCause };

/** Detects fields outside this process. */
export interface FieldDetector {
  /**
   * Reads the prepared PDF, which has `pages` pages, and the form of the uploaded PDF if there is one.
   * @throws if a file can't be read, or the detector is closed
   */
  detect(
    requester: Requester,
    document: {
      readonly preparedPath: string;
      readonly originalPath: string | null;
      readonly pages: number;
    },
  ): Promise<DetectionOutcome>;
  close(): Promise<void>;
}

export interface DetectorOptions {
  readonly maxPages: number;
  /** Resident memory at which a process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Base time limit per document, in milliseconds; each page adds to it. Default 20,000. */
  readonly timeoutMs?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
}

/** Extra time per page, in milliseconds. */
const PAGE_MS = 250;

/**
 * Opens a pool of two processes, started on demand. A process that hangs, crashes or grows too large is
 * replaced.
 */
export function openDetector(options: DetectorOptions): FieldDetector {
  const pool = new DocumentPool<DetectRequest, Detection>({
    program: options.program ?? new URL('./detect-process.ts', import.meta.url),
    processes: 2,
    files: ({ preparedPath, originalPath }) => ({
      reads: originalPath === null ? [preparedPath] : [preparedPath, originalPath],
      writes: [],
    }),
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  return {
    detect: async (requester, { preparedPath, originalPath, pages }) => {
      const request = { preparedPath, originalPath, maxPages: options.maxPages };
      const timeoutMs = (options.timeoutMs ?? 20_000) + pages * PAGE_MS;
      const answer = await pool.finish({ request, timeoutMs, requester, size: pages }, 'detector');
      return answer.kind === 'outcome'
        ? { kind: 'found', detection: answer.outcome }
        : { kind: 'ended', cause: answer.cause };
    },
    close: () => pool.close(),
  };
}
