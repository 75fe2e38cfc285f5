import type { Language } from '#domain/language.ts';
import type { Detection } from '#reading/detection.ts';
import { combineReadings } from '#reading/scans/combine-readings.ts';
import type { EndCause } from '#server/process/document-child.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { DetectOutcome, DetectRequest } from './detect-fields.ts';
import type { ScanReader } from './pictures/scan-reader.ts';

/** The detected fields, or how the process ended. */
export type DetectionOutcome =
  | { readonly kind: 'found'; readonly detection: Detection }
  | { readonly kind: 'ended'; readonly cause: EndCause };

/** Detects fields outside this process. */
export interface FieldDetector {
  /**
   * Reads the prepared PDF, which has `pages` pages, and the form of the uploaded PDF if there is one. The
   * languages are those of the people that the document is for: scans are read in them.
   * @throws if a file can't be read, or the detector is closed
   */
  detect(
    requester: Requester,
    document: {
      readonly preparedPath: string;
      /** The SHA-256 of the prepared PDF. */
      readonly sha256: string;
      readonly originalPath: string | null;
      readonly pages: number;
      readonly languages: readonly Language[];
    },
  ): Promise<DetectionOutcome>;
  close(): Promise<void>;
}

export interface DetectorOptions {
  readonly maxPages: number;
  /** Reads the words of scans. Without it, only their lines and boxes are seen. It isn't closed with the detector. */
  readonly scans?: ScanReader | null;
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
  const pool = new DocumentPool<DetectRequest, DetectOutcome>({
    program: options.program ?? new URL('./detect-process.ts', import.meta.url),
    processes: 2,
    files: ({ preparedPath, originalPath }) => ({
      reads: originalPath === null ? [preparedPath] : [preparedPath, originalPath],
      writes: [],
    }),
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  const { scans = null } = options;
  return {
    detect: async (requester, { preparedPath, sha256, originalPath, pages, languages }) => {
      const detect = async (scanned: DetectRequest['scanned']) => {
        const request = { preparedPath, originalPath, maxPages: options.maxPages, scanned };
        const timeoutMs = (options.timeoutMs ?? 20_000) + pages * PAGE_MS;
        return await pool.finish({ request, timeoutMs, requester, size: pages }, 'detector');
      };
      const first = await detect([]);
      if (first.kind === 'ended') return { kind: 'ended', cause: first.cause };
      const { unread, detection } = first.outcome;
      if (scans === null || unread.length === 0) return { kind: 'found', detection };
      const scanned = await scans.read(requester, { preparedPath, sha256, pages: unread, languages });
      if (scanned.length === 0) return { kind: 'found', detection };
      const second = await detect(scanned);
      // Words that can't be used mustn't cost what was found without them.
      if (second.kind === 'ended') return { kind: 'found', detection };
      const { detection: read, turned } = second.outcome;
      return { kind: 'found', detection: combineReadings(detection, read, turned) };
    },
    close: () => pool.close(),
  };
}
