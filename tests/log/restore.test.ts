import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '#server/log/audit/audit.ts';
import { openServedCopy, openStoredCopy } from '#server/log/copy.ts';
import { exportLog } from '#server/log/export.ts';
import { logProblems } from '#server/log/health.ts';
import { openLogIdentity } from '#server/log/identity.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { recoverLog } from '#server/log/recover.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const keep = async () => await openLogKeeper(api.services).round({ all: true });
const size = async () => (await readLatestCheckpoint(api.services.db.drizzle))?.size ?? 0;
async function grow(): Promise<void> {
  await createDraft(api, tenant.apiKey);
  await keep();
}

/** Rolls the log's tables back by `entries`, as restoring a backup would. */
async function restore(entries: number): Promise<void> {
  const before = (await size()) - entries;
  await owner.sql.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica');
    await tx`delete from log_leaves where position >= ${before}`;
    await tx`delete from log_checkpoints where size > ${before}`;
    await tx`delete from log_observers`;
    await tx`update log_tiles set content = substring(content for ${before} * (case when level < 0 then 34 else 32 end))`;
  });
}

it('signs nothing after a restored backup, says so, and goes on after it was recovered', async () => {
  for (let n = 0; n < 4; n++) await grow();
  const latest = await size();
  await restore(2);
  await createDraft(api, tenant.apiKey);
  expect(await keep()).toBe(false);
  expect(await size()).toBe(latest - 2);
  expect(await logProblems(api.services)).toEqual([
    expect.stringMatching(
      /^the object storage: has a state of \d+ entries, but the database has only \d+\. .*log recover/,
    ),
  ]);
  expect((await api.call('GET', '/api/health')).json).toMatchObject({
    status: 'degraded',
    checks: { log: 'failing' },
  });

  const { origin } = await openLogIdentity(api.services);
  const copy = openStoredCopy(api.services.storage, origin);
  expect(await recoverLog(api.services, copy)).toEqual({ before: latest - 2, after: latest });
  expect(await keep()).toBe(true);
  expect(await size()).toBeGreaterThan(latest);
  expect(await logProblems(api.services)).toEqual([]);

  const recovered = { start: latest - 2, end: latest };
  expect((await auditLog(api.services, { kept: null, recovered })).faults).toEqual([
    // The test left the chains of these entries in place.
    ...[1, 2].map(() => expect.objectContaining({ check: 'head_unlogged' })),
  ]);
});

it('is recovered from an exported copy, and from nothing else', async () => {
  for (let n = 0; n < 3; n++) await grow();
  const directory = mkdtempSync(join(tmpdir(), 'log-'));
  try {
    await exportLog(api.services, async (path, content) => {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    });
    const latest = await size();
    await restore(2);
    const copy = openServedCopy(async (path) => new Uint8Array(await readFile(join(directory, path))));
    const broken: typeof copy = {
      ...copy,
      bundle: async (...asked) => (await copy.bundle(...asked))?.map((byte) => byte ^ 1) ?? null,
    };
    await expect(recoverLog(api.services, broken)).rejects.toThrow();
    expect(await size()).toBe(latest - 2);
    expect(await recoverLog(api.services, copy)).toMatchObject({ after: latest });
    expect(await keep()).toBe(true);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('signs nothing while the storage cannot be reached', async () => {
  await createDraft(api, tenant.apiKey);
  const storage = {
    ...api.services.storage,
    stat: () => Promise.reject(new Error('no route to the bucket')),
  };
  const before = await size();
  expect(await openLogKeeper({ ...api.services, storage }).round({ all: true })).toBe(false);
  expect(await size()).toBe(before);
  expect(await logProblems(api.services)).toEqual([
    expect.stringMatching(/^the object storage: can't be reached/),
  ]);
  expect(await keep()).toBe(true);
  expect(await logProblems(api.services)).toEqual([]);
});
