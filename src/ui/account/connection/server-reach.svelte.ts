/** How long to wait between two tries. */
const RETRY_SECONDS = 15;
const SECOND_MS = 1000;
/** An answer this late is none. */
const PATIENCE_MS = 10_000;

/** Asks whether the server answers. A proxy in front of it that finds it gone says so with a 5xx. */
async function canReachServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status } = await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}

/** Whether the server can be reached. Once it can't, it's asked again until it answers. */
export class ServerReach {
  isLost = $state(false);
  /** Seconds until the next try. */
  left = $state(RETRY_SECONDS);
  isTrying = $state(false);
  readonly #found: () => void;
  #clock: ReturnType<typeof setInterval> | undefined;

  /** `found` is called when the server answers again. */
  constructor(found: () => void) {
    this.#found = found;
  }

  /** Watches the browser's connection until the returned function is called. */
  start(): () => void {
    const lose = () => this.lose();
    const retry = () => void this.retry();
    addEventListener('offline', lose);
    addEventListener('online', retry);
    if (!navigator.onLine) this.lose();
    return () => {
      removeEventListener('offline', lose);
      removeEventListener('online', retry);
      clearInterval(this.#clock);
    };
  }

  lose(): void {
    this.isLost = true;
    this.left = RETRY_SECONDS;
    clearInterval(this.#clock);
    this.#clock = setInterval(() => {
      this.left -= 1;
      if (this.left <= 0) void this.retry();
    }, SECOND_MS);
  }

  async retry(): Promise<void> {
    if (!this.isLost || this.isTrying) return;
    this.isTrying = true;
    clearInterval(this.#clock);
    const isThere = await canReachServer();
    this.isTrying = false;
    if (!isThere) return this.lose();
    // It may have been lost again meanwhile, which starts the clock.
    clearInterval(this.#clock);
    this.isLost = false;
    this.#found();
  }
}
