import { request as ask } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { answerHealth } from '#server/http/health.ts';
import { listenHttp } from '#server/http/node/listen.ts';
import { listenOperations } from '#server/http/operations.ts';
import { openAccessLog } from '#server/runtime/access-log.ts';
import type { Services } from '#server/runtime/services.ts';
import { useApi } from '../../support/api.ts';
import { sessionOf } from '../../support/session.ts';

const api = useApi({ alone: true, work: true });
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function operate(services: Services = api.services, isStopping = () => false, isChecked = true) {
  const server = await listenOperations(services, { host: '127.0.0.1', port: 0 }, isStopping);
  closing.push(server.close);
  if (isChecked) await server.checked;
  return `http://127.0.0.1:${server.port}`;
}

async function serve(changed: Partial<Services> = {}) {
  const { services } = api;
  const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
  const server = await listenHttp({ ...services, ...changed, config: { ...services.config, http } });
  closing.push(server.close);
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

/**
 * Returns how long a response takes when nothing else holds it up: the shortest of several times, in
 * milliseconds.
 */
async function measureAnswer(url: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const since = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - since);
  }
  return Math.min(...times);
}

const never = () => new Promise<never>(() => undefined);

const metricsAt = async (url: string) => await (await fetch(`${url}/metrics`)).text();

describe('/api/health', () => {
  it('has the results of the checks in the background, without checking again', async () => {
    let probes = 0;
    const probe = () => {
      probes += 1;
      return api.services.storage.probe();
    };
    const services = { ...api.services, storage: { ...api.services.storage, probe } };
    await answerHealth(services);
    expect(probes).toBe(1);
    await operate(services);
    const known = probes;
    const answers = await Promise.all([1, 2, 3].map(() => answerHealth(services)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(probes).toBe(known);
  });
});

describe('/livez and /readyz', () => {
  it('say that the process lives and is ready, with every check', async () => {
    api.clock.now = new Date();
    const url = await operate();
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'ready', checks: { database: 'ok', storage: 'ok', mail: 'ok', clock: 'ok' } },
    ]);
  });

  it('stay ready with a check that fails for all processes, and name it', async () => {
    const storage = { ...api.services.storage, probe: () => Promise.reject(new Error('full')) };
    const url = await operate({ ...api.services, storage });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { storage: 'failing' } }]);
    expect(await metricsAt(url)).toContain('countersign_health{check="storage"} 0\n');
  });

  it('answer although a check never ends: storage that hangs leaves the process ready', async () => {
    let hasAsked = 0;
    const probe = () => {
      hasAsked += 1;
      return new Promise<never>(() => undefined);
    };
    const storage = { ...api.services.storage, probe };
    const url = await operate({ ...api.services, storage }, () => false, false);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'ready', checks: { database: 'ok', storage: 'failing' } },
    ]);
    expect(await metricsAt(url)).toContain('countersign_health{check="storage"} 0\n');
    expect(hasAsked).toBe(1);
  });

  it('answer although the database hangs, and are not ready', async () => {
    const execute = () => new Promise<never>(() => undefined);
    const drizzle = { ...api.services.db.drizzle, execute } as unknown as Services['db']['drizzle'];
    const url = await operate({ ...api.services, db: { ...api.services.db, drizzle } }, () => false, false);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'unavailable' }]);
  });

  it.each(['storage', 'database', 'jobs', 'clock', 'sealKey'] as const)(
    'take less than 200 ms, although the check of %s hangs',
    async (hanging) => {
      const { storage, db, queue, timeServer } = api.services;
      const hung: Readonly<Record<typeof hanging, Partial<Services>>> = {
        storage: { storage: { ...storage, probe: never } },
        database: { db: { ...db, drizzle: { ...db.drizzle, execute: never } as never } },
        jobs: { queue: { ...queue, healthy: never } },
        clock: { timeServer: { ...timeServer, aheadMs: never } },
        sealKey: { sealKey: { state: never } as never },
      };
      const url = await operate({ ...api.services, ...hung[hanging] }, () => false, false);
      const took = await measureAnswer(`${url}/readyz`);
      expect(took).toBeLessThan(200);
    },
  );

  it('notice by themselves what comes back', async () => {
    let isAway = true;
    const probe = () => (isAway ? Promise.reject(new Error('away')) : api.services.storage.probe());
    const url = await operate({ ...api.services, storage: { ...api.services.storage, probe } });
    const state = async () =>
      ((await (await fetch(`${url}/readyz`)).json()) as { checks: { storage: string } }).checks.storage;
    expect(await state()).toBe('failing');
    isAway = false;
    await expect.poll(state, { timeout: 30_000 }).toBe('ok');
  });

  it('are not ready while the database is away', async () => {
    const execute = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const drizzle = { ...api.services.db.drizzle, execute } as unknown as Services['db']['drizzle'];
    const url = await operate({ ...api.services, db: { ...api.services.db, drizzle } });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'unavailable' }]);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect(await metricsAt(url)).toContain('countersign_ready 0\n');
  });

  it('refuse what they do not know', async () => {
    const url = await operate();
    expect((await fetch(`${url}/api/health`)).status).toBe(404);
    expect((await fetch(`${url}/livez`, { method: 'POST' })).status).toBe(405);
  });
});

describe('/metrics', () => {
  it('counts requests by the operation, not by the path', async () => {
    const [{ url: origin }, url, { apiKey }] = [await serve(), await operate(), await api.tenant()];
    const headers = { authorization: `Bearer ${apiKey}` };
    const first = '01926b7e-0000-7000-8000-000000000001';
    const second = '01926b7e-0000-7000-8000-000000000002';
    for (const id of [first, second])
      await (await fetch(`${origin}/api/v1/envelopes/${id}`, { headers })).text();
    await (await fetch(`${origin}/api/v1/made/up/${first}`, { headers })).text();
    const text = await metricsAt(url);
    expect(text).toContain(
      'countersign_request_duration_seconds_count{method="GET",route="/api/v1/envelopes/{id}",status="404"} 2\n',
    );
    expect(text).toContain('route="/api/v1",status="404"} 1\n');
    expect(text).not.toContain(first);
  });

  it('has the queues, runs, emails, connections and delays of the process', async () => {
    const { organizationId } = await api.tenant();
    await api.services.mail.send({
      organizationId,
      messageId: '<metrics@test>',
      to: { name: 'Ann', email: 'ann@example.com' },
      from: { name: 'Countersign', email: 'no-reply@example.com' },
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      replyTo: null,
      headers: {},
    });
    const text = await metricsAt(await operate());
    for (const line of [
      /^countersign_mails_total\{result="accepted"\} [1-9]\d*$/m,
      /^countersign_database_connections\{state="idle"\} [1-9]\d*$/m,
      /^countersign_database_waiting 0$/m,
      /^nodejs_eventloop_lag_p99_seconds \d/m,
      /^countersign_health\{check="database"\} 1$/m,
      /^countersign_ready 1$/m,
      /^countersign_build_info\{version="\d+\.\d+\.\d+",node="v\d+\.[\d.]+"\} 1$/m,
      /^process_resident_memory_bytes \d{7,}$/m,
    ])
      expect(text).toMatch(line);
  });

  it('has what waits in a queue, since when it is due, and what failed for good', async () => {
    await api.services.db.drizzle.execute(sql`
      insert into pgboss.job (name, state, start_after) values
        ('svc/webhook.deliver', 'retry', now() - interval '90 seconds'),
        ('svc/webhook.deliver', 'failed', now() - interval '1 day')`);
    const text = await metricsAt(await operate());
    expect(text).toMatch(/^countersign_jobs_failed\{queue="svc\/webhook\.deliver"\} 1$/m);
  });
});

describe('the access log', () => {
  it.each(['json', 'text'] as const)('has a line for each request as %s, without queries', async (format) => {
    const lines: string[] = [];
    const written = Promise.withResolvers<undefined>();
    const accessLog = openAccessLog(format, {
      write: (line) => {
        lines.push(line);
        written.resolve(undefined);
      },
    });
    const { url } = await serve({ accessLog });
    await (
      await fetch(`${url}/api/documents/secret.token?token=hidden`, {
        headers: { 'x-request-id': 'mine', 'user-agent': 'Probe "1"' },
      })
    ).text();
    await written.promise;
    const [line = ''] = lines;
    expect(lines).toHaveLength(1);
    expect(line).not.toMatch(/secret|hidden/);
    if (format === 'json')
      expect(JSON.parse(line)).toMatchObject({
        ...{ msg: 'request', requestId: 'mine', address: '127.0.0.1' },
        ...{ method: 'GET', path: '/api/documents', status: 401, ms: expect.any(Number) },
        ...{ bytes: expect.any(Number), userAgent: 'Probe "1"', requester: null },
      });
    else
      expect(line).toMatch(
        /^\S+Z 127\.0\.0\.1 GET \/api\/documents 401 \d+ms [1-9]\d+B mine - "Probe \\"1\\"" -\n$/,
      );
  });
});

describe('the access log of those who are known', () => {
  it('says who made a request, and who tried without a right to', async () => {
    const lines: Record<string, unknown>[] = [];
    const accessLog = openAccessLog('json', {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const { url } = await serve({ accessLog });
    const { organizationId, userId, apiKey } = await api.tenant();
    const cookie = await sessionOf(api, organizationId, 'viewer');
    for (const headers of [{ authorization: `Bearer ${apiKey}` }, { authorization: 'Bearer guessed' }])
      await (await fetch(`${url}/api/v1/ping`, { headers })).text();
    await (await fetch(`${url}/api/auth/session`, { headers: { cookie } })).text();
    await api.until('three lines', () => Promise.resolve(lines.length === 3));
    expect(lines).toMatchObject([
      { status: 200, requester: { organizationId, userId, keyId: expect.stringMatching(/^key_/) } },
      { status: 401, requester: null },
      { status: 200, requester: { organizationId, userId: expect.stringMatching(/^user_/) } },
    ]);
    expect(JSON.stringify(lines)).not.toContain(apiKey);
  });

  it('is one line whatever a client sends', () => {
    const lines: string[] = [];
    const accessLog = openAccessLog('text', { write: (line) => void lines.push(line) });
    const hostile = 'x\n2027-01-01T00:00:00Z 192.0.2.1 GET / 200\r\u2028\u0085\u001b[2J"';
    accessLog({
      ...{ requestId: 'r', address: '192.0.2.7', method: 'GET', path: '/', status: 200, ms: 1, bytes: 1 },
      ...{ userAgent: hostile, requester: null },
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[^\r\n]+\n$/);
  });
});

describe('a process that stops', () => {
  it('is not ready, but accepts requests until the delay is over', async () => {
    let isStopping = false;
    const url = await operate(api.services, () => isStopping);
    const { close, port, url: origin } = await serve();
    isStopping = true;
    const closed = close(1_000);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const late = await fetch(`${origin}/api/health`);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    await closed;
    await expect(
      new Promise((resolve, reject) => {
        ask({ port, host: '127.0.0.1', path: '/api/health' })
          .on('error', reject)
          .on('response', resolve)
          .end();
      }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
