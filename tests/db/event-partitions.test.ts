import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { makeEventPartitions } from '#server/db/housekeeping/event-partitions.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { eventsOf } from '../support/traces.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
let tenant: Tenant;

beforeAll(async () => {
  tenant = await api.tenant();
});

/** Returns the first day of the month this many months from now. */
function monthIn(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}

const nameOf = (month: Date) => `events_${month.toISOString().slice(0, 7).replace('-', '_')}`;
const make = (month: Date) => owner.sql`select make_event_partition(${month.toISOString().slice(0, 10)})`;

/** Creates a draft at a time on the program's clock, which may differ from the database's. */
async function draftedAt(time: Date): Promise<string> {
  const { now } = api.clock;
  api.clock.now = time;
  try {
    return (await createDraft(api, tenant.apiKey)).json.envelope.id as string;
  } finally {
    api.clock.now = now;
  }
}

async function partitionsOf(id: string): Promise<string[]> {
  const rows = await owner.sql<{ name: string }[]>`
    select distinct tableoid::regclass::text as name from events where envelope_id = ${id}`;
  return rows.map(({ name }) => name);
}

async function partitions(): Promise<string[]> {
  const rows = await owner.sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`;
  return rows.map(({ name }) => name);
}

describe('events', () => {
  it('are partitioned by their envelope in the order of bytes, with one key that begins with the organization', async () => {
    const rows = await owner.sql<{ line: string }[]>`
      select pg_get_partkeydef('events'::regclass) || ' ' || collname as line
      from pg_attribute join pg_collation on pg_collation.oid = attcollation
      where attrelid = 'events'::regclass and attname = 'envelope_id'`;
    expect(rows.map(({ line }) => line)).toEqual(['RANGE (envelope_id) C']);
    const keys = await owner.sql<{ key: string }[]>`
      select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = 'events'::regclass and contype in ('p', 'u')`;
    expect(keys.map(({ key }) => key)).toEqual(['PRIMARY KEY (organization_id, envelope_id, seq)']);
  });

  it('aren’t referred to by foreign keys, which would lock other tables for a new partition', async () => {
    const rows =
      await owner.sql`select conname from pg_constraint where contype = 'f' and confrelid = 'events'::regclass`;
    expect([...rows]).toEqual([]);
  });

  it('have partitions for this month and the three next', async () => {
    const ahead = [0, 1, 2, 3].map((months) => nameOf(monthIn(months)));
    expect(await partitions()).toEqual([...ahead, 'events_other'].toSorted());
  });

  it('lie in the partition of the month in which their envelope was created', async () => {
    await make(monthIn(-1));
    const [start, next] = [monthIn(0), monthIn(1)];
    const ids = {
      [nameOf(monthIn(-1))]: [await draftedAt(monthIn(-1)), await draftedAt(new Date(start.getTime() - 1))],
      [nameOf(start)]: [await draftedAt(start), await draftedAt(new Date(next.getTime() - 1))],
      [nameOf(next)]: [await draftedAt(next)],
    };
    for (const [name, of] of Object.entries(ids))
      for (const id of of) expect(await partitionsOf(id)).toEqual([name]);
  });

  it('of one envelope lie together, whenever they happen', async () => {
    const id = await draftedAt(new Date(monthIn(0).getTime() - 1));
    api.clock.now = monthIn(1);
    await api.call('DELETE', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
    const [row] = await owner.sql`select count(*)::integer as count from events where envelope_id = ${id}`;
    expect(row?.['count']).toBeGreaterThan(1);
    expect(await partitionsOf(id)).toEqual([nameOf(monthIn(-1))]);
  });
});

describe('a partition', () => {
  it('is made once by several processes at once', async () => {
    await owner.sql.unsafe(`drop table ${nameOf(monthIn(2))}, ${nameOf(monthIn(3))}`);
    const db = api.services.db.drizzle;
    const missing = await Promise.all(Array.from({ length: 4 }, () => makeEventPartitions(db)));
    expect(missing).toEqual([0, 0, 0, 0]);
    expect(await partitions()).toEqual(expect.arrayContaining([2, 3].map((ahead) => nameOf(monthIn(ahead)))));
  });

  it('isn’t waited for while others write for long, and made later', async () => {
    const name = nameOf(monthIn(3));
    await owner.sql.unsafe(`drop table ${name}`);
    const { db } = api.services;
    await transaction(db, { organizationId: tenant.organizationId }, async (tx) => {
      await tx.execute(sql`update envelopes set version = version`);
      expect(await makeEventPartitions(db.drizzle)).toBe(1);
      // Giving way doesn't lock anyone out.
      await createDraft(api, tenant.apiKey);
    });
    expect(await partitions()).not.toContain(name);
    expect(await makeEventPartitions(db.drizzle)).toBe(0);
    expect(await partitions()).toContain(name);
  });

  it('that isn’t there makes no insert fail, and takes over its events when it is made', async () => {
    const month = monthIn(120);
    const [early, late] = [await draftedAt(month), await draftedAt(monthIn(121))];
    expect(await partitionsOf(early)).toEqual(['events_other']);
    const before = await eventsOf(api, tenant.apiKey, early);
    await make(month);
    expect(await partitionsOf(early)).toEqual([nameOf(month)]);
    expect(await partitionsOf(late)).toEqual(['events_other']);
    const after = await eventsOf(api, tenant.apiKey, early);
    expect(after).toEqual(before);
    expect(verifyChain(after, computeSha256Hex)).toMatchObject({ ok: true });
    await expect(owner.sql`delete from events_other`).rejects.toThrow(/cannot be changed or deleted/);
  });

  it('is left to its owner if too many events would have to be moved', async () => {
    await draftedAt(monthIn(130));
    const limited = owner.sql`select make_event_partition(${monthIn(130).toISOString().slice(0, 10)}, 0)`;
    await expect(limited).rejects.toMatchObject({ code: '54000' });
    expect(await partitions()).not.toContain(nameOf(monthIn(130)));
  });

  it('refuses the program every statement, like the functions that make one', async () => {
    for (const name of await partitions())
      for (const statement of [
        `select from ${name}`,
        `insert into ${name} select * from events`,
        `update ${name} set payload = null`,
        `delete from ${name}`,
        `truncate ${name}`,
        `drop table ${name}`,
      ])
        await expect(asProgram(statement), statement).rejects.toMatchObject({ cause: { code: '42501' } });
    for (const call of [`make_event_partition('2030-01-01')`, `guard_event_partition('envelopes')`])
      await expect(asProgram(`select ${call}`), call).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('refuses its owner every change, also by its own name', async () => {
    const id = await draftedAt(monthIn(0));
    const [name] = await partitionsOf(id);
    for (const statement of [
      `update ${name} set hash = 'x'`,
      `update ${name} set payload = '{}'`,
      `update ${name} set position = 1`,
      `delete from ${name}`,
      `truncate ${name}`,
      'truncate events',
    ])
      await expect(owner.sql.unsafe(statement), statement).rejects.toThrow(/cannot be changed or deleted/);
    const rows = await owner.sql<{ on: boolean }[]>`
      select relrowsecurity as on from pg_inherits join pg_class on oid = inhrelid where inhparent = 'events'::regclass`;
    expect(rows.every(({ on }) => on)).toBe(true);
  });
});

const asProgram = (statement: string) =>
  transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
    tx.execute(sql.raw(statement)),
  );

describe('a position in the feed', () => {
  it('is given once over all partitions, without a gap', async () => {
    for (const months of [-1, 0, 1, 200]) await draftedAt(monthIn(months));
    await sendDraft(api, tenant.apiKey);
    await api.call('GET', '/api/v1/events?limit=50', { key: tenant.apiKey });
    const rows = await owner.sql<{ position: string; partition: string }[]>`
      select position, tableoid::regclass::text as partition from events
      where organization_id = ${tenant.organizationId} and position is not null order by position`;
    expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_row, index) => index + 1));
    expect(new Set(rows.map(({ partition }) => partition)).size).toBeGreaterThanOrEqual(4);
    const [feed] =
      await owner.sql`select last from event_feeds where organization_id = ${tenant.organizationId}`;
    expect(Number(feed?.['last'])).toBe(rows.length);
  });

  it('is refused to whoever wasn’t given it', async () => {
    const id = await draftedAt(monthIn(1));
    for (const position of [1, 1_000_000])
      await expect(
        owner.sql`update events set position = ${position} where envelope_id = ${id}`,
      ).rejects.toThrow(/cannot be changed/);
  });
});
