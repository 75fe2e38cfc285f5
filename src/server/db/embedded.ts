import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

import type { DatabaseAddress } from './address.ts';
import { type Account, accountFor } from './embedded/account.ts';
import { type Binaries, installedBinaries } from './embedded/binaries.ts';
import { initialize, SUPERUSER } from './embedded/initialize.ts';
import { type Layout, layoutOf, makeSocketDirectory } from './embedded/layout.ts';
import { type Lease, takeLease } from './embedded/lease.ts';
import { clearStaleLock, holdsCluster, readLockFile } from './embedded/lock-file.ts';
import { lastLogLine, type ServerParameters, spawnServer, stopServer } from './embedded/postmaster.ts';

/** A PostgreSQL server of our own, running for as long as somebody uses it. */
export interface EmbeddedDatabase {
  readonly address: DatabaseAddress & { readonly kind: 'socket' };
  /** Whether the server was running already: another process uses it, or one was killed before it could stop it. */
  readonly adopted: boolean;
  /** Ends our use of the server, and the server itself when no other process uses it. */
  readonly stop: () => Promise<void>;
}

interface Server {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly parameters: ServerParameters;
}

const DATABASE = 'countersign';
const POLL_MS = 15;
const RESPAWN_MS = 100;
/** About ten seconds of a server that ends at once: long enough for a dying one to let go of its memory. */
const MAX_FAILED_STARTS = 100;
/** After this many a server that holds the files but cannot be talked to is ended. */
const MAX_PATIENCE_STARTS = 30;

/**
 * Starts the PostgreSQL server of a data directory, or joins the one that is running, and keeps it running until
 * `stop`. Recovers by itself from every way in which an earlier process may have ended. Throws with the reason when
 * the server cannot be made or started.
 */
export async function startEmbedded(
  dataDir: string,
  parameters: ServerParameters = {},
): Promise<EmbeddedDatabase> {
  const server = prepare(dataDir, parameters);
  const { sockets, cluster } = server.layout;
  let { lease, spawned } = await join(server);
  let stopping = false;

  void (async () => {
    while (!stopping) {
      await lease.lost;
      if (!stopping) ({ lease } = await rejoin(server));
    }
  })();

  return {
    address: { kind: 'socket', directory: sockets, database: DATABASE, user: SUPERUSER },
    adopted: !spawned,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await lease.end(() => stopServer(cluster));
    },
  };
}

function prepare(dataDir: string, parameters: ServerParameters): Server {
  const layout = layoutOf(dataDir);
  const binaries = installedBinaries();
  const account = accountFor([dataDir, binaries.postgres]);
  initialize(layout.cluster, binaries, account);
  const sockets = socketsInUse(layout) ?? layout.sockets;
  makeSocketDirectory(sockets, account);
  return { layout: { ...layout, sockets }, binaries, account, parameters };
}

/** A running server may have been started under another TMPDIR. */
function socketsInUse({ cluster }: Layout): string | null {
  const lock = readLockFile(cluster);
  return lock !== null && holdsCluster(lock, cluster) ? lock.sockets : null;
}

/** Takes a lease, starting the server as often as it takes. */
async function join(server: Server): Promise<{ lease: Lease; spawned: boolean }> {
  const { layout } = server;
  let child: ChildProcess | undefined;
  for (let failures = 0; failures < MAX_FAILED_STARTS;) {
    const attempt = await takeLease(layout.sockets, DATABASE);
    if (typeof attempt === 'object') return { lease: attempt, spawned: child !== undefined && !ended(child) };
    if (attempt === 'absent' && (child === undefined || ended(child))) {
      if (child !== undefined) await delay(RESPAWN_MS);
      failures += 1;
      if (failures === MAX_PATIENCE_STARTS) await stopServer(layout.cluster);
      clearStaleLock(layout.cluster);
      child = spawnServer(layout, server.binaries, server.account, server.parameters);
      // A failed spawn also ends the child; the log or the loop says so.
      child.on('error', () => undefined);
    }
    await delay(POLL_MS);
  }
  throw new Error(`the database does not start, its log ends: ${lastLogLine(layout.log)}`);
}

/** The server went away under us, killed or crashed: bring it back, however long that takes. */
async function rejoin(server: Server): Promise<{ lease: Lease }> {
  for (;;) {
    try {
      return await join(server);
    } catch (error) {
      process.stderr.write(`countersign: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
