/** The result of a save. */
export type SaveOutcome<T> =
  | { readonly kind: 'saved'; readonly version: number }
  /** Somebody else saved in between: their version and its contents. */
  | { readonly kind: 'conflict'; readonly version: number; readonly theirs: T }
  /** No response, or one that allows a retry. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'logged-out' }
  /** Refused permanently, with the reason as a sentence. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The state: saved, waiting for the delay, saving, retrying without a connection, signed out, refused, in
 * conflict with somebody else's changes, or not valid enough to send.
 */
type SaveStatus =
  'saved' | 'waiting' | 'saving' | 'unreachable' | 'logged-out' | 'failed' | 'conflict' | 'blocked';
export type SaveState = {
  readonly status: SaveStatus;
  /** The reason, if the status is failed or blocked. */
  readonly message: string | null;
  /** When the next attempt is due, in milliseconds since the epoch, if the status is unreachable. */
  readonly retryAt: number | null;
  /** The envelope's version after the last exchange with the server. */
  readonly version: number;
};

/** The last version that both sides had in common, our version, and their version. */
export type Contest<T> = { readonly base: T; readonly mine: T; readonly theirs: T };

type Options<T> = {
  /** The value that the server has, and its version. */
  readonly synced: T;
  readonly version: number;
  readonly delayMs: number;
  /** Saves one value over the version that it's based on. Only one call runs at a time. Must not reject. */
  readonly save: (value: T, expectedVersion: number) => Promise<SaveOutcome<T>>;
  /** Returns why a value can't be sent, or null. */
  readonly blockedBy: (value: T) => string | null;
  /** Checks whether two values are the same to the server. */
  readonly isSame: (one: T, other: T) => boolean;
  /**
   * Merges both sides and returns the merged value, along with their version with the editor's keys. Returns
   * null if a person has to decide.
   */
  readonly merge: (contest: Contest<T>) => { readonly merged: T; readonly theirs: T } | null;
  /** Called with every change of the state. */
  readonly report: (state: SaveState) => void;
};

const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;
/** Statuses that last until a retry, a sign-in or a decision. Until then, changes are only collected. */
const HELD: ReadonlySet<SaveStatus> = new Set(['conflict', 'unreachable', 'logged-out']);
const STUCK: ReadonlySet<SaveStatus> = new Set(['failed', 'unreachable', 'logged-out']);

/**
 * Saves the latest value shortly after the last change, one request at a time, each over the previous
 * version.
 */
export class Autosave<T> {
  readonly #options: Options<T>;
  #state: SaveState;
  #synced: T;
  #pending: { readonly value: T } | null = null;
  #contest: Contest<T> | null = null;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(options: Options<T>) {
    this.#options = options;
    this.#synced = options.synced;
    this.#state = { status: 'saved', message: null, retryAt: null, version: options.version };
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The last value known to be on the server. */
  get synced(): T {
    return this.#synced;
  }

  /** The value that isn't known to have reached the server. Null if everything has. */
  get unsaved(): T | null {
    return this.#pending?.value ?? null;
  }

  /** The conflict that has to be decided. Null if there is none. */
  get contest(): Contest<T> | null {
    return this.#contest;
  }

  /** Takes a changed value and saves it once no further change has been made during the delay. */
  changed(value: T): void {
    this.#pending = { value };
    if (this.#contest !== null) this.#contest = { ...this.#contest, mine: value };
    if (HELD.has(this.#state.status)) return this.#become({});
    clearTimeout(this.#timer);
    const reason = this.#options.blockedBy(value);
    this.#become({ status: reason === null ? 'waiting' : 'blocked', message: reason });
    if (reason === null) this.#timer = setTimeout(() => void this.flush(), this.#options.delayMs);
  }

  /** Saves immediately. Resolves once nothing is being saved, to true if the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    let attempted = false;
    for (;;) {
      if (this.#running !== null) {
        await this.#running;
        continue;
      }
      const value = this.#sendable();
      if (value === null || (attempted && STUCK.has(this.#state.status))) break;
      attempted = true;
      this.#running = this.#send(value.value);
    }
    return this.#state.status === 'saved';
  }

  /**
   * Takes a newer version from the server. Does nothing while a save is running, because that save detects
   * the newer version itself.
   */
  overtaken(version: number, theirs: T): void {
    if (version <= this.#state.version || this.#running !== null) return;
    this.#meet(version, theirs);
  }

  /** Restores what an earlier page couldn't save, and merges it with the server's version. */
  restore({ base, mine, theirs }: Contest<T>, version: number): void {
    this.#synced = base;
    this.#pending = { value: mine };
    this.#meet(version, theirs);
  }

  /** Ends a conflict by saving the decision over the other version. `theirs` has the editor's keys. */
  async settle(merged: T, theirs: T): Promise<boolean> {
    this.#contest = null;
    this.#agree(merged, theirs);
    return this.flush();
  }

  /** Stops the timer. Unsaved changes stay unsaved. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendable(): { readonly value: T } | null {
    if (this.#pending === null || this.#contest !== null) return null;
    return this.#options.blockedBy(this.#pending.value) === null ? this.#pending : null;
  }

  async #send(value: T): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = { value };
    this.#become({ status: 'saving', message: null, retryAt: null });
    const outcome = await this.#options.save(value, this.#state.version);
    this.#running = null;
    if (outcome.kind !== 'unreachable') this.#attempts = 0;
    switch (outcome.kind) {
      case 'saved':
        return this.#saved(value, outcome.version);
      case 'conflict':
        return this.#meet(outcome.version, outcome.theirs);
      case 'unreachable':
        return this.#retryLater();
      case 'logged-out':
        return this.#become({ status: 'logged-out' });
      case 'failed':
        return this.#become({ status: 'failed', message: outcome.message });
      default:
        outcome satisfies never;
    }
  }

  #saved(value: T, version: number): void {
    this.#synced = value;
    const latest = this.#pending?.value ?? value;
    if (Object.is(latest, value)) {
      this.#pending = null;
      this.#become({ status: 'saved', version });
      return;
    }
    this.#become({ status: 'waiting', version });
    this.changed(latest);
  }

  #meet(version: number, theirs: T): void {
    const contest = { base: this.#synced, mine: this.#pending?.value ?? this.#synced, theirs };
    this.#contest = null;
    this.#become({ version });
    const settled = this.#options.merge(contest);
    if (settled !== null) return this.#agree(settled.merged, settled.theirs);
    this.#pending ??= { value: contest.mine };
    this.#contest = contest;
    clearTimeout(this.#timer);
    this.#become({ status: 'conflict' });
  }

  #agree(merged: T, theirs: T): void {
    clearTimeout(this.#timer);
    this.#synced = theirs;
    this.#pending = null;
    this.#become({ status: 'saved', message: null, retryAt: null });
    if (!this.#options.isSame(merged, theirs)) this.changed(merged);
  }

  /** Retries with growing, randomized delays, so that not every client comes back at once. */
  #retryLater(): void {
    const wait = Math.min(RETRY_MS * 2 ** this.#attempts++, RETRY_MAX_MS) * (0.75 + Math.random() / 2);
    this.#become({ status: 'unreachable', retryAt: Date.now() + wait });
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  #become(change: Partial<SaveState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.report(this.#state);
  }
}
