import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { toLoggedError, openLog } from '#server/runtime/log.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
const SECRET = 'argon2id$of-a-password\n    at link (#token=abc)';

/** A query that the database refuses, with a secret in its parameters. */
async function failedQuery(): Promise<Error> {
  const { drizzle } = api.services.db;
  try {
    await drizzle.execute(sql`select ${SECRET}::text, 1 / ${0}::int`);
  } catch (error) {
    return error as Error;
  }
  throw new Error('the query did not fail');
}

function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = '';
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  openLog('error', to).error({ err: error }, 'it failed');
  return { text, err: (JSON.parse(text) as { err: Record<string, unknown> }).err };
}

describe('the log', () => {
  it('says once a minute that the database is away, and how often it was left out', () => {
    const lines: { msg: string; leftOut?: number }[] = [];
    let seconds = 0;
    const to = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const log = openLog('info', to, () => seconds * 1000);
    const lost = Object.assign(new Error('starting up'), { code: '57P03' });
    for (; seconds < 130; seconds += 1) {
      log.error({ err: new Error('Failed query', { cause: lost }) }, 'due work is unknown');
      log.warn({ err: { code: 'ECONNREFUSED', message: 'refused' }, of: 'database' }, 'queue');
      log.error({ err: { code: 'ECONNRESET', message: 'reset', query: 'select 1' } }, 'sweep failed');
    }
    // What is about something else is always written.
    log.error({ err: { code: 'ECONNREFUSED', message: 'refused' } }, 'mail');
    log.info('ready');
    expect(lines.map(({ msg, leftOut }) => [msg, leftOut])).toEqual([
      ['due work is unknown', undefined],
      ['due work is unknown', 179],
      ['due work is unknown', 179],
      ['mail', undefined],
      ['ready', undefined],
    ]);
  });

  it('contains why and where a query failed, without its parameters', async () => {
    const error = await failedQuery();
    expect(error.message).toContain(SECRET);
    const wrapped = new Error(error.message, { cause: new Error('job failed', { cause: error }) });
    for (const one of [error, wrapped]) {
      const { text, err } = logged(one);
      expect(text).not.toContain('argon2id');
      expect(text).not.toContain('#token');
      expect(text).toContain('division by zero');
      expect(err).toMatchObject({ message: expect.stringMatching(/^Failed query: select/) });
      expect(err['stack']).toMatch(/\n\s+at .*\.(ts|js)/);
    }
    const cause = logged(error).err['cause'];
    expect(cause).toMatchObject({ type: 'PostgresError', code: '22012', message: 'division by zero' });
  });

  it('reads a copy of an error that is no error any more, and leaves out its values too', async () => {
    const { message, stack } = await failedQuery();
    const copy = { code: '22012', message, stack, queue: 'svc/envelope.sent' };
    const { text, err } = logged(copy);
    expect(err).toMatchObject({
      type: 'object',
      code: '22012',
      message: expect.stringMatching(/^Failed query/),
      stack: expect.stringContaining('log.test.ts'),
    });
    expect(text).not.toContain('argon2id');
  });

  it('takes anything that can be thrown', () => {
    const endless = new Error('again');
    endless.cause = endless;
    expect(JSON.stringify(logged(endless).err)).toContain('again');
    expect(logged('text\nparams: secret').err).toEqual({ type: 'string', message: 'text' });
    expect(toLoggedError(null)).toEqual({ type: 'object', message: 'null' });
    const moved = new Error('first');
    moved.stack = 'Error: other\nparams: secret\n    at secret';
    expect(JSON.stringify(logged(moved).err)).not.toContain('secret');
  });
});

describe('the queue', () => {
  it('keeps no parameters of a failed job', async () => {
    const { services } = api;
    const payload = { organizationId: 'org_x', envelopeId: 'env_x' };
    const effect = { name: 'svc/envelope.completed', payload } as const;
    const failing = async () => {
      throw await failedQuery();
    };
    await transaction(services.db, null, (tx) => services.queue.enqueue(tx, [effect]));
    const handlers = new Proxy({}, { get: () => failing }) as Parameters<typeof services.queue.work>[0];
    await services.queue.work(handlers, { concurrency: 1 });
    const output = await api.until('the job failed', async () => {
      const [row] = await owner.sql`select output from pgboss.job where data->>'envelopeId' = 'env_x'`;
      return row?.['output'] as unknown;
    });
    expect(JSON.stringify(output)).toContain('Failed query: select');
    expect(JSON.stringify(output)).not.toContain('argon2id');
  });
});
