import { startDocumentChild, type DocumentChild } from '#server/process/document-child.ts';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

/** One document for the process. */
export interface WasmRequest {
  readonly sourcePath: string;
  readonly targetPath: string;
}

/** What LibreOffice made of it. */
export type WasmOutcome = { readonly ok: true } | { readonly ok: false; readonly fault: string };

const MEBIBYTE = 1024 * 1024;

/** Memory at which the process is killed. It needs about 1,300 MiB for an ordinary document. */
const MEMORY_BYTES = 2_500 * MEBIBYTE;

/** Time in which it must have started, in milliseconds: 250 MB are read and compiled, in 5 s where nothing else runs. */
const START_MS = 120_000;

/** After so long without a document the process ends, and gives its memory back. */
const IDLE_MS = 5 * 60_000;

/**
 * Converts with LibreOffice as WebAssembly, which the package registry alone provides. Its process is started at the
 * first document, kept for the next ones, and replaced after anything that went wrong.
 */
export function wasmDriver(
  options: { readonly program?: URL; readonly memoryBytes?: number } = {},
): ConversionDriver {
  const program = options.program ?? new URL('./wasm-process.ts', import.meta.url);
  let child: DocumentChild<WasmRequest, WasmOutcome> | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = startDocumentChild<WasmRequest, WasmOutcome>({
      program,
      memoryBytes: options.memoryBytes ?? MEMORY_BYTES,
      onExit: () => {
        if (child === started) child = null;
      },
    });
    return started;
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
      child ??= start();
      const used = child;
      // Who no longer waits leaves it starting: the next document has it ready.
      const started = await Promise.race([used.ready(START_MS), aborted(signal)]);
      if (started === 'aborted') return failed('unavailable', 'interrupted');
      if (!started) return failed('unavailable', 'its process did not start');
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
          return answer.outcome.ok ? { kind: 'converted' } : failed('refused', answer.outcome.fault);
        case 'ended':
          return failed(answer.cause, 'its process was ended');
        case 'error':
          return failed('unavailable', answer.message);
        case 'unstarted':
          return failed('unavailable', 'its process did not start');
        default:
          return answer satisfies never;
      }
    },
    close: stop,
  };
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

function failed(
  cause: Extract<ConversionAttempt, { kind: 'failed' }>['cause'],
  fault: string,
): ConversionAttempt {
  return { kind: 'failed', cause, fault };
}
