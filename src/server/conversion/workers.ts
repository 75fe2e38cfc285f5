import type { ConversionDriver } from './driver.ts';

interface Worker {
  readonly drivers: readonly ConversionDriver[];
  /**
   * The organization whose document this worker converted last. If the worker's process has started, it is
   * warm from that organization's documents.
   */
  lastOwner: string | null;
}

/** Converters that each take one document at a time. */
export interface Workers {
  /** Passes the drivers of a free worker to `convert`. @throws if no worker is free */
  use<T>(owner: string, convert: (drivers: readonly ConversionDriver[]) => Promise<T>): Promise<T>;
}

/**
 * Hands out workers. An organization gets the worker that it used last, whose process has already started, or
 * else the one that has been idle longest. That way, a newcomer's document doesn't end the process that
 * another organization is about to use.
 */
export function openWorkers(all: readonly (readonly ConversionDriver[])[]): Workers {
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
