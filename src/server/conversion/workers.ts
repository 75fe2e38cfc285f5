import type { ConversionDriver } from './driver.ts';

interface Worker {
  readonly drivers: readonly ConversionDriver[];
  /** Whose document it converted last, and with what a started process is warm. */
  lastOwner: string | null;
}

/** Converters that each take one document at a time. */
export interface Workers {
  /** Passes the drivers of a free worker to `convert`. @throws if none is free */
  use<T>(
    owner: string,
    strikes: number,
    convert: (drivers: readonly ConversionDriver[]) => Promise<T>,
  ): Promise<T>;
}

/**
 * Hands out workers: an organization's own one, else the one that was used last, which has a started process. Organizations whose
 * documents took too long get the one that has rested longest, so that nobody waits for the restart of a process that they lost.
 */
export function openWorkers(all: readonly (readonly ConversionDriver[])[]): Workers {
  const free: Worker[] = all.map((drivers) => ({ drivers, lastOwner: null }));
  return {
    use: async (owner, strikes, convert) => {
      const own = free.findIndex(({ lastOwner }) => lastOwner === owner);
      const place = own >= 0 ? own : strikes > 0 ? 0 : free.length - 1;
      const [worker] = free.splice(place, 1);
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
