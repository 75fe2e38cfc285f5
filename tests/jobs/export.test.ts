import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { verifyChain } from '#domain/event/chain.ts';
import { LIMITS } from '#domain/limits.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { buildExport } from '#server/jobs/build-export.ts';
import { forgetExports } from '#server/jobs/forget-exports.ts';
import { sendExportStoppedEmail } from '#server/jobs/stopped-export.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { exportKey } from '#server/storage/keys.ts';
import { mutate, query, whoIs } from '../support/account.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { sessionOf } from '../support/session.ts';
import { signAs } from '../support/signer.ts';

const api = useApi();

let tenant: Tenant;
let cookie: string;
beforeEach(async () => {
  tenant = await api.tenant();
  cookie = await sessionOf(api, tenant.organizationId, 'owner');
});

const SMALL = { exportPartEnvelopes: 2, exportPartBytes: LIMITS.exportPartBytes };
const list = async () => (await query(api, cookie, 'export.list')).items;

async function started() {
  const { id: exportId } = await mutate(api, cookie, 'export.start', {});
  const payload = { organizationId: tenant.organizationId, exportId };
  return { exportId, payload, build: () => buildExport(api.services, payload, SMALL) };
}

async function partOf(exportId: string, number: number): Promise<Record<string, Uint8Array>> {
  return unzipSync(await readBlob(api.services.storage, exportKey(tenant.organizationId, exportId, number)));
}

/** Three envelopes, the first of which is sealed. */
async function threeEnvelopes(): Promise<string[]> {
  const sent = await sendDraft(api, tenant.apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
    displayName: '=A formula, "quoted"',
  });
  await signAs(api, sent, ALICE);
  const { id } = sent.envelope;
  await sealEnvelope(api.services, { organizationId: tenant.organizationId, envelopeId: id });
  const drafts = [await createDraft(api, tenant.apiKey), await createDraft(api, tenant.apiKey)];
  return [id, ...drafts.map(({ json }) => json.envelope.id as string)];
}

describe('an export', () => {
  it('has every document, the event logs and a list, in parts', async () => {
    const ids = await threeEnvelopes();
    const other = await api.tenant();
    await createDraft(api, other.apiKey);
    const { exportId, build } = await started();
    expect(await list()).toMatchObject([{ id: exportId, total: 3, done: 0, finishedAt: null, parts: [] }]);
    await build();
    expect(await list()).toMatchObject([{ done: 2, finishedAt: null, parts: [{ number: 1 }] }]);
    await build();
    await build();
    const [done] = await list();
    expect(done).toMatchObject({ done: 3, finishedAt: api.clock.now.toISOString() });
    expect(done.parts.map(({ number }: { number: number }) => number)).toEqual([1, 2]);

    const parts = [await partOf(exportId, 1), await partOf(exportId, 2)];
    const files: Record<string, Uint8Array> = Object.assign({}, ...parts);
    const [sealed = ''] = ids;
    for (const variant of ['original', 'prepared', 'sealed'])
      expect(strFromU8(files[`${sealed}/${variant}.pdf`]?.subarray(0, 5) ?? new Uint8Array())).toBe('%PDF-');
    const events = JSON.parse(strFromU8(files[`${sealed}/events.json`] ?? new Uint8Array())) as never;
    expect(verifyChain(events, computeSha256Hex)).toMatchObject({ ok: true });
    const index = parts.map((part) => strFromU8(part['index.csv'] ?? new Uint8Array())).join('');
    expect(index).toContain('sealed_sha256');
    expect(index).toContain(`"'=A formula, ""quoted"""`);
    expect(index).toContain(computeSha256Hex(files[`${sealed}/sealed.pdf`] ?? new Uint8Array()));
    const names = Object.keys(files).filter((name) => name !== 'index.csv');
    expect(names.every((name) => ids.includes(name.split('/')[0] ?? ''))).toBe(true);
  });

  it('goes on where it was interrupted, and repeating a job changes nothing', async () => {
    await threeEnvelopes();
    const { exportId, payload, build } = await started();
    await build();
    const first = await partOf(exportId, 1);
    const broken = {
      ...api.services,
      storage: { ...api.services.storage, put: () => Promise.reject(new Error('killed')) },
    };
    await expect(buildExport(broken, payload, SMALL)).rejects.toThrow('killed');
    expect(await list()).toMatchObject([{ done: 2, parts: [{ number: 1 }] }]);
    await Promise.all([build(), build()]);
    await build();
    await build();
    const [done] = await list();
    expect(done).toMatchObject({ done: 3, parts: [{ number: 1 }, { number: 2 }] });
    expect(done.finishedAt).not.toBeNull();
    expect(Object.keys(await partOf(exportId, 1))).toEqual(Object.keys(first));
  });

  it('stops when its starter is no longer an owner, and what there is of it can’t be downloaded', async () => {
    await threeEnvelopes();
    const other = await sessionOf(api, tenant.organizationId, 'owner');
    const { exportId, build } = await started();
    await build();
    const input = { id: exportId, part: 1 };
    const { user } = (await whoIs(api, cookie)).json;
    await mutate(api, other, 'member.changeRole', { userId: user.id, role: 'admin' });
    expect(await mutate(api, other, 'export.download', input)).toBe('not_found');
    await build();
    cookie = other;
    expect(await list()).toMatchObject([
      { done: 2, finishedAt: api.clock.now.toISOString(), stopReason: 'starter_demoted', parts: [] },
    ]);
    expect(await mutate(api, other, 'export.download', input)).toBe('not_found');
    const { items } = await query(api, other, 'administrativeAction.list');
    expect(items.filter(({ action }: { action: string }) => action === 'export.stopped')).toMatchObject([
      { actorName: 'Countersign', details: { reason: 'starter_demoted' } },
    ]);
    expect((await started()).exportId).not.toBe(exportId);
  });

  it('that stopped is told to the owners once, and not to who started it', async () => {
    await threeEnvelopes();
    const other = await sessionOf(api, tenant.organizationId, 'owner');
    const { payload, build } = await started();
    const { user } = (await whoIs(api, cookie)).json;
    await mutate(api, other, 'member.remove', { userId: user.id });
    await build();
    await build();
    const readJobs = async () =>
      await api.services.db.drizzle.execute(
        sql`select data from pgboss.job where name = 'svc/export.stopped' and data->>'exportId' = ${payload.exportId}`,
      );
    expect(await readJobs()).toHaveLength(1);
    const before = (await api.mails(tenant.organizationId, 0)).length;
    await sendExportStoppedEmail(api.services, payload, false);
    await sendExportStoppedEmail(api.services, payload, false);
    const mails = (await api.mails(tenant.organizationId, before + 2)).slice(before);
    // The tenant's owner and the signed-in one, each once.
    expect(mails).toHaveLength(2);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(user.email);
    expect(mails[0]?.subject).toBe('An export of Acme GmbH stopped');
    const text = mails[0]?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(`${user.name} started an export of Acme GmbH and is no longer an owner`);
    expect(text).toContain('http://localhost:3000/settings/export');
  });

  it('runs once at a time', async () => {
    const one = await started();
    const two = await started();
    expect(two.exportId).toBe(one.exportId);
    await one.build();
    expect((await list())[0].finishedAt).not.toBeNull();
    expect((await started()).exportId).not.toBe(one.exportId);
  });

  it('is in the audit log, and gone after a week', async () => {
    await createDraft(api, tenant.apiKey);
    const { exportId, build } = await started();
    await build();
    await build();
    const actions = (await query(api, cookie, 'administrativeAction.list')).items;
    expect(actions.map(({ action }: { action: string }) => action)).toContain('export.started');
    const key = exportKey(tenant.organizationId, exportId, 1);
    await forgetExports(api.services);
    expect(await api.services.storage.stat(key)).not.toBeNull();
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.exportKeptMs + 60_000);
    cookie = await sessionOf(api, tenant.organizationId, 'owner');
    await forgetExports(api.services);
    expect(await list()).toEqual([]);
    expect(await api.services.storage.stat(key)).toBeNull();
  });
});
