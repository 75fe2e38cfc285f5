import { appendFile, writeFile } from 'node:fs/promises';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { isUnreachable } from '#server/db/client/unreachable.ts';
import { chooseAccount } from '#server/db/embedded/account.ts';
import { copyCluster } from '#server/db/embedded/base-backup.ts';
import { findInstalledBinaries } from '#server/db/embedded/binaries.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded/embedded.ts';
import { createLayout, makeSocketDirectory } from '#server/db/embedded/layout.ts';
import { spawnServer, stopServer } from '#server/db/embedded/postmaster.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { watchOver } from './cluster-server.ts';
import { patience } from './patience.ts';

type SocketAddress = Extract<DatabaseAddress, { kind: 'socket' }>;

/** A hot standby. */
type StreamingReplica = SocketAddress & {
  /** Connects as its superuser, who can pause it. */
  readonly owner: postgres.Sql;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A PostgreSQL server with a streaming replica, used by this test only. */
export interface ReplicatedDatabase {
  readonly address: SocketAddress;
  readonly replica: StreamingReplica;
  /** Connects as the primary's superuser. */
  readonly owner: postgres.Sql;
  /** Starts another replica of the primary. It stops with the others. */
  readonly follow: () => Promise<StreamingReplica>;
  readonly stop: () => Promise<void>;
}

const READY_MS = 30_000;
const LOOK_AGAIN_MS = 25;
/** Commits don't survive a power failure, but are flushed before they're acknowledged. */
const PARAMETERS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '100' };

/** Starts both. */
export async function startReplicated(parameters: Record<string, string> = {}): Promise<ReplicatedDatabase> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-replicated-'));
  chmodSync(home, 0o711);
  const directory = join(home, 'primary');
  const primary = await startEmbedded(directory, { ...PARAMETERS, ...parameters });
  const watchdogs = [watchOver(directory)];
  await migrate(primary.owner);
  const owner = postgres({ ...toConnectionOptions(primary.owner), max: 1, onnotice: () => undefined });
  const rules = join(directory, 'postgres', 'pg_hba.conf');
  await appendFile(rules, `local replication ${primary.owner.user} scram-sha-256\n`);
  await owner`select pg_reload_conf()`;
  const replicas: StreamingReplica[] = [];
  const follow = async () => {
    const place = join(home, `replica-${replicas.length + 1}`);
    const replica = await startReplica(primary, join(directory, 'postgres'), place, parameters);
    watchdogs.push(watchOver(place));
    replicas.push(replica);
    return replica;
  };
  return {
    address: primary.address,
    owner,
    replica: await follow(),
    follow,
    stop: async () => {
      await Promise.all([owner.end(), ...replicas.map((replica) => replica.owner.end())]);
      for (const replica of replicas) await replica.stop();
      await primary.stop();
      for (const watchdog of watchdogs) watchdog.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A base backup that follows the primary, as described in PostgreSQL's manual. */
async function startReplica(
  primary: EmbeddedDatabase,
  cluster: string,
  place: string,
  parameters: Record<string, string>,
): Promise<StreamingReplica> {
  const layout = createLayout(place);
  await copyCluster(primary.owner, cluster, layout.cluster);
  const { directory, user, password } = primary.owner;
  const source = `host=${directory} port=5432 user=${user} password=${password}`;
  await appendFile(join(layout.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(layout.cluster, 'standby.signal'), '');
  const binaries = findInstalledBinaries();
  const account = chooseAccount([layout.home, binaries.postgres]);
  account.ownAll(layout.cluster);
  makeSocketDirectory(layout.sockets, account);
  const owner = postgres({
    ...toConnectionOptions({ ...primary.owner, directory: layout.sockets }),
    ...{ max: 1, onnotice: () => undefined },
  });
  const start = async () => {
    spawnServer(layout, binaries, account, { ...PARAMETERS, ...parameters });
    await onceReady(() => owner`select 1`);
  };
  await start();
  return {
    ...{ ...primary.address, directory: layout.sockets },
    ...{ owner, start, stop: () => stopServer(layout.cluster) },
  };
}

/** A server that isn't up yet has no socket, or says that it's starting. */
async function onceReady(ask: () => PromiseLike<unknown>): Promise<void> {
  for (const until = performance.now() + patience(READY_MS); ; await delay(LOOK_AGAIN_MS)) {
    try {
      await ask();
      return;
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > until) throw error;
    }
  }
}
