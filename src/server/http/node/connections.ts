import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getNetwork } from '#server/rates/rate-limit.ts';
import { createWaveCounter } from '#server/runtime/waves.ts';
import { toPlainAddress } from './client-address.ts';

/** How much of a server clients may occupy. Times are in milliseconds. */
export type ConnectionLimits = {
  /** Open connections in total. */
  readonly total: number;
  /**
   * Open connections of one socket address, or of one /64 network for IPv6. Trusted proxies are exempt, since
   * they speak for many clients.
   */
  readonly perAddress: number;
  /** Bytes that must arrive in each window while the server waits for a body. */
  readonly bodyBytes: number;
  readonly bodyWindowMs: number;
  /** Time within which a client has to accept a part of a response. */
  readonly readWindowMs: number;
  /** Time between checks for slow bodies. */
  readonly checkMs: number;
  /** Time for which such connections are counted before they are logged in one line. */
  readonly waveMs: number;
};

/**
 * Why connections were refused, closed or left. `leftEarly` are clients that left before their body had
 * arrived.
 */
type Ending = 'refused' | 'replaced' | 'slowBody' | 'slowRead' | 'leftEarly';
/** How many there were within one such time. */
export type Wave = Readonly<Partial<Record<Ending, number>>>;

/** What a connection is waiting for: its first request, the next one, the rest of a body, or a response. */
type State = 'fresh' | 'idle' | 'arriving' | 'answering';

type Connection = {
  readonly socket: Socket;
  /** The address or network that the connection counts for. */
  readonly network: string;
  state: State;
  /**
   * Requests without a complete response. A client may send further requests before it has the first
   * response.
   */
  running: number;
  /** Whether it was closed to make room for another one. */
  isReplaced: boolean;
};

type Arrival = {
  readonly connection: Connection;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  since: number;
  bytes: number;
};

/**
 * States of connections that are closed to make room for a new one, in this order. An address at its own
 * limit may even lose its unfinished requests.
 */
const GIVEN_UP_IN_ALL: readonly State[] = ['idle', 'fresh'];
const GIVEN_UP_BY_ADDRESS: readonly State[] = ['idle', 'fresh', 'arriving'];

/**
 * Limits the connections of a server. Closes those whose bodies arrive too slowly or whose responses aren't
 * read. The oldest connections that hold up nothing make room for new ones. `report` is called once per wave.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
  report: (wave: Wave) => void,
): void {
  const open = new Map<Socket, Connection>();
  const byState: Readonly<Record<State, Set<Connection>>> = {
    fresh: new Set(),
    idle: new Set(),
    arriving: new Set(),
    answering: new Set(),
  };
  const byNetwork = new Map<string, Set<Connection>>();
  const arrivals = new Set<Arrival>();
  const count = createWaveCounter<Ending>(limits.waveMs, report);

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = getNetwork(toPlainAddress(address));
    const own = byNetwork.get(network) ?? new Set();
    if (own.size >= limits.perAddress && !isProxy(address)) {
      if (!giveUp(findFirst([...own], GIVEN_UP_BY_ADDRESS))) return refuse(socket);
    } else if (open.size >= limits.total) {
      if (!giveUp(pickFirst(byState, GIVEN_UP_IN_ALL))) return refuse(socket);
    }
    const connection: Connection = { socket, network, state: 'fresh', running: 0, isReplaced: false };
    open.set(socket, connection);
    byState.fresh.add(connection);
    byNetwork.set(network, own.add(connection));
    socket.once('close', () => forget(connection));
  });

  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    const { socket } = message;
    const connection = open.get(socket);
    if (connection === undefined) return;
    const arrival = { connection, message, response, since: Date.now(), bytes: socket.bytesRead };
    connection.running += 1;
    move(connection, hasBody(message) ? 'arriving' : 'answering');
    if (hasBody(message)) arrivals.add(arrival);
    message.once('end', () => finishArrival(arrival));
    response.once('close', () => {
      const leftEarly = arrivals.has(arrival) && !message.complete && !response.writableFinished;
      if (leftEarly && !connection.isReplaced) count('leftEarly');
      finishArrival(arrival);
      connection.running -= 1;
      if (connection.running === 0 && message.complete) move(connection, 'idle');
    });
  });

  server.timeout = limits.readWindowMs;
  // Called after that long without activity. It also counts as activity that the network takes a part of what
  // is being sent.
  server.on('timeout', (socket: Socket) => {
    const state = open.get(socket)?.state;
    const isOurs = state === 'answering' && socket.writableLength === 0;
    if (isOurs || state === 'arriving') return void socket.setTimeout(limits.readWindowMs);
    if (state === 'answering') count('slowRead');
    socket.destroy();
  });

  const checking = setInterval(() => {
    for (const arrival of arrivals) if (!isFastEnough(arrival, limits)) cut(arrival);
  }, limits.checkMs).unref();
  server.once('close', () => clearInterval(checking));

  function finishArrival(arrival: Arrival): void {
    if (arrivals.delete(arrival)) move(arrival.connection, 'answering');
  }

  function cut(arrival: Arrival): void {
    arrivals.delete(arrival);
    if (arrival.message.complete) return move(arrival.connection, 'answering');
    count('slowBody');
    closeSlow(arrival);
  }

  function move(connection: Connection, state: State): void {
    if (open.get(connection.socket) !== connection) return;
    byState[connection.state].delete(connection);
    connection.state = state;
    byState[state].add(connection);
  }

  function forget(connection: Connection): void {
    if (!open.delete(connection.socket)) return;
    byState[connection.state].delete(connection);
    const own = byNetwork.get(connection.network);
    own?.delete(connection);
    if (own?.size === 0) byNetwork.delete(connection.network);
  }

  function giveUp(connection: Connection | undefined): boolean {
    if (connection === undefined) return false;
    count('replaced');
    connection.isReplaced = true;
    forget(connection);
    connection.socket.destroy();
    return true;
  }

  function refuse(socket: Socket): void {
    count('refused');
    socket.destroy();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Checks whether enough of a body has arrived since the last check. A full buffer means that it is the server
 * that isn't reading.
 */
function isFastEnough(arrival: Arrival, { bodyBytes, bodyWindowMs }: ConnectionLimits): boolean {
  const { message, since, bytes } = arrival;
  const now = Date.now();
  if (message.complete) return false;
  if (now - since < bodyWindowMs) return true;
  const { bytesRead } = message.socket;
  if (bytesRead - bytes < bodyBytes && message.readableLength < message.readableHighWaterMark) return false;
  Object.assign(arrival, { since: now, bytes: bytesRead });
  return true;
}

function pickFirst(
  byState: Readonly<Record<State, ReadonlySet<Connection>>>,
  states: readonly State[],
): Connection | undefined {
  for (const state of states) for (const connection of byState[state]) return connection;
  return undefined;
}

function findFirst(connections: readonly Connection[], states: readonly State[]): Connection | undefined {
  for (const state of states) {
    const found = connections.find((connection) => connection.state === state);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Responds with 408 (RFC 9110 section 15.5.9) unless a response has begun, and closes the connection. */
function closeSlow({ message: { socket }, response }: Arrival): void {
  if (response.headersSent) socket.destroy();
  else
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    );
}

/** Time that running requests have to finish when the program stops. */
const DRAIN_TIMEOUT_MS = 20_000;

/** The time between two checks for idle connections. */
const LOOK_MS = 50;

type Drain = {
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
