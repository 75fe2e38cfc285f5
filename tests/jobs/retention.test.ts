import { beforeEach, describe, expect, it } from 'vitest';
import { ERASED_PERSON } from '#domain/organization/retention.ts';
import { verifyChain } from '#domain/event/chain.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { eraseByRetention } from '#server/jobs/erase-by-retention.ts';
import { reviewBlobs } from '#server/jobs/review-blobs.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { mutate, query } from '../support/account.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { callDashboard, refusalIn, sessionOf } from '../support/session.ts';
import { signAs, tokenOf } from '../support/signer.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

let tenant: Tenant;
let cookie: string;
beforeEach(async () => {
  tenant = await api.tenant();
  cookie = await sessionOf(api, tenant.organizationId, 'admin');
});

const YEAR_MS = 366 * 24 * 3_600_000;
const retention = () => query(api, cookie, 'retention.get');
const ask = (procedure: string, input: unknown) =>
  callDashboard(api, 'mutation', `retention.${procedure}`, { cookie, input });

/** Creates an envelope that Alice has signed, sealed by default. Returns its id. */
async function completed({ sealed = true } = {}): Promise<string> {
  const sent = await sendDraft(api, tenant.apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
    copies: [{ ...BOB, when: 'completed' }],
    message: { body: 'A private word to Alice' },
    metadata: { customer: 'Alice of 12 Elm Street' },
  });
  await signAs(api, sent, ALICE);
  const { id } = sent.envelope;
  if (sealed) await sealEnvelope(api.services, { organizationId: tenant.organizationId, envelopeId: id });
  return id;
}

const eventsOf = (id: string) => owner.sql`
  select envelope_id as "envelopeId", organization_id as "organizationId", seq, actor_type as "actorType",
    actor_id as "actorId", action, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
    salt, payload, ip_address as "ipAddress", user_agent as "userAgent", digest, prev_hash as "prevHash", hash
  from events where envelope_id = ${id} order by seq`;

/**
 * Returns all texts that the database still has about an envelope or its organization, except the tombstone.
 */
async function everythingStored(id: string): Promise<string> {
  const tables = await owner.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'envelope_id' and table_name <> 'administrative_actions'`;
  const rows: unknown[] = [await owner.sql`select * from envelopes where id = ${id}`];
  for (const { name } of tables)
    rows.push(await owner.sql`select * from ${owner.sql(name)} where envelope_id = ${id}`);
  rows.push(await owner.sql`select * from outbox_mails where organization_id = ${tenant.organizationId}`);
  return JSON.stringify(rows);
}

describe('the retention rule', () => {
  it('erases what ended longer ago, and leaves a tombstone with which the chain verifies', async () => {
    const id = await completed();
    const before = await eventsOf(id);
    for (const word of [ALICE.email, 'Elm Street']) expect(await everythingStored(id)).toContain(word);
    await mutate(api, cookie, 'retention.change', { years: 2 });
    await eraseByRetention(api.services);
    expect((await retention()).erasures).toEqual([]);

    api.clock.now = new Date(api.clock.now.getTime() + 2 * YEAR_MS);
    cookie = await sessionOf(api, tenant.organizationId, 'admin');
    await eraseByRetention(api.services);
    const stored = await everythingStored(id);
    for (const word of [ALICE.email, ALICE.name, BOB.email, BOB.name, 'private word', 'Elm Street'])
      expect(stored).not.toContain(word);
    const after = await eventsOf(id);
    expect(after.map(({ digest, hash }) => [digest, hash])).toEqual(
      before.map(({ digest, hash }) => [digest, hash]),
    );
    expect(
      after.every(({ payload, salt, actorId }) => payload === null && salt === null && actorId === null),
    ).toBe(true);
    expect(verifyChain(after as never, computeSha256Hex)).toMatchObject({
      ok: true,
      head: before.at(-1)?.['hash'],
    });
    const { erasures } = await retention();
    expect(erasures).toMatchObject([
      { envelopeId: id, reason: 'retention', headHash: before.at(-1)?.['hash'], eventCount: before.length },
    ]);
    expect(Object.keys(erasures[0].documents).sort()).toEqual(['original', 'prepared', 'sealed']);
    const gone = await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
    expect(gone.status).toBe(404);
    const actions = (await query(api, cookie, 'administrativeAction.list')).items;
    expect(actions).toContainEqual(expect.objectContaining({ action: 'envelope.erased', subjectName: id }));
  });

  it('removes the bytes once nothing refers to them', async () => {
    const id = await completed();
    const keys = await owner.sql<{ key: string }[]>`
      select storage_key as key from documents where envelope_id = ${id}`;
    await mutate(api, cookie, 'retention.eraseEnvelope', { envelopeId: id });
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.blobGraceMs + 60_000);
    await reviewBlobs(api.services);
    for (const { key } of keys) expect(await api.services.storage.stat(key)).toBeNull();
  });

  it('does not touch what is open, not sealed yet, or of another organization', async () => {
    const open = (await sendDraft(api, tenant.apiKey)).envelope.id;
    const unsealed = await completed({ sealed: false });
    const other = await api.tenant();
    await mutate(api, cookie, 'retention.change', { years: 1 });
    api.clock.now = new Date(api.clock.now.getTime() + 3 * YEAR_MS);
    await eraseByRetention(api.services);
    for (const id of [open, unsealed]) {
      const answer = await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
      expect(answer.status).toBe(200);
    }
    cookie = await sessionOf(api, other.organizationId, 'admin');
    expect(refusalIn(await ask('eraseEnvelope', { envelopeId: unsealed }))?.code).toBe('not_found');
  });
});

describe('a legal hold', () => {
  it('beats the rule, a request and the database owner’s function, until it is released', async () => {
    const id = await completed();
    await mutate(api, cookie, 'retention.change', { years: 1 });
    await mutate(api, cookie, 'retention.placeHold', { envelopeId: id, reason: 'Dispute' });
    api.clock.now = new Date(api.clock.now.getTime() + 2 * YEAR_MS);
    cookie = await sessionOf(api, tenant.organizationId, 'admin');
    await eraseByRetention(api.services);
    expect(refusalIn(await ask('eraseEnvelope', { envelopeId: id }))).toMatchObject({
      code: 'invalid_state',
      message: REFUSAL_MESSAGES.envelope_held,
      details: { reason: 'held' },
    });
    expect(await mutate(api, cookie, 'retention.erasePerson', { email: ALICE.email })).toEqual({
      ...{ erased: 0, held: 1, open: 0 },
    });
    expect((await retention()).holds).toMatchObject([{ envelopeId: id, reason: 'Dispute' }]);
    const held = async (envelopeId: string) => {
      const answer = await callDashboard(api, 'query', 'retention.get', { cookie, input: { envelopeId } });
      return (answer.json?.result?.data as { holds: unknown[] }).holds.length;
    };
    expect([await held(id), await held('env_another')]).toEqual([1, 0]);
    expect(await everythingStored(id)).toContain(ALICE.email);

    await mutate(api, cookie, 'retention.releaseHold', { envelopeId: id });
    await eraseByRetention(api.services);
    expect((await retention()).erasures).toMatchObject([{ envelopeId: id }]);
  });

  it('and an erasure at the same moment: one of the two happens', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await completed();
      const asks = [
        () => ask('placeHold', { envelopeId: id, reason: 'Dispute' }),
        () => ask('eraseEnvelope', { envelopeId: id }),
      ];
      await Promise.all((round % 2 === 0 ? asks : asks.reverse()).map((one) => one()));
      const { holds, erasures } = await retention();
      const isHeld = holds.some(({ envelopeId }: { envelopeId: string }) => envelopeId === id);
      const isErased = erasures.some(({ envelopeId }: { envelopeId: string }) => envelopeId === id);
      expect([isHeld, isErased].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('erasing at the moment of', () => {
  it('the seal: the envelope is sealed, or erased after it', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await completed({ sealed: false });
      const target = { organizationId: tenant.organizationId, envelopeId: id };
      await Promise.all([sealEnvelope(api.services, target), ask('eraseEnvelope', { envelopeId: id })]);
      await ask('eraseEnvelope', { envelopeId: id });
      const { erasures } = await retention();
      const mine = erasures.filter(({ envelopeId }: { envelopeId: string }) => envelopeId === id);
      expect(mine).toHaveLength(1);
      expect(mine[0].documents.sealed).toMatch(/^[0-9a-f]{64}$/);
      // The retried job finds nothing to do.
      await sealEnvelope(api.services, target);
      expect(await owner.sql`select variant from documents where envelope_id = ${id}`).toEqual([]);
    }
  });

  it('the last signature: it counts, and the envelope stays until it is sealed', async () => {
    const sent = await sendDraft(api, tenant.apiKey, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    const { id } = sent.envelope;
    const [, erased] = await Promise.all([
      signAs(api, sent, ALICE),
      ask('eraseEnvelope', { envelopeId: id }),
    ]);
    expect(refusalIn(erased)).toMatchObject({ code: 'invalid_state', details: { reason: 'open' } });
    const { json } = await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
    expect(json.envelope.status).toBe('completed');
  });
});

describe('erasing a person', () => {
  it('takes them out of every ended envelope and the address book, and keeps the documents', async () => {
    const ids = [await completed(), await completed()];
    const open = (await sendDraft(api, tenant.apiKey)).envelope.id;
    expect(await mutate(api, cookie, 'retention.erasePerson', { email: ALICE.email.toUpperCase() })).toEqual({
      ...{ erased: 2, held: 0, open: 1 },
    });
    for (const id of ids) {
      const stored = await everythingStored(id);
      expect(stored).not.toContain(ALICE.email);
      expect(stored).not.toContain(ALICE.name);
      expect(stored).toContain(BOB.email);
      const { json } = await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey });
      expect(json.participants[0]).toMatchObject(ERASED_PERSON);
      expect(verifyChain((await eventsOf(id)) as never, computeSha256Hex)).toMatchObject({ ok: true });
      const document = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, {
        key: tenant.apiKey,
      });
      expect(document.status).toBe(200);
    }
    expect(await everythingStored(open)).toContain(ALICE.email);
    const contacts = await owner.sql`
      select email from contacts where organization_id = ${tenant.organizationId} and email = ${ALICE.email}`;
    expect(contacts).toEqual([]);
    const recorded = (await query(api, cookie, 'administrativeAction.list')).items;
    const action = recorded.find((one: { action: string }) => one.action === 'person.erased');
    expect(action).toMatchObject({ action: 'person.erased', details: { erased: '2', held: '0', open: '1' } });
    expect(JSON.stringify(action)).not.toContain(ALICE.email);
  });
});

describe('what a person asked before they handed over their turn', () => {
  it('is erased with them, and the answer with it', async () => {
    const sent = await sendDraft(api, tenant.apiKey, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    const { id } = sent.envelope;
    const asked = await api.ask('POST /api/signer/threads', {
      key: await tokenOf(api, sent, ALICE.email),
      body: { kind: 'question', text: 'Is the cellar dry?' },
    });
    await api.ask('POST /api/v1/envelopes/{id}/threads/{threadId}/messages', {
      key: tenant.apiKey,
      path: { id, threadId: asked.json.id },
      body: { text: 'Only in summer.' },
    });
    await api.ask('POST /api/signer/delegate', { key: await tokenOf(api, sent, ALICE.email), body: BOB });
    await signAs(api, sent, BOB);
    await sealEnvelope(api.services, { organizationId: tenant.organizationId, envelopeId: id });
    for (const words of ['cellar', 'summer']) expect(await everythingStored(id)).toContain(words);
    await mutate(api, cookie, 'retention.erasePerson', { email: ALICE.email });
    for (const words of ['cellar', 'summer']) expect(await everythingStored(id)).not.toContain(words);
    expect(verifyChain((await eventsOf(id)) as never, computeSha256Hex)).toMatchObject({ ok: true });
  });
});

describe('the database', () => {
  it('refuses to change or delete a tombstone, and an erased envelope', async () => {
    const id = await completed();
    await mutate(api, cookie, 'retention.eraseEnvelope', { envelopeId: id });
    await expect(owner.sql`delete from erasures where envelope_id = ${id}`).rejects.toThrow(
      'cannot be changed',
    );
    await expect(owner.sql`update erasures set documents = '{}'`).rejects.toThrow('cannot be changed');
    await expect(
      owner.sql`update envelopes set display_name = 'Back', deleted_at = null where id = ${id}`,
    ).rejects.toThrow('erased envelope cannot change');
  });
});
