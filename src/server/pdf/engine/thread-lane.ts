import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** Threads that run the tasks of one file, each within a limit of time and memory. */
export interface ThreadLane {
  /**
   * Runs the function of the worker's file that is called `task`. `taken` are buffers that the thread gets without a
   * copy: the caller no longer has them. Throws `TimeLimitError`, and whatever the task throws.
   */
  run<Result>(task: string, input: unknown, taken?: readonly ArrayBuffer[]): Promise<Result>;
  /** Lets running and waiting tasks finish, then ends the threads. */
  close(): Promise<void>;
}

export type LaneOptions = {
  /** The file whose exported functions are the tasks. */
  readonly worker: URL;
  readonly threads: number;
  /** Whether threads start at once, or with the first task. */
  readonly start: 'now' | 'when needed';
  /** From the request to the answer, the wait for a free thread included. */
  readonly timeLimitMs: number;
  /** What the JavaScript objects of one thread may take, in MiB; bytes of files do not count. */
  readonly heapMb: number;
  /** Told of a thread that ended without a task to blame. It is replaced. */
  readonly onFault?: (error: Error) => void;
};

/**
 * Where a thread runs out of memory, Node allows it a little more, in which it ends; V8 ends the whole process when
 * that is not enough. The objects that are moved at once out of a larger young generation would be too many.
 */
const YOUNG_HEAP_MB = 16;

/** A task that was not done in time. Its thread, if it had one already, was ended. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Opens a lane. A thread that hangs, ends or runs out of memory is replaced, and only its own task fails. */
export function openThreadLane(options: LaneOptions): ThreadLane {
  let pool = options.start === 'now' ? startThreads(options) : null;
  let closed = false;
  return {
    async run(task, input, taken = []) {
      if (closed) throw new Error(`${task} was asked for after its threads were closed`);
      pool ??= startThreads(options);
      const signal = AbortSignal.timeout(options.timeLimitMs);
      try {
        return await pool.run(input, { name: task, signal, transferList: [...taken] });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new TimeLimitError(`${task} took longer than ${options.timeLimitMs} ms`, { cause: error });
      }
    },
    async close() {
      closed = true;
      await pool?.close();
    },
  };
}

function startThreads({ worker, threads, heapMb, onFault = () => undefined }: LaneOptions): Piscina {
  const pool = new Piscina({
    filename: fileURLToPath(worker),
    // The smallest number too: only up to it does the pool replace a lost thread for the tasks that wait.
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    // Nothing of the service's environment, above all no secret; and no font but our own.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  });
  // Without a listener such an error would end the whole process.
  pool.on('error', onFault);
  return pool;
}
