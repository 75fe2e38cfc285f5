/** Something that takes long to open, and that files use one after another. */
export type Closable = {
  readonly close: () => Promise<void>;
  /** Whether no other file can use it. */
  readonly isSpent: () => boolean;
};

/** Opened things that outlive the file that opened them. */
export type Shelf<Options, Thing> = {
  /** Returns the one with this name, opened if there is none. */
  readonly take: (options: Options) => Promise<Thing>;
  /** Says that a file no longer uses it. Closes those that have been idle longest, if there are too many. */
  readonly giveBack: (options: Options) => Promise<void>;
};

/** Makes a shelf, which keeps open what files share: things with the same name are one. */
export function createShelf<Options, Thing extends Closable>({
  name,
  isKept,
  idleMax,
  open,
}: {
  readonly name: (options: Options) => string;
  /** Whether it stays open, even when idle. */
  readonly isKept: (options: Options) => boolean;
  /** How many others may be idle. */
  readonly idleMax: number;
  readonly open: (options: Options) => Promise<Thing>;
}): Shelf<Options, Thing> {
  type Place = { readonly thing: Promise<Thing>; readonly isKept: boolean; users: number };
  /** In the order in which they were last used. */
  const places = new Map<string, Place>();

  return {
    take: async (options) => {
      const key = name(options);
      const place = places.get(key) ?? { thing: open(options), isKept: isKept(options), users: 0 };
      places.delete(key);
      places.set(key, place);
      place.users += 1;
      try {
        return await place.thing;
      } catch (error) {
        if (places.get(key) === place) places.delete(key);
        throw error;
      }
    },
    giveBack: async (options) => {
      const place = places.get(name(options));
      if (place === undefined) throw new Error(`${name(options)} was not taken`);
      place.users -= 1;
      const used = await place.thing;
      if (place.users === 0 && used.isSpent()) {
        places.delete(name(options));
        return await used.close();
      }
      const idle = [...places].filter(([, { users, isKept }]) => users === 0 && !isKept);
      for (const [key, { thing }] of idle.slice(0, Math.max(0, idle.length - idleMax))) {
        places.delete(key);
        await (await thing).close();
      }
    },
  };
}
