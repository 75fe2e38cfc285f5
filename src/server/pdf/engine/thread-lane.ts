import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { runAfterOwnTime, watchOwnWaiting } from '#server/process/own-time.ts';

/** Threads that run the tasks of one file within limits of time and memory. */
export interface ThreadLane {
  /**
   * Runs the worker's exported function `task`. Buffers in `taken` are transferred, not copied. Throws
   * `TimeLimitError`, and whatever the task throws.
   */
  run<Result>(task: string, input: unknown, taken?: readonly ArrayBuffer[]): Promise<Result>;
  /** Starts the threads unless they have already started. */
  start(): void;
  /** Finishes running and waiting tasks, then ends the threads. */
  close(): Promise<void>;
}

export type LaneOptions = {
  /** The worker module. Its exported functions are the tasks. */
  readonly worker: URL;
  readonly threads: number;
  /**
   * How long the threads may be without a task, in milliseconds, before they end to free their memory. By
   * default, they never end.
   */
  readonly idleMs?: number;
  /**
   * The time limit in milliseconds from the request to the answer. It includes the wait for a free thread,
   * but not the wait for a processor.
   */
  readonly timeLimitMs: number;
  /**
   * The limit for the JavaScript objects of one thread, in MiB. File bytes and WebAssembly memory don't
   * count.
   */
  readonly heapMb: number;
  /** Called when a thread ends while idle. The thread is replaced. */
  readonly onFault?: (error: Error) => void;
};

/**
 * A thread that runs out of memory gets a little extra memory to end in. V8 ends the whole process if the
 * extra isn't enough, which would be the case for a larger young generation.
 */
const YOUNG_HEAP_MB = 16;

/** A task took too long. If its thread had started, it was ended. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Opens a lane. A thread that hangs, ends or runs out of memory is replaced, and only its own task fails. */
export function openThreadLane(options: LaneOptions): ThreadLane {
  let pool: Piscina | null = null;
  let closed = false;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    const ended = pool;
    pool = null;
    void ended?.destroy();
  };
  return {
    start() {
      pool ??= startThreads(options);
    },
    async run(task, input, taken = []) {
      if (closed) throw new Error(`${task} was asked for after its threads were closed`);
      pool ??= startThreads(options);
      running += 1;
      clearTimeout(idle);
      const limit = new AbortController();
      const { signal } = limit;
      const endLimit = runAfterOwnTime(options.timeLimitMs, watchOwnWaiting(), () => limit.abort());
      try {
        return await pool.run(input, { name: task, signal, transferList: [...taken] });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new TimeLimitError(`${task} took longer than ${options.timeLimitMs} ms`, { cause: error });
      } finally {
        endLimit();
        running -= 1;
        if (running === 0 && !closed && options.idleMs !== undefined)
          idle = setTimeout(end, options.idleMs).unref();
      }
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await pool?.close();
    },
  };
}

function startThreads({ worker, threads, heapMb, onFault = () => undefined }: LaneOptions): Piscina {
  const pool = new Piscina({
    filename: fileURLToPath(worker),
    // The pool replaces lost threads only up to the minimum number.
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    // Keeps secrets and system fonts out of the threads.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  });
  // Without a listener, such an error would end the whole process.
  pool.on('error', onFault);
  return pool;
}
