import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { query } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { openCaller } from '../../support/caller.ts';
import { ALICE, BOB, createDraft, sendDraft } from '../../support/envelopes.ts';
import { HOUR_MS, pass } from '../../support/moments.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi({ work: true });
const owner = useOwner(api);

async function ready() {
  const { apiKey: key, organizationId } = await api.tenant();
  const cookie = await sessionOf(api, organizationId, 'viewer');
  const ask = (procedure: string, input: unknown) =>
    callDashboard(api, 'query', `envelope.${procedure}`, { cookie, input });
  const read = async (procedure: string, input: unknown) => {
    const answer = await ask(procedure, input);
    expect(answer.status).toBe(200);
    return answer.json.result.data;
  };
  return { key, organizationId, cookie, ask, read };
}

async function completed(key: string) {
  const sent = await sendDraft(api, key);
  await signAs(api, sent, ALICE);
  await signAs(api, sent, BOB);
  const { id } = sent.envelope;
  return await api.until('the seal', async () => {
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    return json.envelope.sealedAt !== null && json;
  });
}

describe.each([
  ['rows', { ids: [] }],
  ['choices', {}],
  ['verification', { id: 'env_x' }],
  ['downloadMany', { ids: ['env_x'] }],
])('%s', (procedure, input) => {
  it('requires a session, and rejects unknown input', async () => {
    expect(refusalIn(await callDashboard(api, 'query', `envelope.${procedure}`, { input }))).toMatchObject({
      code: 'unauthorized',
    });
    const { ask } = await ready();
    const answer = await ask(procedure, { ...input, surprise: 1 });
    expect([answer.status, refusalIn(answer)]).toMatchObject([422, { code: 'validation_failed' }]);
  });
});

describe('rows', () => {
  it('are those of the list, only of the organization, without deleted ones', async () => {
    const { key, read } = await ready();
    const other = (await createDraft(api, (await api.tenant()).apiKey)).json.envelope;
    const sent = (await sendDraft(api, key)).envelope;
    const gone = (await createDraft(api, key)).json.envelope;
    await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id: gone.id } });
    const listed = (await api.ask('GET /api/v1/envelopes', { key })).json.items;
    expect(listed).toHaveLength(1);
    const ids = [other.id, sent.id, gone.id, 'env_none', sent.id];
    expect((await read('rows', { ids })).items).toEqual(listed);
    expect((await read('rows', { ids: [] })).items).toEqual([]);
  });

  it('are limited to a hundred', async () => {
    const { ask } = await ready();
    expect((await ask('rows', { ids: Array.from({ length: 101 }, (_, i) => `e${i}`) })).status).toBe(422);
  });

  it('show whose turn it is and since when, regardless of reminders and new links', async () => {
    const { key, read } = await ready();
    const sent = await sendDraft(api, key);
    const { id } = sent.envelope;
    const [alice, bob] = sent.participants;
    const row = async () => (await read('rows', { ids: [id] })).items[0].waitingFor;
    const first = { participantId: alice.id, name: ALICE.name, since: sent.envelope.sentAt, otherCount: 0 };
    expect(await row()).toEqual(first);
    pass(api, HOUR_MS);
    await api.ask('POST /api/v1/envelopes/{id}/remind', { key, path: { id }, body: { expectedVersion: 3 } });
    expect(await row()).toEqual(first);
    pass(api, HOUR_MS);
    await signAs(api, sent, ALICE);
    expect(await row()).toEqual({
      participantId: bob.id,
      name: BOB.name,
      since: api.clock.now.toISOString(),
      otherCount: 0,
    });
    await signAs(api, sent, BOB);
    expect(await row()).toBeNull();
  });
});

describe('choices', () => {
  it('are teams and templates of the organization, by name', async () => {
    const { key, read } = await ready();
    const sent = await sendDraft(api, key);
    const roles = sent.participants.map(({ id, name }: { id: string; name: string }) => ({
      name,
      participantId: id,
    }));
    const make = async (name: string) =>
      (
        await api.ask('POST /api/v1/templates', {
          key,
          body: { sourceEnvelopeId: sent.envelope.id, name, roles },
        })
      ).json.template;
    const [late, early] = [await make('Tenancy'), await make('NDA')];
    const choices = await read('choices', {});
    expect(choices.templates).toEqual([
      { id: early.id, name: 'NDA' },
      { id: late.id, name: 'Tenancy' },
    ]);
    expect(choices.teams).toEqual([{ id: sent.envelope.teamId, name: expect.any(String) }]);
    expect((await (await ready()).read('choices', {})).templates).toEqual([]);
  });
});

describe('downloadMany', () => {
  const download = async (cookie: string, ids: readonly string[]) =>
    await callDashboard(api, 'query', 'envelope.downloadMany', { cookie, input: { ids } });
  /** Returns the result of a procedure called in process, as pages call it. */
  async function archive(cookie: string, ids: readonly string[]) {
    const response = await (await openCaller(api, cookie)).envelope.downloadMany({ ids: [...ids] });
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Envelopes /);
    return new Uint8Array(await response.arrayBuffer());
  }

  it('contains the sealed or prepared document of each, under unique names', async () => {
    const { key, cookie } = await ready();
    const done = await completed(key);
    const open = await sendDraft(api, key, { displayName: 'Pacht: Ölmühle' });
    const same = await sendDraft(api, key, { displayName: 'pacht: ölmühle' });
    const files = unzipSync(
      await archive(cookie, [done.envelope.id, open.envelope.id, same.envelope.id, open.envelope.id]),
    );
    expect(Object.keys(files)).toEqual([
      'Agreement (signed).pdf',
      'Pacht_ Ölmühle.pdf',
      'pacht_ ölmühle (2).pdf',
    ]);
    const graph = await loadGraph(api.services, done.envelope.organizationId, done.envelope.id);
    const sealed = graph.documents.find(({ variant }) => variant === 'sealed');
    expect(computeSha256Hex(files['Agreement (signed).pdf'] ?? '')).toBe(sealed?.sha256);
    expect(computeSha256Hex(files['Pacht_ Ölmühle.pdf'] ?? '')).toBe(open.envelope.documentHash);
    // The audit log says who took what.
    const administrator = await sessionOf(api, done.envelope.organizationId, 'admin');
    const audit = await query(api, administrator, 'administrativeAction.list');
    expect(audit.items[0]).toMatchObject({
      action: 'envelope.downloaded',
      subjectName: '3',
      details: { envelopes: [done, open, same].map(({ envelope }) => envelope.id).join(', ') },
    });
  });

  it('is refused completely if one is missing, foreign, or has no document', async () => {
    const { key, cookie } = await ready();
    const own = (await createDraft(api, key)).json.envelope.id;
    const foreign = (await createDraft(api, (await api.tenant()).apiKey)).json.envelope.id;
    for (const id of [foreign, 'env_none'])
      expect(refusalIn(await download(cookie, [own, id]))).toMatchObject({ code: 'not_found' });
    const empty = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'a.pdf' } });
    expect(refusalIn(await download(cookie, [own, empty.json.envelope.id]))).toMatchObject({
      code: 'invalid_state',
      details: { envelopeId: empty.json.envelope.id, reason: 'document_missing' },
    });
    expect((await download(cookie, [])).status).toBe(422);
  });

  it('aborts if a file is lost, and never looks complete', async () => {
    const { key, cookie, organizationId } = await ready();
    const ids = [await sendDraft(api, key), await sendDraft(api, key)].map(({ envelope }) => envelope.id);
    const lost = await lose(organizationId, ids[1], 'prepared');
    await expect(archive(cookie, ids)).rejects.toThrow();
    await lost.restore();
  });
});

/** Removes a stored file for a while. Drafts with the same document share it, so it's put back afterwards. */
async function lose(organizationId: string, id: string, variant: string) {
  const graph = await loadGraph(api.services, organizationId, id);
  const key = graph.documents.find((one) => one.variant === variant)?.key ?? '';
  const blob = await api.services.storage.get(key);
  const bytes = new Uint8Array(await new Response(blob?.stream).arrayBuffer());
  await api.services.storage.remove(key);
  return { restore: () => api.services.storage.put(key, bytes), bytes, key };
}

describe('verification', () => {
  const outcomes = (data: { findings: { check: string; outcome: string }[] }) =>
    Object.fromEntries(data.findings.map(({ check, outcome }) => [check, outcome]));

  it('passes every check of a completed envelope', async () => {
    const { key, read } = await ready();
    const { envelope } = await completed(key);
    const data = await read('verification', { id: envelope.id });
    expect(data.checkedAt).toBe(api.clock.now.toISOString());
    expect(outcomes(data)).toEqual({
      chain: 'passed',
      checkpoint: 'nothing_yet',
      original: 'passed',
      signed_document: 'passed',
      sealed_document: 'passed',
      seal: 'passed',
      presented: 'passed',
    });
    const events = (await api.ask('GET /api/v1/envelopes/{id}/events', { key, path: { id: envelope.id } }))
      .json.items;
    expect(data.findings[0]).toMatchObject({ code: 'log_intact', facts: { events: events.length } });
  });

  it('says what a draft does not have yet', async () => {
    const { key, read } = await ready();
    const draft = (await createDraft(api, key)).json.envelope;
    expect(outcomes(await read('verification', { id: draft.id }))).toEqual({
      chain: 'passed',
      checkpoint: 'nothing_yet',
      original: 'passed',
      signed_document: 'passed',
      sealed_document: 'nothing_yet',
      seal: 'nothing_yet',
      presented: 'nothing_yet',
    });
    const empty = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'a.pdf' } });
    const data = await read('verification', { id: empty.json.envelope.id });
    expect(outcomes(data)).toMatchObject({ chain: 'passed', original: 'nothing_yet' });
  });

  it('identifies a changed event', async () => {
    const { key, read } = await ready();
    const { envelope } = await sendDraft(api, key);
    await owner.sql`alter table events disable trigger events_refuse_change`;
    await owner.sql`update events set payload = jsonb_set(payload::jsonb, '{displayName}', '"Another"')
      where envelope_id = ${envelope.id} and seq = 2`;
    await owner.sql`alter table events enable trigger events_refuse_change`;
    const [chain] = (await read('verification', { id: envelope.id })).findings;
    expect(chain).toEqual({
      check: 'chain',
      outcome: 'failed',
      code: 'event_broken',
      facts: { event: 2, reason: 'digest_mismatch' },
    });
  });

  it('says which checkpoint covers the log', async () => {
    const { key, read } = await ready();
    const { envelope } = await sendDraft(api, key);
    await openLogKeeper(api.services).round({ all: true });
    const [, checkpoint] = (await read('verification', { id: envelope.id })).findings;
    expect(checkpoint).toEqual({
      check: 'checkpoint',
      outcome: 'passed',
      code: 'checkpoint_covers',
      facts: { number: expect.any(Number), event: 3, events: 3 },
    });
  });

  it.each([
    [
      'a log that was cut at its end',
      (id: string) => `delete from events where envelope_id = '${id}' and seq = 3`,
      { chain: 'passed', checkpoint: 'failed' },
    ],
    [
      'a log that was rewritten',
      (id: string) => `update events set hash = repeat('f', 64) where envelope_id = '${id}' and seq = 3`,
      { chain: 'failed', checkpoint: 'failed' },
    ],
    [
      'a leaf that was changed with it',
      (id: string) => `update log_leaves set seq = 2, head_hash = (select hash from events
        where envelope_id = '${id}' and seq = 2) where envelope_id = '${id}';
        delete from events where envelope_id = '${id}' and seq = 3`,
      { chain: 'passed', checkpoint: 'failed' },
    ],
    [
      'an envelope whose leaf is another one’s',
      (id: string) => `delete from log_leaves where envelope_id = '${id}';
        update log_leaves set envelope_id = '${id}' where position = (select max(position) from log_leaves)`,
      { chain: 'passed', checkpoint: 'failed' },
    ],
  ])('finds %s by its checkpoint', async (_what, statement, found) => {
    const { key, read } = await ready();
    const { envelope } = await sendDraft(api, key);
    await sendDraft(api, key);
    await openLogKeeper(api.services).round({ all: true });
    // Only the database's owner can do this: it bypasses triggers and foreign keys.
    await owner.sql.begin(async (tx) => {
      await tx.unsafe('set local session_replication_role = replica');
      await tx.unsafe(statement(envelope.id));
    });
    expect(outcomes(await read('verification', { id: envelope.id }))).toMatchObject(found);
  });

  it('finds replaced and lost files', async () => {
    const { key, read, organizationId } = await ready();
    const { envelope } = await completed(key);
    const sealed = await lose(organizationId, envelope.id, 'sealed');
    expect(outcomes(await read('verification', { id: envelope.id }))).toMatchObject({
      sealed_document: 'failed',
      seal: 'nothing_yet',
    });
    const changed = Uint8Array.from(sealed.bytes);
    changed[200] = (changed[200] ?? 0) ^ 1;
    await api.services.storage.put(sealed.key, changed);
    expect(outcomes(await read('verification', { id: envelope.id }))).toMatchObject({
      chain: 'passed',
      signed_document: 'passed',
      sealed_document: 'failed',
      seal: 'failed',
      presented: 'failed',
    });
    await sealed.restore();
    expect(outcomes(await read('verification', { id: envelope.id }))).toMatchObject({ seal: 'passed' });
    const original = await lose(organizationId, envelope.id, 'original');
    expect(outcomes(await read('verification', { id: envelope.id }))).toMatchObject({ original: 'failed' });
    await original.restore();
  });

  it('is limited to the organization', async () => {
    const foreign = (await createDraft(api, (await api.tenant()).apiKey)).json.envelope.id;
    const { ask } = await ready();
    for (const id of [foreign, 'env_none'])
      expect(refusalIn(await ask('verification', { id }))).toMatchObject({ code: 'not_found' });
  });
});
