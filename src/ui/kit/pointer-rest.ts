/** Knows whether something is being pressed, so that changes from elsewhere can wait until it's released. */
export class PointerRest {
  readonly #waiting: (() => void)[] = [];
  #pressed = false;
  #releasing: ReturnType<typeof setTimeout> | undefined;

  /** Watches the window until the returned function is called. */
  start(): () => void {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    const press = (event: PointerEvent) => {
      if (event.button !== 0) return;
      clearTimeout(this.#releasing);
      this.#pressed = true;
    };
    const release = () => this.#release();
    addEventListener('pointerdown', press, options);
    addEventListener('pointerup', release, options);
    addEventListener('pointercancel', release, options);
    // A release outside the window isn't always reported.
    addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), options);
    return () => {
      listening.abort();
      release();
    };
  }

  /** Resolves when nothing is pressed, and the click of the last press has been handled. */
  async reached(): Promise<void> {
    while (this.#pressed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    if (!this.#pressed) return;
    // The click follows the release.
    clearTimeout(this.#releasing);
    this.#releasing = setTimeout(() => {
      this.#pressed = false;
      for (const proceed of this.#waiting.splice(0)) proceed();
    });
  }
}
