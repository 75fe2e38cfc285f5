import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import type { DatabaseAddress } from '#server/db/client/address.ts';
import { type Account, chooseAccount } from './account.ts';
import { type Binaries, findInstalledBinaries } from './binaries.ts';
import { findDataOwner } from './data-owner.ts';
import { initialize } from './initialize.ts';
import { type Layout, createLayout, makeSocketDirectory } from './layout.ts';
import { createDatabase, type Lease, takeLease } from './lease.ts';
import { clearStaleLock, isClusterServer, type LockFile, readLockFile } from './lock-file.ts';
import { type Login, type Logins, readLogins } from './passwords.ts';
import { readLastFailure, type ServerParameters, spawnServer, stopServer } from './postmaster.ts';
import { secure } from './secure.ts';

/** The embedded PostgreSQL server, which runs while a process uses it. */
export interface EmbeddedDatabase {
  /** Connects as the program's role, which owns nothing. */
  readonly address: SocketAddress;
  /** Connects as the superuser that owns the tables, for migrations. */
  readonly owner: SocketAddress;
  /**
   * Whether the server was already running, either in use by another process or left behind by a killed one.
   */
  readonly adopted: boolean;
  /** Ends this process's use of the server, and stops the server if no other process uses it. */
  readonly stop: () => Promise<void>;
}

type SocketAddress = Extract<DatabaseAddress, { kind: 'socket' }>;

interface Server {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly logins: Logins;
  readonly parameters: ServerParameters;
}

const DATABASE = 'countersign';
const POLL_MS = 15;
const RESPAWN_MS = 100;
/** Gives a dying server about ten seconds to release its files and memory. */
const MAX_FAILURES = 100;
/** The weight of a failure that waiting won't fix. With it, a start is tried three times. */
const LASTING_FAILURE = 40;
/** After this many attempts, a server that holds the files but doesn't respond is stopped. */
const PATIENCE = 30;

/**
 * Starts the PostgreSQL server of a data directory, or joins the one that is running, and keeps it running
 * until `stop`. Recovers however an earlier process ended. Throws with the reason if the server can't be
 * created or started.
 */
export async function startEmbedded(
  dataDir: string,
  parameters: ServerParameters = {},
): Promise<EmbeddedDatabase> {
  const server = await prepare(dataDir, parameters);
  const { cluster } = server.layout;
  const { lease, spawned } = await join(server);
  let current = Promise.resolve(lease);
  let stopping = false;

  const watch = async (held: Lease): Promise<void> => {
    await held.lost;
    if (stopping) return;
    current = rejoin(server, () => stopping);
    await watch(await current);
  };
  watch(lease).catch(report);

  return {
    address: getAddress(server, server.logins.app),
    owner: getAddress(server, server.logins.owner),
    adopted: !spawned,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await (await current).end(() => stopServer(cluster));
    },
  };
}

function getAddress({ layout }: Server, login: Login): SocketAddress {
  return { kind: 'socket', directory: layout.sockets, database: DATABASE, ...login };
}

async function prepare(dataDir: string, parameters: ServerParameters): Promise<Server> {
  const home = createLayout(dataDir);
  const { cluster } = home;
  const binaries = findInstalledBinaries();
  const running = findRunningServer(cluster);
  const owner = running === null ? findDataOwner(home.home) : statSync(cluster);
  const account = chooseAccount([home.home, binaries.postgres], owner);
  const logins = readLogins(home.home);
  const found = statSync(cluster, { throwIfNoEntry: false });
  if (running === null && found !== undefined && found.uid !== account.uid) {
    account.ownAll(cluster);
    if (statSync(home.sockets, { throwIfNoEntry: false }) !== undefined) account.ownAll(home.sockets);
  }
  initialize(cluster, binaries, account, logins);
  // A server that is already running may use another TMPDIR.
  const layout = { ...home, sockets: running?.sockets ?? home.sockets };
  makeSocketDirectory(layout.sockets, account);
  await secure(layout, binaries, account, logins);
  return { layout, binaries, account, logins, parameters };
}

/**
 * Returns the lock of a running server, which is in use by another process or was left behind by a killed
 * one.
 */
function findRunningServer(cluster: string): LockFile | null {
  const lock = readLockFile(cluster);
  return lock !== null && isClusterServer(lock, cluster) ? lock : null;
}

/** Takes a lease, and starts the server as often as that requires. */
async function join(server: Server): Promise<{ lease: Lease; spawned: boolean }> {
  const { layout, logins } = server;
  let child: ChildProcess | undefined;
  for (let failures = 0; ;) {
    const attempt = await takeLease(layout.sockets, logins.app);
    if (typeof attempt === 'object') {
      await createDatabase(layout.sockets, logins.owner, DATABASE);
      return { lease: attempt, spawned: child !== undefined && !hasEnded(child) };
    }
    if (attempt === 'absent' && (child === undefined || hasEnded(child))) {
      if (child !== undefined) failures += await weigh(layout, failures);
      clearStaleLock(layout.cluster);
      child = spawnServer(layout, server.binaries, server.account, server.parameters);
      // A program that can't be executed counts as one that exited.
      child.on('error', () => undefined);
    }
    await delay(POLL_MS);
  }
}

/** Returns the weight of a failed start. Throws if there were too many failures. */
async function weigh({ cluster, log }: Layout, failures: number): Promise<number> {
  const { reason, passing } = readLastFailure(log);
  const weight = passing ? 1 : LASTING_FAILURE;
  if (failures + weight > MAX_FAILURES) throw new Error(`the database doesn't start: ${reason}`);
  // The server holds the files and doesn't respond, so nobody can be using it.
  if (failures === PATIENCE) await stopServer(cluster);
  await delay(RESPAWN_MS);
  return weight;
}

/** Restarts a server that was killed or crashed, however long that takes. */
async function rejoin(server: Server, isStopping: () => boolean): Promise<Lease> {
  for (;;) {
    try {
      return (await join(server)).lease;
    } catch (error) {
      if (isStopping()) throw error;
      report(error);
    }
  }
}

function report(error: unknown): void {
  process.stderr.write(`countersign: ${error instanceof Error ? error.message : String(error)}\n`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
