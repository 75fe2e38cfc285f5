import type { Server, ServerResponse } from 'node:http';

/** Time that running requests get to finish when the program is asked to stop. */
const DRAIN_TIMEOUT_MS = 20_000;
/** The time between two looks at which connections have nothing left to do. */
const LOOK_MS = 50;

export type Drain = {
  /** Takes note of a request: while draining, its answer asks for the connection to end. */
  readonly watch: (response: ServerResponse) => void;
  /** Stops taking connections and settles once no request is running, or when the time for that is over. */
  readonly close: () => Promise<void>;
};

/** Lets a server come to its end: what runs is finished, and no connection keeps going on new requests. */
export function drainOf(server: Server): Drain {
  const running = new Set<ServerResponse>();
  let draining = false;
  return {
    watch: (response) => {
      running.add(response);
      response.once('close', () => running.delete(response));
      if (draining) endConnection(response);
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
