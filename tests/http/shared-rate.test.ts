import { describe, expect, it } from 'vitest';
import { forgetRates } from '#server/db/housekeeping/rate-counts.ts';
import { openSharedAddressRateLimiter, openSharedRateLimiter } from '#server/rates/shared-rate-limit.ts';
import { mutate, query, signUpPerson } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ env: { RATE_LIMIT_SESSION: '8' } });
const owner = useOwner(api);
const LIMITED = { code: 'rate_limited' };

describe('a limit across all processes', () => {
  const open = (name: string, points = 3) => openSharedRateLimiter({ db: api.services.db, name, points });

  it('counts requests of all processes, even concurrent ones', async () => {
    const processes = [open('one'), open('one')];
    const attempts = [0, 1, 0, 1, 0, 1].map((process) => processes[process]?.take('a'));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const process of processes) await expect(process.take('a')).rejects.toMatchObject(LIMITED);
    expect(await processes[0]?.left('a')).toMatchObject({ limit: 3, remaining: 0 });
    expect(await processes[0]?.take('b')).toMatchObject({ limit: 3, remaining: 2 });
    expect(await open('another').take('a')).toMatchObject({ remaining: 2 });
    expect(await open('another').left('never')).toBeNull();
  });

  it('costs the database nothing once it has refused', async () => {
    const limiter = open('cheap', 1);
    await limiter.take('a');
    await expect(limiter.take('a')).rejects.toMatchObject(LIMITED);
    const counts = () => owner.sql`select key, count from rate_counts order by key`;
    const before = [...(await counts())];
    for (let i = 0; i < 5; i++) await expect(limiter.take('a')).rejects.toMatchObject(LIMITED);
    expect([...(await counts())]).toEqual(before);
  });

  it('starts over after its window, stores no address, and is deleted by the sweep', async () => {
    await openSharedAddressRateLimiter({ db: api.services.db, name: 'window', points: 1 }).take('192.0.2.77');
    expect(JSON.stringify(await owner.sql`select * from rate_counts`)).not.toContain('192.0.2.77');
    await owner.sql`update rate_counts set ends_at = now() - interval '1 second'`;
    const other = openSharedAddressRateLimiter({ db: api.services.db, name: 'window', points: 1 });
    expect(await other.take('192.0.2.77')).toMatchObject({ remaining: 0 });
    await forgetRates(api.services.db.drizzle);
    expect(await owner.sql`select 1 from rate_counts`).toHaveLength(1);
  });

  it('is kept in a table that is not logged', async () => {
    const [row] = await owner.sql`select relpersistence from pg_class where relname = 'rate_counts'`;
    expect(row).toEqual({ relpersistence: 'u' });
  });
});

describe('a person of the dashboard', () => {
  it('is counted across their sessions, separately from others', async () => {
    const [one, two] = [await signUpPerson(api), await signUpPerson(api)];
    // The identity request was counted too.
    const answers = [];
    for (let i = 0; i < 8; i++) answers.push(await query(api, one.cookie, 'account.get'));
    expect(answers.filter((answer) => answer === 'rate_limited').length).toBeGreaterThanOrEqual(1);
    const refused = await api.call('GET', '/api/live', { headers: { cookie: one.cookie } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await mutate(api, two.cookie, 'account.rename', { name: 'Two' })).toEqual({ done: true });
  });
});
