import { beforeAll, expect, it } from 'vitest';
import { startDueJobs } from '#server/jobs/repeating.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { asOwner } from '../support/cluster.ts';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { patience } from '../support/patience.ts';
import { runProgram } from '../support/program.ts';
import { signAs } from '../support/signer.ts';

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
    // One that waits is due at once, without an attempt more than it had.
    await owner.sql`update pgboss.job set start_after = now() + interval '1 hour' where id = ${id}`;
    expect(await run(['jobs', 'retry', '--queue', 'svc/webhook.deliver'])).toMatchObject({ code: 0 });
    const [later] = await owner.sql`
    select retry_limit, start_after <= now() as due from pgboss.job where id = ${id}`;
    expect(later).toEqual({ retry_limit: 5, due: true });
    await owner.sql`delete from pgboss.job where id = ${id}`;
    const [unknown, unnamed] = await Promise.all([run(['jobs', 'retry', id]), run(['jobs', 'retry'])]);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'countersign: no such job has failed or waits for another attempt\n',
    });
    expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('--queue') });
  },
);

it(
  'doctor: says ok, warn or fail for each check, with the way out and an exit code',
  { timeout: patience(60_000) },
  async () => {
    const [well, ill, unset] = await Promise.all([
      run(['doctor']),
      run(['doctor'], {
        SECRET_KEY: 'another key of at least thirty-two characters',
        SMTP_URL: 'smtp://127.0.0.1:1',
        STORAGE_URL: 'file:///dev/null/blobs',
        TIMESTAMP_URLS: 'http://127.0.0.1:1/tsa',
      }),
      run(['doctor'], { PORT: 'abc' }),
    ]);
    expect(well.stdout).toMatch(/^ok {4}configuration: /);
    for (const name of ['database', 'secret key', 'clock', 'log', 'storage', 'seal key'])
      expect(well.stdout).toContain(`\nok    ${name}: `);
    expect(well.stdout).toContain(
      '\nwarn  mail: emails stay in the outbox, nobody gets any\n      Set SMTP_URL',
    );
    expect(well).toMatchObject({ code: 0, stderr: '' });

    for (const name of ['secret key', 'mail', 'storage', 'timestamps'])
      expect(ill.stdout).toMatch(new RegExp(`\nfail {2}${name}: .+\n {6}\\S`));
    expect(ill.stdout).not.toContain('another key of');
    expect(ill.code).toBe(1);

    expect(unset).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fail {2}configuration: PORT must be/),
    });
  },
);

it(
  'reseal: lists completed envelopes without a seal with the reason, and has workers seal them',
  { timeout: patience(90_000) },
  async () => {
    expect(await run(['reseal'])).toEqual({
      code: 0,
      stdout: 'every completed envelope is sealed\n',
      stderr: '',
    });
    const { organizationId, apiKey } = await api.tenant();
    const completed = async () => {
      const sent = await sendDraft(api, apiKey, {
        participants: [ALICE],
        fields: [{ ...SIGNATURE, participantIndex: 0 }],
      });
      await signAs(api, sent, ALICE);
      return sent.envelope.id as string;
    };
    const failed = await completed();
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const lost = await completed();
    const ofFailed = owner.sql`name = 'svc/envelope.completed' and data ->> 'envelopeId' = ${failed}`;
    await owner.sql`update pgboss.job set state = 'failed', completed_on = now(), retry_count = 3, retry_limit = 3,
      output = ${owner.sql.json({ message: 'the key\ncan’t be used' })} where ${ofFailed}`;
    await owner.sql`delete from pgboss.job where name = 'svc/envelope.completed' and data ->> 'envelopeId' = ${lost}`;
    const about = `organization ${organizationId}, completed 2027-03-01T`;
    expect((await run(['reseal'])).stdout).toBe(
      `${failed} ${about}09:00:00Z, failed after 3 attempts\n  the key can’t be used\n${lost} ${about}09:01:00Z, not queued after 0 attempts\n`,
    );

    expect(await run(['reseal', failed])).toEqual({
      code: 0,
      stdout: '1 envelope is sealed by the next worker\n',
      stderr: '',
    });
    expect([
      ...(await owner.sql`select state, start_after <= now() as due from pgboss.job where ${ofFailed}`),
    ]).toEqual([{ state: 'retry', due: true }]);
    expect((await run(['reseal', '--all'])).stdout).toBe('2 envelopes are sealed by the next worker\n');
    await api.services.queue.work(createHandlers(api.services), { concurrency: 1 });
    const waking = startDueJobs(api.services, ['wake takers']);
    for (const id of [failed, lost])
      await api.until('the seal', async () => {
        const [row] = await owner.sql`select sealed_at from envelopes where id = ${id}`;
        return row?.['sealed_at'];
      });
    await waking.stop();
    expect((await run(['reseal'])).stdout).toBe('every completed envelope is sealed\n');

    const [again, both] = await Promise.all([run(['reseal', failed]), run(['reseal', failed, '--all'])]);
    expect(again).toMatchObject({
      code: 1,
      stderr: `countersign: ${failed} is not a completed envelope without a seal\n`,
    });
    expect(both).toMatchObject({ code: 1, stderr: 'countersign: name envelopes, or give --all\n' });
  },
);
