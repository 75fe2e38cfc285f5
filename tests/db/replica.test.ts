import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReplicaFault } from '#domain/replica.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { openDatabase, type Database, type Transaction } from '#server/db/client/client.ts';
import { listTransaction, transaction } from '#server/db/client/transaction.ts';
import { useApi, type Tenant, type TestApi } from '../support/api.ts';
import { createTestDatabase } from '../support/cluster.ts';
import { createDraft } from '../support/envelopes.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { startReplicated, type ReplicatedDatabase } from '../support/replicated-database.ts';

let database: ReplicatedDatabase;
beforeAll(async () => {
  database = await startReplicated();
});
afterAll(async () => {
  await database.stop();
});
const ofBoth = { env: { SECRET_KEY: 'a'.repeat(64) }, replicated: () => database };
/** Two processes, as far as the database can tell. */
const [writing, reading] = [useApi(ofBoth), useApi(ofBoth)];
let tenant: Tenant;
beforeAll(async () => {
  tenant = await writing.tenant();
});

const PAUSED_ROUNDS = 4;
const ROUNDS = 40;
const CHAINS = 4;

async function answered(api: TestApi, key = tenant.apiKey) {
  const { status, json } = await api.call('GET', '/api/v1/envelopes?limit=100', { key });
  expect(status).toBe(200);
  return json as { items: { id: string; displayName: string }[] };
}
const listed = async (api: TestApi, key?: string) => (await answered(api, key)).items.map(({ id }) => id);

/** How many lists have been read from each server so far. */
async function readsOf(api: TestApi) {
  const text = await api.services.metrics.render([]);
  const from = (server: string) =>
    Number(
      new RegExp(`^countersign_list_reads_total\\{from="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    );
  return { replica: from('replica'), primary: from('primary') };
}

/** Retries reads that a busy machine kept from using only the replica. */
const fromReplica = (read: () => Promise<void>) =>
  reading.until('everything is read from the replica', async () => {
    const before = await readsOf(reading);
    await read();
    const after = await readsOf(reading);
    return after.primary === before.primary && after.replica > before.replica;
  });

async function health(api: TestApi): Promise<string> {
  const { status, json } = await api.call('GET', '/api/health');
  expect(status).toBe(200);
  return json.checks.replica;
}
const inUse = () => reading.until('the replica is in use', async () => (await health(reading)) === 'ok');

it('shows what another process was told is written, from the replica', async () => {
  await inUse();
  const before = await readsOf(reading);
  const { organizationId } = tenant;
  const chain = async () => {
    const { id } = (await createDraft(writing, tenant.apiKey)).json.envelope;
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `${id} ${round}`;
      await transaction(writing.services.db, { organizationId }, (tx) =>
        tx.execute(sql`update envelopes set display_name = ${name} where id = ${id}`),
      );
      const { items } = await answered(reading);
      expect(items).toContainEqual(expect.objectContaining({ id, displayName: name }));
    }
  };
  await Promise.all(Array.from({ length: CHAINS }, chain));
  const after = await readsOf(reading);
  expect(after.replica + after.primary - before.replica - before.primary).toBe(CHAINS * ROUNDS);
  // The number depends on how busy the machine is.
  expect(after.replica).toBeGreaterThan(before.replica);
});

it('reads from the primary while the replica is behind, and shows everything', async () => {
  await inUse();
  await database.replica.owner`select pg_wal_replay_pause()`;
  try {
    const before = await readsOf(reading);
    for (let round = 0; round < PAUSED_ROUNDS; round += 1) {
      const { json } = await createDraft(writing, tenant.apiKey);
      expect(await listed(reading)).toContain(json.envelope.id);
    }
    expect(await readsOf(reading)).toEqual({ ...before, primary: before.primary + PAUSED_ROUNDS });
    expect(await health(reading)).toBe('failing');
    expect((await reading.call('GET', '/api/health')).json.status).toBe('degraded');
  } finally {
    await database.replica.owner`select pg_wal_replay_resume()`;
  }
  await inUse();
  await fromReplica(async () => {
    await listed(reading);
  });
});

it('goes on without the replica, and uses it again', async () => {
  await inUse();
  const shown = await listed(reading);
  await database.replica.stop();
  const before = await readsOf(reading);
  for (let round = 0; round < PAUSED_ROUNDS; round += 1) expect(await listed(reading)).toEqual(shown);
  expect(await readsOf(reading)).toEqual({ ...before, primary: before.primary + PAUSED_ROUNDS });
  expect(await health(reading)).toBe('failing');
  await database.replica.start();
  await inUse();
});

it('hides other organizations and private teams there as well', async () => {
  const stranger = await writing.tenant('Other AG');
  const team = await writing.call('POST', '/api/v1/teams', {
    key: tenant.apiKey,
    body: { name: 'Board', isPrivate: true },
  });
  const hidden = await createDraft(writing, tenant.apiKey, { teamId: team.json.id });
  const cookie = await sessionOf(writing, tenant.organizationId, 'member');
  await fromReplica(async () => {
    const seen = await callDashboard(reading, 'query', 'envelope.list', { cookie, input: {} });
    const ids = (seen.json.result.data.items as { id: string }[]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).not.toContain(hidden.json.envelope.id);
    expect(await listed(reading)).toContain(hidden.json.envelope.id);
    expect(await listed(reading, stranger.apiKey)).toEqual([]);
  });
});

/** Opens the program's connections to the primary, and to `replica` for lists. */
async function withReplica(
  replica: DatabaseAddress,
  use: (db: Database, faults: (ReplicaFault | null)[]) => Promise<void>,
  primary: DatabaseAddress = database.address,
): Promise<void> {
  const faults: (ReplicaFault | null)[] = [];
  const onChange = (fault: ReplicaFault | null) => faults.push(fault);
  const db = openDatabase(primary, {
    replica: { address: replica, onRead: () => undefined, onChange },
  });
  try {
    await use(db, faults);
  } finally {
    await db.close();
  }
}

/**
 * Waits until the program knows this about the replica. A first connection may take longer than a list waits.
 */
const known = (db: Database, fault: ReplicaFault | null) =>
  reading.until(`the replica is ${fault ?? 'in use'}`, async () => (await db.replicaFault()) === fault);
const answering = (db: Database) => known(db, null);

const askedServer = async (tx: Transaction) => {
  const [row] = await tx.execute<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`);
  return row?.replica === true ? 'replica' : 'primary';
};

it('has to look at the position before it takes a snapshot', async () => {
  const { organizationId } = tenant;
  const { db } = reading.services;
  const name = async (tx: Transaction) =>
    (await tx.execute<{ name: string }>(sql`select name from organizations where id = ${organizationId}`))[0]
      ?.name;
  await inUse();
  await listTransaction(db, { organizationId }, async (tx) => {
    const before = await name(tx);
    await database.owner`update organizations set name = name || ' renamed' where id = ${organizationId}`;
    const [here] = await database.owner`select pg_current_wal_flush_lsn() as location`;
    await reading.until('the replica has replayed it', async () => {
      const [row] = await tx.execute<{ past: boolean }>(
        sql`select pg_last_wal_replay_lsn() >= ${String(here?.['location'])}::pg_lsn as past`,
      );
      return row?.past;
    });
    // The same snapshot sees the position, but not the change.
    expect(await name(tx)).toBe(before);
  });
  expect(await listTransaction(db, { organizationId }, name)).toMatch(/ renamed$/);
});

it('reads from the primary what the replica gave up for what it has to follow, and stays in use', async () => {
  const { organizationId } = tenant;
  await withReplica(database.replica, async (db, faults) => {
    await answering(db);
    const given = faults.length;
    await database.replica.owner`alter system set max_standby_streaming_delay = 0`;
    await database.replica.owner`select pg_reload_conf()`;
    const servers: string[] = [];
    const count = await listTransaction(db, { organizationId }, async (tx) => {
      servers.push(await askedServer(tx));
      const [row] = await tx.execute<{ count: number }>(sql`select count(*)::int as count from envelopes`);
      // Removes rows that the running query's snapshot still sees.
      const goes = async () => {
        await database.owner`update envelopes set display_name = display_name || '!'`;
        await database.owner`vacuum envelopes`;
      };
      if (servers.length === 1) await Promise.all([tx.execute(sql`select pg_sleep(${30}::int)`), goes()]);
      return row?.count;
    });
    expect(servers).toEqual(['replica', 'primary']);
    expect(count).toBeGreaterThan(0);
    expect(faults).toHaveLength(given);
  });
});

it('asks the primary what only the replica fails at, and says so', async () => {
  const { organizationId } = tenant;
  await withReplica(database.replica, async (db, faults) => {
    await answering(db);
    const list = (tx: Transaction) =>
      tx.execute<{ one: number }>(sql`select 1 / (case when pg_is_in_recovery() then 0 else 1 end) as one`);
    expect(await listTransaction(db, { organizationId }, list)).toEqual([{ one: 1 }]);
    expect(faults.at(-1)).toBe('away');
  });
});

it('passes on what a list itself throws, and asks nobody else', async () => {
  await withReplica(database.replica, async (db) => {
    await answering(db);
    const servers: string[] = [];
    const refused = listTransaction(db, { organizationId: tenant.organizationId }, async (tx) => {
      servers.push(await askedServer(tx));
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(servers).toEqual(['replica']);
  });
});

it('never reads from a server that is not a replica of the primary', async () => {
  const { organizationId } = tenant;
  const other = await createTestDatabase();
  const nowhere = { ...database.replica, directory: '/nowhere' };
  const faults: [DatabaseAddress, ReplicaFault][] = [
    [other.address, 'other_database'],
    [database.address, 'not_following'],
    [{ ...database.replica, database: 'postgres' }, 'other_database'],
    [{ ...database.replica, password: 'wrong' }, 'away'],
    [nowhere, 'away'],
  ];
  for (const [address, fault] of faults)
    await withReplica(address, async (db) => {
      for (let round = 0; round < 3; round += 1)
        expect(await listTransaction(db, { organizationId }, askedServer)).toBe('primary');
      await known(db, fault);
      expect(await listTransaction(db, { organizationId }, askedServer)).toBe('primary');
    });
  await other.drop();
});

it('asks no replica that hangs', async () => {
  await withReplica(database.replica, async (db, faults) => {
    await answering(db);
    const processes = await database.replica.owner<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = 'countersign'`;
    for (const { pid } of processes) process.kill(pid, 'SIGSTOP');
    try {
      expect(await listTransaction(db, { organizationId: tenant.organizationId }, askedServer)).toBe(
        'primary',
      );
      expect(faults.at(-1)).toBe('away');
    } finally {
      for (const { pid } of processes) process.kill(pid, 'SIGCONT');
    }
  });
});

// From here on, nothing can be rolled back.
it('reads from the primary once the replica follows it no more', async () => {
  await inUse();
  const { organizationId } = tenant;
  await withReplica(database.replica, async (db, faults) => {
    await answering(db);
    await database.replica.owner`select pg_promote()`;
    expect(
      await listTransaction(db, { organizationId }, async (tx) => tx.execute(sql`select 1`)),
    ).toHaveLength(1);
    expect(faults.at(-1)).toBe('not_following');
    expect(await health(reading)).toBe('failing');
    const { json } = await createDraft(writing, tenant.apiKey);
    expect(await listed(reading)).toContain(json.envelope.id);
  });
});

it('reads from the new primary while a replica still follows the former one', async () => {
  const { organizationId } = tenant;
  const follower = await database.follow();
  await database.owner`update organizations set name = 'Of the former primary' where id = ${organizationId}`;
  const name = async (tx: Transaction) =>
    (await tx.execute<{ name: string }>(sql`select name from organizations where id = ${organizationId}`))[0]
      ?.name;
  const look = async (db: Database) => {
    await known(db, 'other_timeline');
    expect(await listTransaction(db, { organizationId }, name)).not.toBe('Of the former primary');
  };
  await withReplica(follower, look, database.replica);
});
