/** A component that is loaded when it's needed, or before. Once loaded, it is shown without delay. */
export class LazyPart<T> {
  loaded = $state.raw<T | null>(null);
  failed = $state(false);
  /**
   * Whether only reloading the page helps. Many browsers remember that a script couldn't be loaded until the
   * page is loaded again.
   */
  needsReload = $state(false);
  #hasFailed = false;
  readonly #import: () => Promise<{ readonly default: T }>;

  constructor(load: () => Promise<{ readonly default: T }>) {
    this.#import = load;
  }

  /**
   * Loads the component, unless it is already loaded. Never rejects: without a connection, it sets `failed`.
   */
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
