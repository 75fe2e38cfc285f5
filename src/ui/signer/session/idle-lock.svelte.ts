/** The page is left after this time without input. */
const LIMIT_MS = 120_000;
/** How long before that a warning is shown. */
const WARNING_MS = 20_000;
/** The limit once there is nothing left to fill in. */
const DONE_LIMIT_MS = 20_000;

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'scroll', 'touchmove'] as const;

/** Leaves a page that nobody has touched for two minutes, or for 20 seconds once everything is done. */
export class IdleLock {
  /** Whether the page is about to be left. */
  isEnding = $state(false);
  /** Whether there is nothing left to fill in, so that leaving the page loses nothing. */
  isDone = $state(false);
  #last = Date.now();
  readonly #leave: () => void;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** Watches the window until the returned function is called. */
  start(): () => void {
    const touch = () => this.touch();
    for (const name of INPUT) addEventListener(name, touch, { capture: true, passive: true });
    // Checks every second, because a single timer for the whole time would pause while the device sleeps.
    const timer = setInterval(() => this.#check(), 1000);
    const wake = () => this.#check();
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      for (const name of INPUT) removeEventListener(name, touch, { capture: true });
    };
  }

  /** Records that somebody is there. */
  touch(): void {
    // If the device wakes up after the page should have been locked, the document must not be shown.
    this.#check();
    this.#last = Date.now();
  }

  /**
   * Removes the warning. Plain input removes it only a moment later, because otherwise a click on the warning
   * would hit what is below it.
   */
  stay(): void {
    this.touch();
    this.isEnding = false;
  }

  #check(): void {
    const quiet = Date.now() - this.#last;
    const limit = this.isDone ? DONE_LIMIT_MS : LIMIT_MS;
    if (quiet >= limit) this.#leave();
    else this.isEnding = !this.isDone && quiet >= limit - WARNING_MS;
  }
}
