import { setTimeout as delay } from 'node:timers/promises';
import type { Server, ServerResponse } from 'node:http';

/** Time that running requests have to finish when the program stops. */
const DRAIN_TIMEOUT_MS = 20_000;
/** The time between two checks for idle connections. */
const LOOK_MS = 50;

export type Drain = {
  /** Tracks a request. While the server is draining, the response closes the connection. */
  readonly watch: (response: ServerResponse) => void;
  /**
   * Keeps accepting requests for a while, but each response closes its connection, so that a proxy stops
   * opening new ones.
   */
  readonly announce: (delayMs: number) => Promise<void>;
  /** Stops accepting connections, and settles once no request is running or the time is up. */
  readonly close: () => Promise<void>;
};

/** Shuts a server down gracefully: running requests finish, and no connection takes new ones. */
export function createDrain(server: Server): Drain {
  const running = new Set<ServerResponse>();
  let draining = false;
  return {
    watch: (response) => {
      running.add(response);
      response.once('close', () => running.delete(response));
      if (draining) endConnection(response);
    },
    announce: async (delayMs) => {
      draining = true;
      running.forEach(endConnection);
      if (delayMs > 0) await delay(delayMs);
    },
    close: async () => {
      draining = true;
      const closed = new Promise((resolve) => server.close(resolve));
      running.forEach(endConnection);
      const sweep = () => {
        if (running.size === 0) server.closeAllConnections();
        else server.closeIdleConnections();
      };
      sweep();
      const looking = setInterval(sweep, LOOK_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await closed;
      clearInterval(looking);
      clearTimeout(impatience);
    },
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
