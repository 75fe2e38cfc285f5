import { startDocumentChild, type DocumentChild } from '#server/process/document-child.ts';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

export interface WasmRequest {
  readonly sourcePath: string;
  readonly targetPath: string;
}

export type WasmOutcome = { readonly ok: true } | { readonly ok: false; readonly fault: string };

const MEBIBYTE = 1024 * 1024;

/** Memory at which the process is killed. An ordinary document needs about 1,300 MiB. */
const MEMORY_BYTES = 2_500 * MEBIBYTE;

/**
 * Time limits of the attempts to start, in milliseconds. Starting takes 5 s on an idle machine, but some
 * engines hang forever because two of their threads wait for each other.
 */
const START_MS: readonly number[] = [30_000, 60_000, 120_000];

/**
 * Most documents are done within a second, even on a machine that has ten times more work than it can handle.
 */
const YIELD_AFTER_MS = 10_000;

/** The process exits after being idle for this long, to free its memory. */
const IDLE_MS = 5 * 60_000;

/**
 * Creates a driver that converts with LibreOffice as WebAssembly, which comes from the package registry. The
 * process starts with the first document, is kept for the next ones, and is replaced after any failure.
 */
export function createWasmDriver(
  options: {
    readonly program?: URL;
    readonly memoryBytes?: number;
    readonly startMs?: readonly number[];
  } = {},
): ConversionDriver {
  let child: DocumentChild<WasmRequest, WasmOutcome> | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = startDocumentChild<WasmRequest, WasmOutcome>({
      program: options.program ?? new URL('./wasm-process.ts', import.meta.url),
      memoryBytes: options.memoryBytes ?? MEMORY_BYTES,
      files: ({ sourcePath, targetPath }) => ({ reads: [sourcePath], writes: [targetPath] }),
      needs: 'worker',
      yieldAfterMs: YIELD_AFTER_MS,
      onExit: () => {
        if (child === started) child = null;
      },
    });
    return started;
  };
  const startWithin = async (signal: AbortSignal) => {
    for (const limit of options.startMs ?? START_MS) {
      if (signal.aborted) return null;
      child ??= start();
      const starting = child;
      if (await starting.ready(limit)) return starting;
    }
    return null;
  };
  const stop = async () => {
    clearTimeout(idle);
    const stopped = child;
    child = null;
    await stopped?.stop();
  };

  return {
    name: 'wasm',
    convert: async ({ sourcePath, targetPath, timeoutMs, signal }) => {
      clearTimeout(idle);
      // If the caller aborts, the process continues to start and will be ready for the next document.
      const used = await Promise.race([startWithin(signal), waitForAbort(signal)]);
      if (used === 'aborted') return createFailure('unavailable', 'interrupted');
      if (used === null) return createFailure('unavailable', 'its process did not start');
      const interrupt = () => void stop();
      signal.addEventListener('abort', interrupt, { once: true });
      const answer = await used.work({ sourcePath, targetPath }, timeoutMs);
      signal.removeEventListener('abort', interrupt);
      if (answer.kind === 'outcome' && answer.outcome.ok && !answer.worn) {
        idle = setTimeout(() => void stop(), IDLE_MS).unref();
        return { kind: 'converted' };
      }
      await stop();
      switch (answer.kind) {
        case 'outcome':
          return answer.outcome.ok ? { kind: 'converted' } : createFailure('refused', answer.outcome.fault);
        case 'ended':
          return createFailure(answer.cause, 'its process was ended');
        case 'error':
          return createFailure('unavailable', answer.message);
        case 'starved':
          return createFailure('unavailable', 'the machine was too busy');
        case 'unstarted':
          return createFailure('unavailable', 'its process did not start');
        default:
          return answer satisfies never;
      }
    },
    close: stop,
  };
}

function waitForAbort(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

function createFailure(
  cause: Extract<ConversionAttempt, { kind: 'failed' }>['cause'],
  fault: string,
): ConversionAttempt {
  return { kind: 'failed', cause, fault };
}
