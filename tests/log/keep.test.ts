import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { toBase64, encodeUtf8 } from '#domain/log/bytes.ts';
import { parseCheckpointText } from '#domain/log/checkpoint.ts';
import { logFault } from '#domain/log/inclusion.ts';
import { parseNote } from '#domain/log/note.ts';
import { parseProof } from '#domain/log/proof.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import { appendDueHeads, getDueCutoffs } from '#server/log/append.ts';
import { exportLog } from '#server/log/export.ts';
import { logProblems } from '#server/log/health.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { expectError } from '../support/answers.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { HAS_GO, readWithGo } from '../support/log.ts';
import { MINUTE_MS, pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const draft = async (key = tenant.apiKey) => (await createDraft(api, key)).json.envelope.id as string;
const keep = async (all = true) => await openLogKeeper(api.services).round({ all });
async function evidence(id: string, key = tenant.apiKey) {
  const { data } = await api.client(key).GET('/api/v1/envelopes/{id}/evidence', { params: { path: { id } } });
  if (data === undefined) throw new Error('no evidence');
  return data;
}
async function published() {
  const { status, bytes } = await api.call('GET', '/log/checkpoint');
  expect(status).toBe(200);
  const checkpoint = parseCheckpointText(parseNote(bytes.toString())?.text ?? '');
  if (checkpoint === null) throw new Error('no checkpoint');
  return checkpoint;
}

describe('the log', () => {
  it('has no checkpoint before the first entry, but a key', async () => {
    expectError(await api.call('GET', '/log/checkpoint'), 'not_found');
    const { bytes } = await api.call('GET', '/log/vkey');
    expect(bytes.toString()).toMatch(/^localhost:3000\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+\n$/);
  });

  it('is waited for by a call that asks for the newest event’s proof', async () => {
    const { envelope } = await sendDraft(api, tenant.apiKey);
    const waiting = api.client(tenant.apiKey).GET('/api/v1/envelopes/{id}/evidence', {
      params: { path: { id: envelope.id }, query: { wait: 30 } },
    });
    expect((await evidence(envelope.id)).log).toBeNull();
    expect(await keep()).toBe(true);
    const { data } = await waiting;
    expect(JSON.parse(data?.log?.preimage ?? 'null')).toMatchObject({ headHash: data?.headHash });
  });

  it('proves an envelope to someone who has only the evidence', async () => {
    const { envelope } = await sendDraft(api, tenant.apiKey);
    expect((await evidence(envelope.id)).log).toBeNull();
    expect(await keep()).toBe(true);
    const { log, events, organizationId } = await evidence(envelope.id);
    if (log === null) throw new Error('not in the log');
    const chain = { organizationId, envelopeId: envelope.id, events };
    expect(logFault(log, chain, computeSha256Hex)).toBeNull();
    expect(JSON.parse(log.preimage)).toMatchObject({ seq: events.length, headHash: events.at(-1)?.hash });
    expect(logFault(log, { ...chain, events: events.slice(0, -1) }, computeSha256Hex)).toBe('chain_cut');
    expect(parseProof(log.proof)?.index).toBe(log.index);
  });

  it('takes heads of all organizations, and each again after it has grown', async () => {
    const other = await api.tenant();
    const [own, foreign] = [await draft(), await draft(other.apiKey)];
    await keep();
    const before = await published();
    expect(JSON.parse((await evidence(foreign, other.apiKey)).log?.preimage ?? '')).toMatchObject({
      organizationId: other.organizationId,
    });
    await keep();
    expect(await published()).toEqual(before);
    await api.client(tenant.apiKey).POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id: own } },
      body: { expectedVersion: 1 },
    });
    await keep();
    expect((await published()).size).toBe(before.size + 1);
  });

  it('takes a head within a minute of quiet, and within an hour in any case', async () => {
    const { apiKey } = tenant;
    await keep();
    const { size } = await published();
    const id = await draft();
    await keep(false);
    expect((await published()).size).toBe(size);
    pass(api, MINUTE_MS);
    await keep(false);
    expect((await published()).size).toBe(size + 1);

    const growing = await draft();
    for (let minutes = 0; minutes < 60; minutes += 0.5) {
      await owner.sql`update changed_heads set latest = ${api.clock.now} where envelope_id = ${growing}`;
      pass(api, MINUTE_MS / 2);
    }
    await owner.sql`update changed_heads set latest = ${api.clock.now} where envelope_id = ${growing}`;
    await keep(false);
    expect((await published()).size).toBe(size + 2);
    expect((await evidence(id, apiKey)).log).not.toBeNull();
  });

  it('serves exactly the tiles that a checkpoint needed', async () => {
    await draft();
    await keep();
    const { size } = await published();
    await draft();
    await appendDueHeads(api.services, getDueCutoffs(api.clock.now, true));
    const get = async (path: string) => await api.call('GET', `/log/tile/${path}`);
    const tile = await get(`0/000.p/${size}`);
    expect([tile.status, tile.bytes.length]).toEqual([200, size * 32]);
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get(`entries/000.p/${size}`)).bytes).toHaveLength(size * 34);
    for (const path of [`0/000.p/${size + 1}`, '0/000', '1/000.p/1', '0/001.p/1', 'entries/000', '9/000', ''])
      expectError(await get(path), 'not_found');
    await keep();
    expect((await get(`0/000.p/${size + 1}`)).status).toBe(200);
    expect((await get(`0/000.p/${size}`)).bytes.equals(tile.bytes)).toBe(true);
  });

  it('loses and repeats no head when processes append at once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push(await draft());
    await Promise.all(Array.from({ length: 6 }, () => keep()));
    await keep();
    const found = await Promise.all(ids.map((id) => evidence(id)));
    const indexes = found.map(({ log }) => log?.index);
    expect(new Set(indexes).size).toBe(ids.length);
    for (const { log, events, envelopeId, organizationId } of found)
      expect(log && logFault(log, { organizationId, envelopeId, events }, computeSha256Hex)).toBeNull();
    expect((await owner.sql`select from changed_heads`).length).toBe(0);
  });

  it.skipIf(!HAS_GO)('is read by Go’s packages as it is exported', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'log-'));
    try {
      const id = await draft();
      await keep();
      const old = join(directory, 'old');
      writeFileSync(old, (await api.call('GET', '/log/checkpoint')).bytes);
      await draft();
      await keep();
      const { mkdir, writeFile } = await import('node:fs/promises');
      await exportLog(api.services, async (path, content) => {
        await mkdir(join(directory, path, '..'), { recursive: true });
        await writeFile(join(directory, path), content);
      });
      const { log } = await evidence(id);
      const proof = join(directory, 'proof');
      writeFileSync(proof, log?.proof ?? '');
      const vkey = (await api.call('GET', '/log/vkey')).bytes.toString().trim();
      const entry = toBase64(computeSha256Bytes(encodeUtf8(log?.preimage ?? '')));
      const { size } = await published();
      expect(await readWithGo({ log: directory, vkey, old, proof, entry })).toMatchObject({
        size,
        continues: size - 1,
        proven: log?.index,
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('killed between two steps, the log', () => {
  it('signs what was appended, and publishes what was signed', async () => {
    const id = await draft();
    const due = getDueCutoffs(api.clock.now, true);
    while ((await appendDueHeads(api.services, due)) > 0);
    expect((await evidence(id)).log).toBeNull();
    const storage = {
      ...api.services.storage,
      put: () => Promise.reject(new Error('killed')),
    };
    await expect(openLogKeeper({ ...api.services, storage }).round()).rejects.toThrow('killed');
    expect((await evidence(id)).log).toBeNull();
    expect(await keep()).toBe(true);
    expect((await evidence(id)).log).not.toBeNull();
  });

  it('puts the checkpoint into the storage that was only kept', async () => {
    await draft();
    const { put } = api.services.storage;
    const storage: typeof api.services.storage = {
      ...api.services.storage,
      put: (key, ...rest) =>
        key.endsWith('/checkpoint') ? Promise.reject(new Error('killed')) : put(key, ...rest),
    };
    await expect(openLogKeeper({ ...api.services, storage }).round({ all: true })).rejects.toThrow('killed');
    const { size } = await published();
    expect(await keep()).toBe(true);
    const rows = await owner.sql`select size::int, problem from log_observers where name = 'storage'`;
    expect(rows[0]?.['problem']).toBeNull();
    await keep();
    expect((await published()).size).toBe(size);
    expect(await logProblems(api.services)).toEqual([]);
  });
});

describe('the database', () => {
  it('refuses a changed, skipped or deleted entry, also to its owner', async () => {
    await draft();
    await keep();
    const refused = async (statement: string, reason: RegExp) =>
      await expect(owner.sql.unsafe(statement), statement).rejects.toThrow(reason);
    for (const table of ['log_tiles', 'log_leaves', 'log_checkpoints', 'log_identity']) {
      await refused(`delete from ${table}`, /cannot be changed or deleted/);
      await refused(`truncate ${table} cascade`, /cannot be changed or deleted/);
    }
    await refused(`update log_leaves set seq = seq + 1`, /cannot be changed/);
    await refused(`update log_checkpoints set note = ''`, /cannot be changed/);
    for (const change of [`origin = 'x'`, `public_key = '\\x00'`, `created_at = now()`])
      await refused(`update log_identity set ${change}`, /cannot be changed/);
    await refused(
      `update log_tiles set content = set_byte(content, 0, 255 - get_byte(content, 0)) || content where level = 0`,
      /can only be continued/,
    );
    await refused(`update log_tiles set content = substring(content for 32)`, /can only be continued/);
    await refused(`update log_tiles set content = content || '\\x00' where level = 0`, /log_tiles_content/);
    await refused(
      `insert into log_tiles select level, 1, content from log_tiles where level = 0`,
      /does not follow a full one/,
    );
    await refused(
      `insert into log_leaves select position + 1, organization_id, envelope_id, seq + 1, head_hash, nonce from log_leaves`,
      /does not match an event/,
    );
    await refused(
      `insert into log_checkpoints select size, note, signed_at from log_checkpoints`,
      /does not follow the latest one/,
    );
    await refused(
      `insert into log_checkpoints select max(size) + 1, '', now() from log_checkpoints`,
      /fewer than \d+ entries/,
    );
  });

  it('refuses a leaf that is not what its entry is the hash of', async () => {
    const id = await draft();
    await keep();
    await draft();
    await appendDueHeads(api.services, getDueCutoffs(api.clock.now, true));
    const [row] = await owner.sql`select position::int from log_leaves where envelope_id = ${id}`;
    await owner.sql.begin(async (tx) => {
      await tx.unsafe(`set local session_replication_role = replica`);
      await tx`delete from log_leaves where envelope_id = ${id}`;
    });
    await expect(
      owner.sql`insert into log_leaves select ${row?.['position'] as number}, organization_id, envelope_id, seq, hash, 'another nonce' from events where envelope_id = ${id} and seq = 1`,
    ).rejects.toThrow(/does not match its entry/);
  });
});
