import { type ChildProcess, spawn } from 'node:child_process';
import { openExchange, type Exchange, type RequestFiles } from './exchange.ts';
import { PROGRAM_PATH, buildNodeCommand } from './sandbox.ts';
import type { ChildReply } from './serve-documents.ts';
import { runAfterOwnTime, watchWaiting } from './own-time.ts';
import { readTreeMemory } from './tree-memory.ts';
import { yieldProcessor } from './yield-processor.ts';

/** What came of a document in a process. */
export type ChildAnswer<Outcome> =
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly worn: boolean }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unstarted' }
  /** The machine was so busy that the process got too little time. */
  | { readonly kind: 'starved' }
  | { readonly kind: 'ended'; readonly cause: EndCause };

/** Why a process ended: time, memory or a crash. */
export type EndCause = 'time' | 'memory' | 'crash';

/** A process that handles one document at a time. */
export interface DocumentChild<Request, Outcome> {
  /**
   * Waits until the process is ready. Returns false if it exited, or was killed after using up `withinMs` of
   * its own time. Never rejects.
   */
  ready(withinMs: number): Promise<boolean>;
  /**
   * Processes a document. The process is killed after `timeoutMs`, not counting the time that it waited for a
   * processor. Never rejects.
   */
  work(request: Request, timeoutMs: number): Promise<ChildAnswer<Outcome>>;
  /**
   * Returns a function that tells how many milliseconds the process has waited for a processor since this
   * call.
   */
  watchWaiting(): () => number;
  /** Kills the process and waits until it has exited. */
  stop(): Promise<void>;
}

/**
 * The heap limit in MiB, and the limit of each half of its young generation. Buffers don't count toward the
 * heap but toward resident memory.
 */
const HEAP_MIB = 512;
const YOUNG_HEAP_MIB = 16;

/** Time limit for starting, in milliseconds. */
const START_MS = 30_000;

/** The signals of a process that ran out of memory: V8's abort, or a kill by the watchdog or the kernel. */
const OUT_OF_MEMORY_SIGNALS: readonly (string | null)[] = ['SIGABRT', 'SIGKILL'];

/**
 * V8's exit code if it can't abort with a signal, and the code with which a shell in a sandbox reports the
 * same signals.
 */
const OUT_OF_MEMORY_CODES: readonly (number | null)[] = [134, 137];

/**
 * How often the memory of a working process is checked. The check is made from outside because a document can
 * block the process.
 */
const LOOK_EVERY_MS = 50;

/** What a process runs and what it gets. */
export interface ChildOptions<Request> {
  readonly program: URL;
  /** The process is killed when its resident memory reaches this many bytes. */
  readonly memoryBytes: number;
  /** Returns the files of a request. The process gets copies of them and sees no other files. */
  readonly files: (request: Request) => RequestFiles;
  /**
   * What the program can't do without, although the program could use it to get around Node's limits: threads
   * or native addons.
   */
  readonly needs?: 'worker' | 'addons';
  /**
   * After a document has used this much of its own time, other processes run before its process, which isn't
   * used again. Default: never.
   */
  readonly yieldAfterMs?: number;
}

/**
 * Starts a sandboxed process. It has no secrets in its environment, no network and no files other than its
 * own.
 */
export function startDocumentChild<Request extends object, Outcome>(
  options: ChildOptions<Request> & { readonly onExit: () => void },
): DocumentChild<Request, Outcome> {
  const exchange = openExchange();
  const flags = [
    `--max-old-space-size=${HEAP_MIB}`,
    `--max-semi-space-size=${YOUNG_HEAP_MIB}`,
    ...(options.needs ? [`--allow-${options.needs}`] : []),
  ];
  const [command, ...args] = buildNodeCommand(options.program, {
    directory: exchange.directory,
    flags,
  });
  const child = spawn(command, args, {
    env: { ...PROGRAM_PATH, HOME: exchange.directory },
    cwd: exchange.directory,
    // The process gets its own group, so that a sandbox that is still being set up can be killed with all its
    // parts.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let settle: ((answer: ChildAnswer<Outcome>) => void) | null = null;
  let started = false;
  let onStarted: (() => void) | null = null;
  const readiness = Promise.withResolvers<boolean>();
  let limitReached: ChildAnswer<never> | null = null;
  /** Resolves when the files of the last answer are where they belong. */
  let returning: Promise<void> = Promise.resolve();
  const finish = (answer: ChildAnswer<Outcome>) => {
    const settled = settle;
    settle = null;
    settled?.(answer);
  };

  const gone = new Promise<void>((resolve) => {
    let ended = false;
    const end = (code: number | null, signal: string | null) => {
      if (ended) return;
      ended = true;
      readiness.resolve(false);
      options.onExit();
      // A program that doesn't start says nothing about the document.
      if (!started) finish({ kind: 'unstarted' });
      else finish(limitReached ?? { kind: 'ended', cause: getEndCause(code, signal) });
      // A process may exit right after its answer, while the answer's files are still being copied out.
      returning.finally(() => exchange.remove()).then(resolve, resolve);
    };
    child.once('exit', end);
    child.once('error', () => end(null, null));
  });
  child.on('message', (reply: ChildReply<Outcome>) => {
    if (reply.kind === 'ready') {
      started = true;
      readiness.resolve(true);
      onStarted?.();
    }
    if (reply.kind === 'outcome') finish({ kind: 'outcome', outcome: reply.outcome, worn: reply.worn });
    if (reply.kind === 'error') finish({ kind: 'error', message: reply.message });
  });
  // An idle process must not keep its parent alive.
  child.unref();
  child.channel?.unref();

  return {
    async ready(withinMs) {
      if (started) return readiness.promise;
      child.ref();
      const endLimit = runAfterOwnTime(withinMs, watchWaiting(child.pid), () => killGroup(child));
      const isReady = await readiness.promise;
      endLimit();
      child.unref();
      return isReady;
    },
    work(request, timeoutMs) {
      return new Promise((resolve) => {
        child.ref();
        child.channel?.ref();
        let endLimit = () => {};
        let endYielding = () => {};
        let hasYielded = false;
        const waited = watchWaiting(child.pid);
        const begin = () => {
          limit(timeoutMs);
          if (options.yieldAfterMs === undefined) return;
          // Yield, so that others don't wait longer for their turn on a busy machine.
          endYielding = runAfterOwnTime(options.yieldAfterMs, waited, () => {
            hasYielded = true;
            yieldProcessor(child.pid);
          });
        };
        const limit = (milliseconds: number) => {
          endLimit();
          endLimit = runAfterOwnTime(milliseconds, waited, (hadItsTime) => {
            limitReached = hadItsTime ? { kind: 'ended', cause: 'time' } : { kind: 'starved' };
            killGroup(child);
          });
        };
        // Starting doesn't count toward the document's time.
        if (started) begin();
        else {
          limit(START_MS);
          onStarted = begin;
        }
        const files = options.files(request);
        const watch = setInterval(() => {
          void readTreeMemory(child.pid).then((bytes) => {
            if (bytes > options.memoryBytes) killGroup(child);
          });
        }, LOOK_EVERY_MS);
        settle = (answer) => {
          endLimit();
          endYielding();
          clearInterval(watch);
          onStarted = null;
          child.unref();
          child.channel?.unref();
          // Only a privileged user could raise the process's priority again, so the process is worn.
          const lasting = hasYielded && answer.kind === 'outcome' ? { ...answer, worn: true } : answer;
          returning = finishExchange(lasting, exchange, files).then(resolve);
        };
        const isGone = () => child.exitCode !== null || child.signalCode !== null;
        if (isGone()) return finish({ kind: 'unstarted' });
        exchange.give(request, files).then(
          async (given) => {
            // Only a process that is ready is certain to end with this one, whatever a document does to it.
            await readiness.promise;
            // If sending fails, the process is exiting, and its exit event says how.
            if (!isGone()) child.send(given, () => undefined);
          },
          (error: unknown) => finish(toErrorAnswer(error)),
        );
      });
    },
    watchWaiting: () => watchWaiting(child.pid),
    async stop() {
      child.ref();
      killGroup(child);
      await gone;
    },
  };
}

/** Kills a process and the processes that it has started in its group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}

/** Returns the answer after its files are in place and the request's files are removed. */
async function finishExchange<Outcome>(
  answer: ChildAnswer<Outcome>,
  exchange: Exchange,
  files: RequestFiles,
): Promise<ChildAnswer<Outcome>> {
  if (answer.kind !== 'outcome' && answer.kind !== 'error') return answer;
  try {
    if (answer.kind === 'outcome') await exchange.take(files);
    await exchange.clear();
    return answer;
  } catch (error) {
    return toErrorAnswer(error);
  }
}

function toErrorAnswer(error: unknown): { readonly kind: 'error'; readonly message: string } {
  return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
}

function getEndCause(code: number | null, signal: string | null): EndCause {
  return OUT_OF_MEMORY_CODES.includes(code) || OUT_OF_MEMORY_SIGNALS.includes(signal) ? 'memory' : 'crash';
}
