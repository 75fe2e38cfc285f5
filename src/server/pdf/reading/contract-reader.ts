import type { ContractReading } from '#reading/contract/read-contract.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { ContractTextOutcome } from './read-contract-text.ts';

/** Reads what contracts say away from this process's event loop. */
export interface ContractReader {
  /**
   * What the document's text says; null when it cannot be read, takes too long or grows too large.
   * @throws when the process does not start, or the reader is closed
   */
  read(document: Uint8Array): Promise<ContractReading | null>;
  /** Ends the process; what waits fails. */
  close(): Promise<void>;
}

/** Limits of the process that reads contracts. */
export interface ContractReaderOptions {
  /** Resident memory at which it is killed, in bytes. Default 1 GiB. */
  readonly memoryBytes?: number;
  /** Time that one document may take, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** The program that the process runs; for tests. */
  readonly program?: URL;
  /** Told why a document could not be read. */
  readonly onFault?: (fault: string) => void;
}

/** Opens a pool of one process, which starts with the first document: one that hangs, crashes or grows is replaced. */
export function openContractReader(options: ContractReaderOptions = {}): ContractReader {
  const pool = new DocumentPool<{ document: Uint8Array }, ContractTextOutcome>({
    program: options.program ?? new URL('./contract-reading-process.ts', import.meta.url),
    processes: 1,
    keepsOneReady: false,
    memoryBytes: options.memoryBytes ?? 1024 * 1024 * 1024,
  });
  const unread = (fault: string) => {
    options.onFault?.(fault);
    return null;
  };
  return {
    read: async (document) => {
      const answer = await pool.work({ document }, options.timeoutMs ?? 60_000);
      switch (answer.kind) {
        case 'outcome':
          return 'unreadable' in answer.outcome ? unread(answer.outcome.unreadable) : answer.outcome;
        case 'ended':
          return unread(`the process that reads contracts ended: ${answer.cause}`);
        case 'error':
          return unread(answer.message);
        case 'unstarted':
          throw new Error('the process that reads contracts did not start');
        case 'closed':
          throw new Error('the contract reader is closed');
        default:
          return answer satisfies never;
      }
    },
    close: () => pool.close(),
  };
}
