import type { ConversionDriver } from './driver.ts';

interface Worker {
  readonly drivers: readonly ConversionDriver[];
  /** Whose document it converted last, and with what a started process is warm. */
  lastOwner: string | null;
}

/** Converters that each take one document at a time. */
export interface Workers {
  /** Passes the drivers of a free worker to `convert`. @throws if none is free */
  use<T>(owner: string, convert: (drivers: readonly ConversionDriver[]) => Promise<T>): Promise<T>;
}

/**
 * Hands out workers: an organization's own one, which has a started process, else the one that has rested longest, so that nobody loses
 * their started process to a newcomer whose document ends it.
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
