import { type ChildProcess, spawn } from 'node:child_process';
import { openExchange, type Exchange, type RequestFiles } from './exchange.ts';
import { PROGRAM_PATH, buildNodeCommand } from './sandbox.ts';
import type { ChildReply } from './serve-documents.ts';
import { runAfterOwnTime, watchWaiting } from './own-time.ts';
import { readTreeMemory } from './tree-memory.ts';
import { yieldProcessor } from './yield-processor.ts';

/** The outcome of a document in a process. */
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
  /** Waits until it is ready; false if it exited or was killed after `withinMs` of its own. Never rejects. */
  ready(withinMs: number): Promise<boolean>;
  /** Processes a document; the process is killed after `timeoutMs`, without what it waited for a processor. Never rejects. */
  work(request: Request, timeoutMs: number): Promise<ChildAnswer<Outcome>>;
  /** Tells how long, from now on, it waits for a processor, in milliseconds. */
  watchWaiting(): () => number;
  /** Kills it and waits until it has exited. */
  stop(): Promise<void>;
}

/** Heap limit in MiB, and that of each half of its young generation. Buffers are not part of it but count as resident memory. */
const HEAP_MIB = 512;
const YOUNG_HEAP_MIB = 16;

/** Time limit for starting, in milliseconds. */
const START_MS = 30_000;

/** Signals of a process that ran out of memory: V8's abort, the watchdog's or the kernel's kill. */
const OUT_OF_MEMORY_SIGNALS: readonly (string | null)[] = ['SIGABRT', 'SIGKILL'];

/** V8's exit code if it can't abort with a signal, and a shell's for the same signals within a sandbox. */
const OUT_OF_MEMORY_CODES: readonly (number | null)[] = [134, 137];

/** How often a working process's memory is looked at, from outside, since a document can block the process. */
const LOOK_EVERY_MS = 50;

/** What a process runs and gets. */
export interface ChildOptions<Request> {
  readonly program: URL;
  /** Resident memory in bytes at which it is killed. */
  readonly memoryBytes: number;
  /** The files of a request. It gets copies, and sees no others. */
  readonly files: (request: Request) => RequestFiles;
  /** What the program can't do without, although it could lift Node's limits with it: threads or native addons. */
  readonly needs?: 'worker' | 'addons';
  /** After this much time of its own, a document lets those of others run first. Its process isn't used again. Default: never. */
  readonly yieldAfterMs?: number;
}

/** Starts a sandboxed process, which has no environment with secrets, no network and no other files. */
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
    // A group of its own, so that a sandbox that is still being set up can be killed with its parts.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let settle: ((answer: ChildAnswer<Outcome>) => void) | null = null;
  let started = false;
  let onStarted: (() => void) | null = null;
  const readiness = Promise.withResolvers<boolean>();
  let limitReached: ChildAnswer<never> | null = null;
  /** Ends when the last answer's files are where they belong. */
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
      // A process may exit right after its answer, whose files are still being copied out.
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
          // On a busy machine, others should get their turn no later.
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
          // Only privileged users could give it its priority back.
          const lasting = hasYielded && answer.kind === 'outcome' ? { ...answer, worn: true } : answer;
          returning = finishExchange(lasting, exchange, files).then(resolve);
        };
        const isGone = () => child.exitCode !== null || child.signalCode !== null;
        if (isGone()) return finish({ kind: 'unstarted' });
        exchange.give(request, files).then(
          async (given) => {
            // Only once it is ready does it surely end with this process, whatever a document does to it.
            await readiness.promise;
            // A failed send means that the process is exiting; its exit event says how.
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

/** Kills a process and those that it has started in its group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}

/** Returns the answer once its files are in their places, and those of the request are gone. */
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
