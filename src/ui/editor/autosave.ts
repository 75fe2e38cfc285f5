/** What a save came to: the new version, somebody else's newer version, or a sentence about why it failed. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'conflict'; readonly currentVersion: number }
  | { readonly kind: 'failed'; readonly message: string };

/** How things stand: all kept, a change waits for its moment, on its way, refused, overtaken, or not fit to be sent. */
export type SaveState = {
  readonly status: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'blocked';
  /** Says why, for the statuses failed and blocked. */
  readonly message: string | null;
  /** The version of the envelope that the last exchange with the server ended with. */
  readonly version: number;
};

type Options<T> = {
  readonly version: number;
  readonly delayMs: number;
  /** Sends one value over the version that it builds on. Never called twice at a time; must not reject. */
  readonly save: (value: T, expectedVersion: number) => Promise<SaveOutcome>;
  /** Why a value cannot be sent at all, or null. */
  readonly blockedBy: (value: T) => string | null;
  /** Hears of every change of the state. */
  readonly report: (state: SaveState) => void;
};

/** Saves the latest value a moment after the last change, one request after the other, each over the version before. */
export class Autosave<T> {
  readonly #options: Options<T>;
  #state: SaveState;
  #pending: { readonly value: T } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(options: Options<T>) {
    this.#options = options;
    this.#state = { status: 'saved', message: null, version: options.version };
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Takes a changed value; it is sent once nothing changed for the delay. */
  changed(value: T): void {
    this.#pending = { value };
    if (this.#state.status === 'conflict') return;
    clearTimeout(this.#timer);
    const reason = this.#options.blockedBy(value);
    this.#become({ status: reason === null ? 'waiting' : 'blocked', message: reason });
    if (reason === null) this.#timer = setTimeout(() => void this.flush(), this.#options.delayMs);
  }

  /** Sends now what is not yet sent. Resolves when nothing is under way: true when the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    let attempted = false;
    for (;;) {
      if (this.#running !== null) {
        await this.#running;
        continue;
      }
      const value = this.#sendable();
      if (value === null || (attempted && this.#state.status === 'failed')) break;
      attempted = true;
      this.#running = this.#send(value.value);
    }
    return this.#state.status === 'saved';
  }

  /** After a conflict: sends the value over the other's version. */
  async keepMine(currentVersion: number): Promise<boolean> {
    this.#become({ status: 'waiting', version: currentVersion });
    return this.flush();
  }

  /** After a conflict: the given version is what is shown now, and nothing is left to save. */
  takeTheirs(version: number): void {
    this.stop();
    this.#pending = null;
    this.#become({ status: 'saved', message: null, version });
  }

  /** Stops the clock; what was not sent stays unsent. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendable(): { readonly value: T } | null {
    if (this.#pending === null || this.#state.status === 'conflict') return null;
    return this.#options.blockedBy(this.#pending.value) === null ? this.#pending : null;
  }

  async #send(value: T): Promise<void> {
    this.#pending = null;
    clearTimeout(this.#timer);
    this.#become({ status: 'saving', message: null });
    const outcome = await this.#options.save(value, this.#state.version);
    this.#running = null;
    if (outcome.kind === 'saved') return this.#saved(outcome.version);
    this.#pending ??= { value };
    if (outcome.kind === 'conflict') this.#become({ status: 'conflict', version: outcome.currentVersion });
    else this.#become({ status: 'failed', message: outcome.message });
  }

  #saved(version: number): void {
    this.#become({ version });
    if (this.#pending === null) this.#become({ status: 'saved', message: null });
    else this.changed(this.#pending.value);
  }

  #become(change: Partial<SaveState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.report(this.#state);
  }
}
