/** A component that is loaded when it is needed, or ahead of that. From then on it is shown without a pause. */
export class LazyPart<T> {
  loaded = $state.raw<T | null>(null);
  failed = $state(false);
  /** Many browsers remember that a script couldn't be loaded until the page is loaded again. */
  needsReload = $state(false);
  #hasFailed = false;
  readonly #import: () => Promise<{ readonly default: T }>;

  constructor(load: () => Promise<{ readonly default: T }>) {
    this.#import = load;
  }

  /** Loads it, unless it is there. Never rejects: without a connection, `failed` says so. */
  async load(): Promise<void> {
    this.failed = false;
    try {
      this.loaded ??= (await this.#import()).default;
    } catch {
      [this.needsReload, this.failed] = [this.#hasFailed, true];
      this.#hasFailed = true;
    }
  }
}
