import { describe, expect, it } from 'vitest';
import { answerHealth } from '#server/http/health.ts';
import manifest from '../../package.json' with { type: 'json' };
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

describe('200', () => {
  it('says that everything works', async () => {
    api.clock.now = new Date();
    const answer = await api.call('GET', '/api/health');
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        status: 'ok',
        version: manifest.version,
        checks: {
          database: 'ok',
          replica: 'ok',
          storage: 'ok',
          jobs: 'ok',
          mail: 'ok',
          log: 'ok',
          timestamps: 'ok',
          sealKey: 'ok',
          backlog: 'ok',
          seals: 'ok',
          clock: 'ok',
        },
      },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect((await api.call('HEAD', '/api/health')).status).toBe(200);
  });

  it.each([-60_000, 60_000])('says degraded while the machine’s clock is %i ms off', async (off) => {
    const machineClock = () => new Date(Date.now() + off);
    expect(await (await answerHealth({ ...api.services, machineClock })).json()).toMatchObject({
      status: 'degraded',
      checks: { database: 'ok', clock: 'failing' },
    });
  });

  it('says degraded while storage is away', async () => {
    const storage = {
      ...api.services.storage,
      probe: () => Promise.reject(new Error('no route to the bucket')),
    };
    const answer = await answerHealth({ ...api.services, storage });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'degraded',
      checks: { database: 'ok', storage: 'failing' },
    });
  });

  it('says degraded while the queue is away', async () => {
    await owner.sql`alter schema pgboss rename to elsewhere`;
    try {
      expect((await api.call('GET', '/api/health')).json).toMatchObject({
        status: 'degraded',
        checks: { database: 'ok', jobs: 'failing' },
      });
    } finally {
      await owner.sql`alter schema elsewhere rename to pgboss`;
    }
  });
});

describe('404', () => {
  it('below single paths', async () => {
    for (const path of ['/api/health/ready', '/api/openapi.json/paths'])
      expectError(await api.call('GET', path), 'not_found');
  });
});

describe('405', () => {
  it('to anything but reading', async () => {
    for (const path of ['/api/health', '/api/openapi.json']) {
      const answer = await api.call('POST', path, { body: {} });
      expectError(answer, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });
});

describe('503', () => {
  it('while the database is away, without details', async () => {
    const drizzle = {
      ...api.services.db.drizzle,
      execute: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3')),
    };
    const db = { ...api.services.db, drizzle: drizzle as unknown as typeof api.services.db.drizzle };
    const answer = await answerHealth({ ...api.services, db });
    expect(answer.status).toBe(503);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded', checks: { database: 'failing' } });
    expect(text).not.toContain('10.1.2.3');
  });
});
