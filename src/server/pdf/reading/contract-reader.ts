import type { ContractReading } from '#reading/contract/read-contract.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { Requester } from '#server/process/requester.ts';
import type { ContractSource, ContractTextOutcome } from './read-contract-text.ts';

/** Reads the text of contracts outside this process. */
export interface ContractReader {
  /**
   * Reads a document or its text. Returns null if it can't be read, takes too long or needs too much memory.
   * @throws if the process doesn't start, or the reader is closed
   */
  read(requester: Requester, source: ContractSource): Promise<ContractReading | null>;
  /** Ends the process. Waiting requests are rejected. */
  close(): Promise<void>;
}

export interface ContractReaderOptions {
  /** Resident memory at which the process is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Time limit per document, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** The program to run; tests replace it. */
  readonly program?: URL;
  /** Called with the reason when a document can't be read. */
  readonly onFault?: (fault: string) => void;
}

/**
 * Opens a pool of one process, started on first use. The process is replaced if it hangs, crashes or grows
 * too large.
 */
export function openContractReader(options: ContractReaderOptions = {}): ContractReader {
  const pool = new DocumentPool<ContractSource, ContractTextOutcome>({
    program: options.program ?? new URL('./contract-reading-process.ts', import.meta.url),
    processes: 1,
    files: () => ({ reads: [], writes: [] }),
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  const reportUnread = (fault: string) => {
    options.onFault?.(fault);
    return null;
  };
  return {
    read: async (requester, source) => {
      const work = { request: source, size: measureSource(source), requester };
      const answer = await pool.work({ ...work, timeoutMs: options.timeoutMs ?? 60_000 });
      switch (answer.kind) {
        case 'outcome':
          return 'unreadable' in answer.outcome ? reportUnread(answer.outcome.unreadable) : answer.outcome;
        case 'ended':
          return reportUnread(`the process that reads contracts ended: ${answer.cause}`);
        case 'error':
          return reportUnread(answer.message);
        case 'unstarted':
        case 'starved':
          throw new Error('the process that reads contracts did not start, or got too little time');
        case 'closed':
        case 'aborted':
        case 'crowded':
          throw new Error('the contract reader is closed');
        default:
          return answer satisfies never;
      }
    },
    close: () => pool.close(),
  };
}

function measureSource(source: ContractSource): number {
  return 'document' in source ? source.document.length : source.pages.join('').length;
}
