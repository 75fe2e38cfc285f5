import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildReply } from './serve-documents.ts';

/** The outcome of a document in a process. */
export type ChildAnswer<Outcome> =
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly worn: boolean }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unstarted' }
  | { readonly kind: 'ended'; readonly cause: EndCause };

/** Why a process ended: time, memory or a crash. */
export type EndCause = 'time' | 'memory' | 'crash';

/** A process that handles one document at a time. */
export interface DocumentChild<Request, Outcome> {
  /** Waits until it is ready; false if it exited or was killed after `withinMs`. Never rejects. */
  ready(withinMs: number): Promise<boolean>;
  /** Processes a document; the process is killed after `timeoutMs`. Never rejects. */
  work(request: Request, timeoutMs: number): Promise<ChildAnswer<Outcome>>;
  /** Kills it and waits until it has exited. */
  stop(): Promise<void>;
}

/** Heap limit in MiB. Buffers are not part of it but count as resident memory. */
const HEAP_MIB = 512;

/** Time limit for starting, in milliseconds. */
const START_MS = 30_000;

/** Signals of a process that ran out of memory: V8's abort, the watchdog's or the kernel's kill. */
const OUT_OF_MEMORY_SIGNALS: readonly (string | null)[] = ['SIGABRT', 'SIGKILL'];

/** V8's exit code if it can't abort with a signal. */
const OUT_OF_MEMORY_CODE = 134;

/** Starts a process with an empty environment, without secrets. */
export function startDocumentChild<Request extends object, Outcome>(options: {
  readonly program: URL;
  readonly memoryBytes: number;
  readonly onExit: () => void;
}): DocumentChild<Request, Outcome> {
  const child = fork(fileURLToPath(options.program), [String(options.memoryBytes)], {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let settle: ((answer: ChildAnswer<Outcome>) => void) | null = null;
  let started = false;
  let onStarted: (() => void) | null = null;
  const readiness = Promise.withResolvers<boolean>();
  let timedOut = false;
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
      else finish({ kind: 'ended', cause: timedOut ? 'time' : causeOf(code, signal) });
      resolve();
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
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      const isReady = await readiness.promise;
      clearTimeout(timer);
      child.unref();
      return isReady;
    },
    work(request, timeoutMs) {
      return new Promise((resolve) => {
        child.ref();
        child.channel?.ref();
        let timer: NodeJS.Timeout;
        const limit = (milliseconds: number) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, milliseconds);
        };
        // Starting doesn't count toward the document's time.
        if (started) limit(timeoutMs);
        else {
          limit(START_MS);
          onStarted = () => limit(timeoutMs);
        }
        settle = (answer) => {
          clearTimeout(timer);
          onStarted = null;
          child.unref();
          child.channel?.unref();
          resolve(answer);
        };
        if (child.exitCode !== null || child.signalCode !== null) finish({ kind: 'unstarted' });
        // A failed send means that the process is exiting; its exit event says how.
        else child.send(request, () => undefined);
      });
    },
    async stop() {
      child.ref();
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function causeOf(code: number | null, signal: string | null): EndCause {
  return code === OUT_OF_MEMORY_CODE || OUT_OF_MEMORY_SIGNALS.includes(signal) ? 'memory' : 'crash';
}
