import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { patience } from '../support/patience.ts';
import { runProgram } from '../support/program.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
const directory = mkdtempSync(join(tmpdir(), 'log-'));
afterAll(() => rmSync(directory, { recursive: true }));

let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  tenant = await api.tenant();
  const { database, dataDir, secretKeys } = api.services.config;
  const address = asOwner(database);
  const query = new URLSearchParams({ host: address.directory });
  env = {
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeys.current.key,
    DATABASE_URL: `postgres://${address.user}:${address.password}@localhost/${address.database}?${query}`,
  };
});

const draft = async () => (await createDraft(api, tenant.apiKey)).json.envelope.id as string;
async function run(...args: string[]) {
  const program = runProgram('main', env, args);
  const { code } = await program.ended;
  return { code, ...program.output() };
}

it('publish at once from two processes: each head goes in once', { timeout: patience(60_000) }, async () => {
  for (let n = 0; n < 8; n++) await draft();
  const published = await Promise.all([run('log', 'publish'), run('log', 'publish')]);
  expect(published.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
  const [counts] = await owner.sql`
    select count(*)::int as leaves, count(distinct envelope_id)::int as envelopes, max(position)::int as last,
      (select max(size)::int from log_checkpoints) as size from log_leaves`;
  expect(counts).toEqual({ leaves: 8, envelopes: 8, last: 7, size: 8 });
  expect(await run('audit')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^8 chains, 8 entries and \d checkpoints are valid\n$/),
    stderr: '',
  });
});

it(
  'shows and exports the log, and audits it against a copy that was kept',
  { timeout: patience(60_000) },
  async () => {
    expect((await run('log', 'export', directory)).stdout).toBe(`wrote 4 files to ${directory}\n`);
    const vkey = readFileSync(join(directory, 'vkey'), 'utf8');
    expect((await run('log')).stdout).toMatch(/^localhost:3000\/log\+\w+\+\S+\n8 entries, /);
    expect((await run('log', 'status')).stdout.startsWith(vkey)).toBe(true);
    const kept = join(directory, 'checkpoint');
    expect((await run('audit', '--kept', kept)).code).toBe(0);
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('\n8\n', '\n9\n'));
    const { code, stdout } = await run('audit', '--kept', kept);
    expect([code, stdout]).toEqual([1, "kept_checkpoint: the checkpoint isn't signed by the log\n"]);
  },
);

it('explains what it cannot do', async () => {
  expect(await run('log', 'sing')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^countersign: too many arguments .*: see npm run cli -- log status --help\n$/,
    ),
  });
  expect(await run('log', 'recover', '--from', join(directory, 'nowhere'))).toMatchObject({
    code: 1,
    stderr: 'countersign: the copy has no checkpoint that this log signed\n',
  });
});
