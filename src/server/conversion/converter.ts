import { rm, stat } from 'node:fs/promises';
import { createTooManyRefusal } from '#server/process/document-pool.ts';
import { FairSlots, type TaskEnd, type Turn } from '#server/process/fair-slots.ts';
import type { Requester } from '#server/process/requester.ts';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

interface Worker {
  readonly drivers: readonly ConversionDriver[];
  /**
   * The organization whose document this worker converted last. If the worker's process has started, it is
   * warm from that organization's documents.
   */
  lastOwner: string | null;
}

/** Converters that each take one document at a time. */
interface Workers {
  /** Passes the drivers of a free worker to `convert`. @throws if no worker is free */
  use<T>(owner: string, convert: (drivers: readonly ConversionDriver[]) => Promise<T>): Promise<T>;
}

/** The outcome of a conversion. The reasons are those of `document_unreadable`. */
type Conversion =
  | { readonly ok: true; readonly driver: ConversionDriver['name'] }
  | { readonly ok: false; readonly reason: 'conversion_failed' | 'conversion_timeout' | 'too_complex' };

/** Converts DOCX to PDF with workers that organizations share fairly. */
export interface Converter {
  /** Whether there is a driver. */
  readonly available: boolean;
  /**
   * Converts the DOCX at `sourcePath` to a PDF at `targetPath`, which doesn't exist after a failure. Refuses
   * with `rate_limited` if too many of the organization's requests are waiting.
   * @throws ConversionInterrupted if the requester's signal is aborted or the converter is closed
   * @throws ConversionUnavailable if no driver is reachable, which says nothing about the document
   */
  convert(requester: Requester, sourcePath: string, targetPath: string): Promise<Conversion>;
  close(): Promise<void>;
}

/** Thrown when the caller no longer waits for the conversion. */
export class ConversionInterrupted extends Error {
  override readonly name = 'ConversionInterrupted';
}

/** Thrown when no driver could process the document. */
export class ConversionUnavailable extends Error {
  override readonly name = 'ConversionUnavailable';
}

export interface ConverterOptions {
  /** The drivers of each worker, in the order in which they are tried. */
  readonly workers: readonly (readonly ConversionDriver[])[];
  /**
   * Time limit of one attempt, in milliseconds. It is shortened if the organization's last documents took too
   * long and other organizations are waiting.
   */
  readonly timeoutMs: number;
  /** How many of an organization's requests may wait. Default: 100. */
  readonly waitingMax?: number;
  /** Receives the reason of each failed attempt. */
  readonly onFault: (fault: string) => void;
}

/** The second attempt uses the next driver, or restarts the only one if there is no other. */
const ATTEMPTS = 2;
/** After this share of the time limit, a document may be interrupted for another organization. */
const TURN = 1 / 4;

type Failure = Extract<ConversionAttempt, { kind: 'failed' }>;

/** Opens a converter. Nothing starts before the first document. */
export function openConverter({ workers, timeoutMs, onFault, ...options }: ConverterOptions): Converter {
  const waitingMax = options.waitingMax ?? 100;
  const slots = new FairSlots({
    slots: Math.max(1, workers.length),
    borrows: false,
    turnMs: timeoutMs * TURN,
    waitingMax,
  });
  const assigned = openWorkers(workers);

  const convertWith = async (
    drivers: readonly ConversionDriver[],
    paths: { readonly sourcePath: string; readonly targetPath: string },
    { signal, strikes, othersWait, limited }: Turn,
  ): Promise<TaskEnd<readonly Failure[] | ConversionDriver['name']>> => {
    const failures: Failure[] = [];
    for (const driver of listAttempts(drivers)) {
      if (signal.aborted) return { kind: 'interrupted' };
      const attempt = await driver.convert({ ...paths, timeoutMs: limited(timeoutMs), signal });
      if (attempt.kind === 'converted') return { kind: 'done', value: driver.name, ending: 'succeeded' };
      await rm(paths.targetPath, { force: true });
      if (signal.aborted) return { kind: 'interrupted' };
      onFault(`${driver.name}: ${attempt.cause}: ${attempt.fault}`);
      failures.push(attempt);
      // The document would probably take too long again.
      if (attempt.cause === 'time' && (strikes > 0 || othersWait())) break;
    }
    const isCutOff = failures.some(({ cause }) => cause === 'time' || cause === 'memory');
    return { kind: 'done', value: failures, ending: isCutOff ? 'cut off' : null };
  };

  return {
    available: workers.some((drivers) => drivers.length > 0),
    convert: async (requester, sourcePath, targetPath) => {
      const { size } = await stat(sourcePath);
      const answer = await slots.run(requester, size, (turn) =>
        assigned.use(requester.organizationId, (drivers) =>
          convertWith(drivers, { sourcePath, targetPath }, turn),
        ),
      );
      if (answer.kind === 'crowded') throw createTooManyRefusal(waitingMax);
      if (answer.kind !== 'done') throw new ConversionInterrupted('the conversion was interrupted');
      if (typeof answer.value === 'string') return { ok: true, driver: answer.value };
      const said = answer.value.filter(({ cause }) => cause !== 'unavailable');
      if (said.length === 0) throw new ConversionUnavailable('no DOCX converter is reachable');
      return { ok: false, reason: pickReason(said.map(({ cause }) => cause)) };
    },
    close: async () => {
      await slots.close();
      await Promise.all(workers.flat().map((driver) => driver.close()));
    },
  };
}

function listAttempts(drivers: readonly ConversionDriver[]): ConversionDriver[] {
  const [first, second] = drivers;
  return first === undefined ? [] : [first, second ?? first].slice(0, ATTEMPTS);
}

function pickReason(causes: readonly string[]): Extract<Conversion, { ok: false }>['reason'] {
  if (causes.includes('refused') || causes.includes('crash')) return 'conversion_failed';
  return causes.includes('time') ? 'conversion_timeout' : 'too_complex';
}

/**
 * Hands out workers. An organization gets the worker that it used last, whose process has already started, or
 * else the one that has been idle longest. That way, a newcomer's document doesn't end the process that
 * another organization is about to use.
 */
function openWorkers(all: readonly (readonly ConversionDriver[])[]): Workers {
  const free: Worker[] = all.map((drivers) => ({ drivers, lastOwner: null }));
  return {
    use: async (owner, convert) => {
      const own = free.findIndex(({ lastOwner }) => lastOwner === owner);
      const [worker] = free.splice(Math.max(0, own), 1);
      if (worker === undefined) throw new Error('there is no free converter');
      try {
        return await convert(worker.drivers);
      } finally {
        worker.lastOwner = owner;
        free.push(worker);
      }
    },
  };
}
