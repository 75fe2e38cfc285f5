import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseVerifierKey } from '#domain/log/note.ts';
import { parseAddCheckpoint } from '#domain/log/witness.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { auditLog } from '#server/log/audit/audit.ts';
import { isLogForked, listFormerWitnesses, logProblems } from '#server/log/health.ts';
import { openLogKeeper, type LogKeeper } from '#server/log/keep.ts';
import type { LogServices } from '#server/log/services.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { asOwner } from '../support/cluster.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { patience } from '../support/patience.ts';
import { runProgram } from '../support/program.ts';
import { signAs } from '../support/signer.ts';
import { startWitness, type TestWitness, type WitnessReply } from '../support/witness.ts';

const ORIGIN = 'log.example.com';
const MINUTE_MS = 60_000;

let witness: TestWitness;
const env: Record<string, string> = { LOG_ORIGIN: ORIGIN };
beforeAll(async () => {
  witness = await startWitness('witness.example.com');
  env['LOG_WITNESSES'] = `${witness.vkey} http://127.0.0.1:${witness.server.port}`;
});
afterAll(() => witness.server.close());
const api = useApi({ env });
const owner = useOwner(api);

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
  const key = parseVerifierKey(
    (await api.call('GET', '/log/vkey')).bytes.toString().trim(),
    computeSha256Bytes,
  );
  if (key === null) throw new Error('no key');
  witness.logs.splice(0, witness.logs.length, key);
  [witness.isDown, witness.lie] = [false, null];
  // Whatever the previous test did, everyone agrees when a test starts.
  witness.signed.clear();
  await owner.sql`delete from log_observers`;
});

const draft = async () => await createDraft(api, tenant.apiKey);
const size = async () => (await readLatestCheckpoint(api.services.db.drizzle))?.size ?? 0;
const healthOfLog = async () => (await api.call('GET', '/api/health')).json.checks.log as string;
const witnessed = () => witness.signed.get(ORIGIN)?.size ?? 0;

/** The program of someone who hasn't configured a witness. */
function unwitnessed(): LogServices {
  const { services } = api;
  return { ...services, config: { ...services.config, log: { ...services.config.log, witnesses: [] } } };
}

/** Runs an operator command on the same database, in a process of its own. */
async function run(...args: string[]) {
  const { database, dataDir, secretKeys } = api.services.config;
  const address = asOwner(database);
  const query = new URLSearchParams({ host: address.directory });
  const program = runProgram(
    'main',
    {
      ...{ ...env, DATA_DIR: dataDir, SECRET_KEY: secretKeys.current.key, OUTBOUND_NETWORKS: '127.0.0.0/8' },
      DATABASE_URL: `postgres://${address.user}:${address.password}@localhost/${address.database}?${query}`,
    },
    args,
  );
  const { code } = await program.ended;
  return { code, ...program.output() };
}

/** Appends this many entries, each with its own checkpoint. Returns what the last round did. */
async function grow(entries: number, keeper: LogKeeper = openLogKeeper(api.services)): Promise<boolean> {
  let isKept = true;
  for (let n = 0; n < entries; n++) {
    await draft();
    isKept = await keeper.round({ all: true });
  }
  return isKept;
}

/** Rolls the log and its copy back by `entries`, as restoring an old backup of both would. */
async function restore(entries: number): Promise<void> {
  const before = (await size()) - entries;
  await owner.sql.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica');
    await tx`delete from log_leaves where position >= ${before}`;
    await tx`delete from log_cosignatures where size > ${before}`;
    await tx`delete from log_checkpoints where size > ${before}`;
    await tx`delete from log_observers`;
    await tx`update log_tiles set content = substring(content for ${before} * (case when level < 0 then 34 else 32 end))`;
  });
  await api.services.storage.remove(`public/log-${computeSha256Hex(ORIGIN).slice(0, 16)}/checkpoint`);
}

/**
 * Signs `lost` entries with the witness, restores an earlier backup, and signs `others` without the witness.
 */
async function fork({ lost, others }: { lost: number; others: number }): Promise<void> {
  await grow(1);
  await grow(lost);
  await restore(lost);
  expect(await grow(others, openLogKeeper(unwitnessed()))).toBe(true);
}

const conflict = (known: number): WitnessReply => ({
  ...{ status: 409, type: 'text/x.tlog.size' },
  body: `${known}\n`,
});

/** A witness's refusal of another root for the same size. */
const REFUSALS: readonly (readonly [string, (known: number) => WitnessReply])[] = [
  ['409 with the size', conflict],
  ['409 with something else', () => ({ status: 409, body: 'other root\n' })],
  ['422', () => ({ status: 422, body: 'bad consistency proof\n' })],
];

async function expectStopped(keeper: LogKeeper, entries: number, known: number): Promise<void> {
  expect(await grow(1, keeper)).toBe(false);
  expect(await size()).toBe(entries);
  expect(await logProblems(api.services)).toEqual([
    expect.stringContaining(
      `the witness witness.example.com: has other entries than this log up to ${known}. The log is forked`,
    ),
  ]);
  expect(await isLogForked(api.services)).toBe(true);
  expect(await healthOfLog()).toBe('failing');
}

describe('a log that goes on from an old backup', () => {
  it('signs nothing more once a witness refuses it, whatever happens after, while envelopes are sealed', async () => {
    await fork({ lost: 2, others: 3 });
    const [entries, known] = [await size(), witnessed()];
    const keeper = openLogKeeper(api.services);
    await expectStopped(keeper, entries, known);
    expect((await auditLog(api.services, { kept: null, recovered: null })).faults).toContainEqual({
      check: 'witnessed_checkpoint',
      detail: `${witness.vkey} signed ${known} other entries`,
    });

    // Restarted while the witness is offline, has dropped the log, or is broken.
    witness.isDown = true;
    await expectStopped(openLogKeeper(api.services), entries, known);
    witness.isDown = false;
    for (const [status, body] of [
      [404, 'unknown log'],
      [403, 'no'],
      [500, 'oops'],
      [200, ''],
    ] as const) {
      witness.lie = () => ({ status, body });
      await expectStopped(openLogKeeper(api.services), entries, known);
    }
    witness.lie = null;
    api.clock.now = new Date(api.clock.now.getTime() + MINUTE_MS);
    await expectStopped(keeper, entries, known);

    const sent = await sendDraft(api, tenant.apiKey, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    await signAs(api, sent, ALICE);
    const { organizationId, apiKey: key } = tenant;
    const id = sent.envelope.id as string;
    await sealEnvelope(api.services, { organizationId, envelopeId: id });
    const query = { variant: 'sealed' } as const;
    expect((await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id }, query })).status).toBe(
      200,
    );
    expect((await api.ask('GET /api/v1/envelopes/{id}/evidence', { key, path: { id } })).json.log).toBeNull();
  });

  it('is called forked by the commands of the operator', { timeout: patience(90_000) }, async () => {
    await fork({ lost: 2, others: 3 });
    const [entries, known] = [await size(), witnessed()];
    await draft();
    const sentence = `the witness witness.example.com: has other entries than this log up to ${known}. The log is forked, and nothing is signed until you resolve that: see "A forked log" in docs/transparency-log.md`;
    const published = await run('log', 'publish');
    expect(published.code).toBe(1);
    expect(published.stderr).toContain(`countersign: nothing was signed: ${sentence}`);

    witness.isDown = true;
    const status = await run('log', 'status');
    expect(status).toMatchObject({
      code: 1,
      stderr: 'countersign: the log is forked: no new checkpoint is signed\n',
    });
    expect(status.stdout.split('\n')).toEqual([
      expect.stringMatching(/^log\.example\.com\+/),
      expect.stringMatching(new RegExp(`^${entries} entries, `)),
      expect.stringContaining(sentence),
      '',
    ]);
    const doctor = await run('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain(`fail  log: ${sentence}`);

    const { LOG_WITNESSES } = env;
    try {
      delete env['LOG_WITNESSES'];
      const former = await run('log', 'status');
      expect(former.code).toBe(0);
      expect(former.stdout).toContain(`not in LOG_WITNESSES, so ignored: ${sentence}`);
    } finally {
      env['LOG_WITNESSES'] = LOG_WITNESSES ?? '';
    }
  });

  it.each(REFUSALS)('is told apart when it has as many entries as the other: %s', async (_, refusal) => {
    await fork({ lost: 2, others: 2 });
    const entries = await size();
    expect(witnessed()).toBe(entries);
    witness.lie = (body) =>
      parseAddCheckpoint(body)?.oldSize === entries ? refusal(entries) : conflict(entries);
    await expectStopped(openLogKeeper(api.services), entries, entries);
  });

  it('is stopped by its copy in the object storage as well', async () => {
    const services = unwitnessed();
    await grow(2);
    const key = `public/log-${computeSha256Hex(ORIGIN).slice(0, 16)}/checkpoint`;
    const other = await readBlob(api.services.storage, key);
    const known = await size();
    await restore(1);
    expect(await grow(2, openLogKeeper(services))).toBe(true);
    const mine = await readBlob(api.services.storage, key);
    await api.services.storage.put(key, other);
    expect(await grow(1, openLogKeeper(services))).toBe(false);
    expect(await size()).toBe(known + 1);
    expect(await logProblems(services)).toEqual([
      expect.stringContaining(
        `the object storage: has other entries than this log up to ${known}. The log is forked`,
      ),
    ]);
    expect(await isLogForked(services)).toBe(true);
    await api.services.storage.put(key, mine);
    expect(await openLogKeeper(services).round({ all: true })).toBe(true);
    expect(await isLogForked(services)).toBe(false);
  });

  it('goes on without the witness once it is no longer configured, which is remembered', async () => {
    await fork({ lost: 1, others: 2 });
    const entries = await size();
    await expectStopped(openLogKeeper(api.services), entries, witnessed());
    const services = unwitnessed();
    expect(await grow(1, openLogKeeper(services))).toBe(true);
    expect(await size()).toBeGreaterThan(entries);
    expect(await logProblems(services)).toEqual([]);
    expect((await auditLog(services, { kept: null, recovered: null })).faults).not.toContainEqual(
      expect.objectContaining({ check: 'witnessed_checkpoint' }),
    );
    expect(await listFormerWitnesses(services)).toEqual([expect.stringContaining('has other entries')]);
  });
});

describe('a single witness that is wrong', () => {
  it('about entries that it never signed stops checkpoints, until it signs again a minute later', async () => {
    await grow(1);
    const keeper = openLogKeeper(api.services);
    await grow(1, keeper);
    const lied = (await size()) + 1;
    witness.lie = (body) => {
      const { oldSize = 0 } = parseAddCheckpoint(body) ?? {};
      return oldSize === lied ? { status: 422, body: 'inconsistent' } : conflict(lied);
    };
    expect(await grow(1, keeper)).toBe(true);
    await expectStopped(keeper, lied, lied);
    witness.lie = null;
    await expectStopped(keeper, lied, lied);
    api.clock.now = new Date(api.clock.now.getTime() + MINUTE_MS);
    expect(await grow(1, keeper)).toBe(true);
    expect(await size()).toBeGreaterThan(lied);
    expect(await logProblems(api.services)).toEqual([]);
    expect(await healthOfLog()).toBe('ok');
  });

  it('about how many entries there are stops checkpoints, until it signs again a minute later', async () => {
    await grow(1);
    const keeper = openLogKeeper(api.services);
    witness.lie = () => conflict(999_999);
    await grow(1, keeper);
    expect(await grow(1, keeper)).toBe(false);
    expect(await logProblems(api.services)).toEqual([expect.stringContaining('a state of 999999 entries')]);
    expect(await isLogForked(api.services)).toBe(false);
    witness.lie = null;
    api.clock.now = new Date(api.clock.now.getTime() + MINUTE_MS);
    expect(await keeper.round({ all: true })).toBe(true);
    expect(await logProblems(api.services)).toEqual([]);
  });

  it.each([
    ['an unknown log', { status: 404, body: 'unknown log' }, "doesn't know this log"],
    ['an unknown key', { status: 403, body: 'invalid signature' }, "doesn't know this log"],
    ['a bad request', { status: 400, body: 'malformed' }, "doesn't sign"],
    ['a proof that is not about its size', { status: 422, body: 'no' }, "doesn't sign"],
    ['a conflict without a size', { status: 409, body: '' }, "doesn't sign"],
    ['a signature of someone else', { status: 200, body: '— witness.example.com AAAA\n' }, "doesn't sign"],
    ['too many requests', { status: 429, body: '' }, "can't be reached"],
    ['a fault of its own', { status: 502, body: '' }, "can't be reached"],
  ])('says %s, and stops nothing', async (_, reply, sentence) => {
    await grow(1);
    witness.lie = () => reply;
    const keeper = openLogKeeper(api.services);
    for (let n = 0; n < 2; n++) {
      expect(await grow(1, keeper)).toBe(true);
      expect(await logProblems(api.services)).toEqual([
        expect.stringContaining(`the witness witness.example.com: ${sentence}`),
      ]);
    }
    expect(await isLogForked(api.services)).toBe(false);
    expect(await healthOfLog()).toBe('failing');
  });
});

it('has no problem when another process signs more before the witness answers', async () => {
  await grow(1);
  let isFirst = true;
  const { outbound } = api.services;
  const slow: LogServices = {
    ...api.services,
    outbound: async (request) => {
      if (isFirst) {
        isFirst = false;
        await grow(1);
      }
      return await outbound(request);
    },
  };
  const before = await size();
  await grow(1, openLogKeeper(slow));
  expect(witnessed()).toBe(before + 2);
  expect(await logProblems(api.services)).toEqual([]);
});
