/** What a save came to. */
export type SaveOutcome<T> =
  | { readonly kind: 'saved'; readonly version: number }
  /** Somebody else saved in between: their version, and what it holds. */
  | { readonly kind: 'conflict'; readonly version: number; readonly theirs: T }
  /** No answer, or one that says to come back: worth another try. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'logged-out' }
  /** Refused for good, with a sentence that says why. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * How things stand: all kept, a change waits for its moment, on its way, no connection and tried again, the session is
 * over, refused, in collision with somebody else's changes, or not fit to be sent.
 */
export type SaveStatus =
  'saved' | 'waiting' | 'saving' | 'unreachable' | 'logged-out' | 'failed' | 'conflict' | 'blocked';
export type SaveState = {
  readonly status: SaveStatus;
  /** Says why, for the statuses failed and blocked. */
  readonly message: string | null;
  /** When the next try is, in milliseconds of the epoch, for the status unreachable. */
  readonly retryAt: number | null;
  /** The version of the envelope that the last exchange with the server ended with. */
  readonly version: number;
};

/** The last that was agreed on with the server, what it became here, and what it became there. */
export type Contest<T> = { readonly base: T; readonly mine: T; readonly theirs: T };

type Options<T> = {
  /** What the server has, and its version. */
  readonly synced: T;
  readonly version: number;
  readonly delayMs: number;
  /** Sends one value over the version that it builds on. Never called twice at a time; must not reject. */
  readonly save: (value: T, expectedVersion: number) => Promise<SaveOutcome<T>>;
  /** Why a value cannot be sent at all, or null. */
  readonly blockedBy: (value: T) => string | null;
  /** Whether two values are the same to the server. */
  readonly isSame: (one: T, other: T) => boolean;
  /** Puts both sides into one value, and names theirs by the editor's keys; null where a person has to decide. */
  readonly merge: (contest: Contest<T>) => { readonly merged: T; readonly theirs: T } | null;
  /** Hears of every change of the state. */
  readonly report: (state: SaveState) => void;
};

const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;
/** Statuses that another try of its own accord, a login or a decision ends: until then changes only gather. */
const HELD: ReadonlySet<SaveStatus> = new Set(['conflict', 'unreachable', 'logged-out']);
const STUCK: ReadonlySet<SaveStatus> = new Set(['failed', 'unreachable', 'logged-out']);

/** Saves the latest value a moment after the last change, one request after the other, each over the version before. */
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

  /** What the server is known to have. */
  get synced(): T {
    return this.#synced;
  }

  /** What is not known to have arrived there; null where everything has. */
  get unsaved(): T | null {
    return this.#pending?.value ?? null;
  }

  /** What a person has to decide on; null while there is no conflict. */
  get contest(): Contest<T> | null {
    return this.#contest;
  }

  /** Takes a changed value; it is sent once nothing changed for the delay. */
  changed(value: T): void {
    this.#pending = { value };
    if (this.#contest !== null) this.#contest = { ...this.#contest, mine: value };
    if (HELD.has(this.#state.status)) return this.#become({});
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
      if (value === null || (attempted && STUCK.has(this.#state.status))) break;
      attempted = true;
      this.#running = this.#send(value.value);
    }
    return this.#state.status === 'saved';
  }

  /** Hears what the server has by now, unasked. What is on its way itself finds that out. */
  overtaken(version: number, theirs: T): void {
    if (version <= this.#state.version || this.#running !== null) return;
    this.#meet(version, theirs);
  }

  /** Takes up what an earlier page could not save any more, over what the server has by now. */
  restore({ base, mine, theirs }: Contest<T>, version: number): void {
    this.#synced = base;
    this.#pending = { value: mine };
    this.#meet(version, theirs);
  }

  /** Ends a conflict with what was decided: it is sent over the other's version. `theirs` is named by the editor's keys. */
  async settle(merged: T, theirs: T): Promise<boolean> {
    this.#contest = null;
    this.#agree(merged, theirs);
    return this.flush();
  }

  /** Stops the clock; what was not sent stays unsent. */
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

  /** Tries again after a while that grows, a little apart from others who lost the same server. */
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
