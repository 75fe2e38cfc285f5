/** After so long without input, the page is left. */
const LIMIT_MS = 120_000;
/** Before that, it says so. */
const WARNING_MS = 20_000;
/** Once there is nothing to fill in anymore. */
const DONE_LIMIT_MS = 20_000;

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'scroll', 'touchmove'] as const;

/** Leaves a page that nobody has touched for two minutes, or for 20 seconds once everything is done. */
export class IdleLock {
  /** Whether the page is about to be left. */
  isEnding = $state(false);
  /** Whether there is nothing to fill in anymore, so that nobody loses anything. */
  isDone = $state(false);
  #last = Date.now();
  readonly #leave: () => void;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** Watches the window. Returns what stops it. */
  start(): () => void {
    const touch = () => this.touch();
    for (const name of INPUT) addEventListener(name, touch, { capture: true, passive: true });
    // A timer for the whole time would wait on while the device sleeps.
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
    // Somebody who wakes the device after it should have locked isn't shown the document.
    this.#check();
    this.#last = Date.now();
  }

  /** Takes the warning away. Input alone does that a moment later, or a click on the warning would hit what is below. */
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
