import { rm } from 'node:fs/promises';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

/** The outcome of a conversion. The reasons are those of `document_unreadable`. */
export type Conversion =
  | { readonly ok: true; readonly driver: ConversionDriver['name'] }
  | { readonly ok: false; readonly reason: 'conversion_failed' | 'conversion_timeout' | 'too_complex' };

/** Converts DOCX to PDF, one document at a time. */
export interface Converter {
  /** Whether there is a driver. */
  readonly available: boolean;
  /**
   * Converts the DOCX at `sourcePath` to a PDF at `targetPath`, which doesn't exist after a failure. @throws
   * ConversionInterrupted if `signal` is aborted or the converter is closed @throws ConversionUnavailable if
   * no driver is reachable, which says nothing about the document
   */
  convert(sourcePath: string, targetPath: string, signal?: AbortSignal): Promise<Conversion>;
  close(): Promise<void>;
}

/** The caller no longer waits for the conversion. */
export class ConversionInterrupted extends Error {
  override readonly name = 'ConversionInterrupted';
}

/** No driver could process the document. */
export class ConversionUnavailable extends Error {
  override readonly name = 'ConversionUnavailable';
}

export interface ConverterOptions {
  /** In the order they are tried. */
  readonly drivers: readonly ConversionDriver[];
  /** Time limit of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives the reason of each failed attempt. */
  readonly onFault: (fault: string) => void;
}

/** The second attempt uses the next driver, or restarts the only one. */
const ATTEMPTS = 2;

/** Opens a converter. Nothing starts before the first document. */
export function openConverter({ drivers, timeoutMs, onFault }: ConverterOptions): Converter {
  const closing = new AbortController();
  let lane: Promise<unknown> = Promise.resolve();

  const convertNow = async (sourcePath: string, targetPath: string, signal: AbortSignal) => {
    const failures: Extract<ConversionAttempt, { kind: 'failed' }>[] = [];
    for (const driver of attemptsOf(drivers)) {
      if (signal.aborted) break;
      const attempt = await driver.convert({ sourcePath, targetPath, timeoutMs, signal });
      if (attempt.kind === 'converted') return { ok: true, driver: driver.name } as const;
      await rm(targetPath, { force: true });
      if (signal.aborted) break;
      onFault(`${driver.name}: ${attempt.cause}: ${attempt.fault}`);
      failures.push(attempt);
    }
    if (signal.aborted) throw new ConversionInterrupted('the conversion was interrupted');
    const said = failures.filter(({ cause }) => cause !== 'unavailable');
    if (said.length === 0) throw new ConversionUnavailable('no DOCX converter is reachable');
    return { ok: false, reason: reasonOf(said.map(({ cause }) => cause)) } as const;
  };

  return {
    available: drivers.length > 0,
    convert: (sourcePath, targetPath, given) => {
      const signal = given === undefined ? closing.signal : AbortSignal.any([closing.signal, given]);
      const turn = lane.then(() => convertNow(sourcePath, targetPath, signal));
      lane = turn.catch(() => undefined);
      // An aborted call ends at once, even while it waits for other documents.
      const { promise: interrupted, reject } = Promise.withResolvers<never>();
      const interrupt = () => reject(new ConversionInterrupted('the conversion was interrupted'));
      signal.addEventListener('abort', interrupt, { once: true });
      if (signal.aborted) interrupt();
      return Promise.race([turn, interrupted]).finally(() => signal.removeEventListener('abort', interrupt));
    },
    close: async () => {
      closing.abort();
      await lane;
      await Promise.all(drivers.map((driver) => driver.close()));
    },
  };
}

function attemptsOf(drivers: readonly ConversionDriver[]): ConversionDriver[] {
  const [first, second] = drivers;
  return first === undefined ? [] : [first, second ?? first].slice(0, ATTEMPTS);
}

function reasonOf(causes: readonly string[]): Extract<Conversion, { ok: false }>['reason'] {
  if (causes.includes('refused') || causes.includes('crash')) return 'conversion_failed';
  return causes.includes('time') ? 'conversion_timeout' : 'too_complex';
}
