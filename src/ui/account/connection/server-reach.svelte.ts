/** How long to wait between two attempts. */
const RETRY_SECONDS = 15;
const SECOND_MS = 1000;
/** A response that takes longer than this counts as none. */
const PATIENCE_MS = 10_000;

/**
 * Checks whether the server responds. If a proxy in front of the server finds it gone, the proxy responds
 * with a 5xx.
 */
async function canReachServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status } = await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}

/** Tracks whether the server can be reached. Once it can't, checks again until it responds. */
export class ServerReach {
  isLost = $state(false);
  /** Seconds until the next attempt. */
  left = $state(RETRY_SECONDS);
  isTrying = $state(false);
  readonly #found: () => void;
  #clock: ReturnType<typeof setInterval> | undefined;

  /** Calls `found` when the server responds again. */
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
    // The connection may have been lost again in the meantime, which starts the clock.
    clearInterval(this.#clock);
    this.isLost = false;
    this.#found();
  }
}
