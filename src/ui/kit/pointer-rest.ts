/** Tracks whether something is being pressed, so that changes from elsewhere can wait until it's released. */
export class PointerRest {
  readonly #waiting: (() => void)[] = [];
  #pressed = false;
  #releasing: ReturnType<typeof setTimeout> | undefined;

  /** Watches the window for presses until the returned function is called. */
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
    // Browsers don't always report a release outside the window.
    addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), options);
    return () => {
      listening.abort();
      release();
    };
  }

  /** Resolves once nothing is pressed and the click of the last press has been handled. */
  async reached(): Promise<void> {
    while (this.#pressed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    if (!this.#pressed) return;
    // The click comes after the release, so wait for it.
    clearTimeout(this.#releasing);
    this.#releasing = setTimeout(() => {
      this.#pressed = false;
      for (const proceed of this.#waiting.splice(0)) proceed();
    });
  }
}
