import { beforeAll, expect, it } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';
import { patience } from '../support/patience.ts';
import { runProgram } from '../support/program.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
let env: Record<string, string>;
beforeAll(() => {
  const { database, dataDir, secretKeys } = api.services.config;
  const address = asOwner(database);
  const query = new URLSearchParams({ host: address.directory });
  env = {
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeys.current.key,
    DATABASE_URL: `postgres://${address.user}:${address.password}@localhost/${address.database}?${query}`,
  };
});

async function run(args: readonly string[], more: Record<string, string> = {}) {
  const program = runProgram('main', { ...env, ...more }, args);
  const { code } = await program.ended;
  return { code, ...program.output() };
}

it(
  'jobs: lists what failed for good with its reason, and tries it again',
  { timeout: patience(60_000) },
  async () => {
    const [job] = await owner.sql<{ id: string }[]>`
    insert into pgboss.job (name, state, data, output, completed_on, retry_count, retry_limit) values
      ('svc/webhook.deliver', 'failed', '{"organizationId": "org-1"}', '{"message": "connect\\nECONNREFUSED"}', now(), 4, 4)
    returning id`;
    const id = job?.id ?? '';
    expect((await run(['jobs'])).stdout).toBe(
      'svc/webhook.deliver: 0 waiting (oldest due for 0 s), 1 failed\n',
    );
    expect((await run(['jobs', 'failed'])).stdout).toMatch(
      new RegExp(
        `^${id} svc/webhook.deliver \\S+Z after 5 attempts, organization org-1\n  connect ECONNREFUSED\n$`,
      ),
    );
    expect(await run(['jobs', 'retry', id])).toEqual({
      code: 0,
      stdout: '1 job is tried again\n',
      stderr: '',
    });
    const [now] = await owner.sql`
    select state, retry_limit > retry_count as again, start_after <= now() as due from pgboss.job where id = ${id}`;
    expect(now).toEqual({ state: 'retry', again: true, due: true });
    expect(await run(['jobs', 'retry', id])).toMatchObject({
      code: 1,
      stderr: 'countersign: no such job has failed\n',
    });
    expect(await run(['jobs', 'retry'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--queue'),
    });
  },
);

it(
  'doctor: says ok, warn or fail for each check, with the way out and an exit code',
  { timeout: patience(60_000) },
  async () => {
    const well = await run(['doctor']);
    expect(well.stdout).toMatch(/^ok {4}configuration: /);
    for (const name of ['database', 'secret key', 'clock', 'log', 'storage', 'seal key'])
      expect(well.stdout).toContain(`\nok    ${name}: `);
    expect(well.stdout).toContain(
      '\nwarn  mail: emails stay in the outbox, nobody gets any\n      Set SMTP_URL',
    );
    expect(well).toMatchObject({ code: 0, stderr: '' });

    const ill = await run(['doctor'], {
      SECRET_KEY: 'another key of at least thirty-two characters',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: 'file:///dev/null/blobs',
      TIMESTAMP_URLS: 'http://127.0.0.1:1/tsa',
    });
    for (const name of ['secret key', 'mail', 'storage', 'timestamps'])
      expect(ill.stdout).toMatch(new RegExp(`\nfail {2}${name}: .+\n {6}\\S`));
    expect(ill.stdout).not.toContain('another key of');
    expect(ill.code).toBe(1);

    const unset = await run(['doctor'], { PORT: 'abc' });
    expect(unset).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fail {2}configuration: PORT must be/),
    });
  },
);
