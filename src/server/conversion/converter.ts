import { rm } from 'node:fs/promises';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

/** How a conversion ended. The reasons of a failure are those of `document_unreadable`. */
export type Conversion =
  | { readonly ok: true; readonly driver: ConversionDriver['name'] }
  | { readonly ok: false; readonly reason: 'conversion_failed' | 'conversion_timeout' | 'too_complex' };

/** Turns DOCX files into PDF files, one at a time. */
export interface Converter {
  /** Whether there is anything to convert with. */
  readonly available: boolean;
  /**
   * Converts the DOCX at `sourcePath` into a PDF at `targetPath`, where nothing is left after a failure.
   * @throws ConversionInterrupted when `signal` is aborted first, or the converter is closed
   * @throws ConversionUnavailable when no driver could be reached, which says nothing about the document
   */
  convert(sourcePath: string, targetPath: string, signal?: AbortSignal): Promise<Conversion>;
  close(): Promise<void>;
}

/** Nobody waits for the conversion any more. */
export class ConversionInterrupted extends Error {
  override readonly name = 'ConversionInterrupted';
}

/** No driver could work on the document. */
export class ConversionUnavailable extends Error {
  override readonly name = 'ConversionUnavailable';
}

/** Limits of a converter. */
export interface ConverterOptions {
  /** In the order in which they are tried. */
  readonly drivers: readonly ConversionDriver[];
  /** Time that one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Told how an attempt failed. */
  readonly onFault: (fault: string) => void;
}

/** A document is tried twice: a second time by the next driver, or by the only one afresh. */
const ATTEMPTS = 2;

/** Opens a converter over its drivers. Nothing is started before the first document. */
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
      // Who no longer waits is told at once, also while others are converted before.
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
