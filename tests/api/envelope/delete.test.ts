import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type LinkedEvent, verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { events } from '#server/db/schema/events.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';

const api = useApi();
const remove = (key: string, id: string) => api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id } });

describe('204', () => {
  it('deletes a draft but keeps its log', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answer = await remove(key, envelope.id);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);

    for (const path of ['', '/events', '/document', '/extract', '/evidence']) {
      expectError(await api.call('GET', `/api/v1/envelopes/${envelope.id}${path}`, { key }), 'not_found');
    }
    const send = { key, body: { expectedVersion: 2 } };
    expectError(await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, send), 'not_found');
    expect((await api.ask('GET /api/v1/envelopes', { key })).json.items).toEqual([]);
    expect(
      await transaction(api.services.db, { organizationId }, (tx) =>
        readEvents(tx, organizationId, envelope.id),
      ),
    ).toBeNull();
  });

  it('erases its contents, and its log still verifies', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const metadata = { matter: 'Very private' };
    const message = { subject: null, body: 'Very private' };
    const copies = [{ name: 'Very private', email: 'private@example.com', when: 'completed' }];
    const draft = { displayName: 'Very private', metadata, message, copies };
    const { envelope } = (await createDraft(api, key, draft)).json;
    await remove(key, envelope.id);
    const of = async <Row extends Record<string, unknown>>(table: string, where: string) =>
      await transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute<Row>(sql.raw(`select * from ${table} where ${where} = '${envelope.id}'`)),
      );
    expect([await of('participants', 'envelope_id'), await of('envelope_fields', 'envelope_id')]).toEqual([
      [],
      [],
    ]);
    expect(await of('copy_recipients', 'envelope_id')).toEqual([]);
    expect(JSON.stringify(await of('envelopes', 'id'))).not.toContain('Very private');
    expect(JSON.stringify(await of('search_documents', 'envelope_id'))).not.toMatch(/private/i);

    const log = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.select().from(events).where(eq(events.envelopeId, envelope.id)).orderBy(events.seq),
    );
    const erased = { actorId: null, payload: null, ipAddress: null, userAgent: null, salt: null };
    expect(log).toMatchObject([
      { action: 'envelope.created', ...erased },
      { action: 'envelope.deleted', actorId: expect.any(String), salt: expect.any(String) },
    ]);
    const linked = log.map((row) => ({ ...row, occurredAt: toTimestamp(row.occurredAt) }));
    expect(verifyChain(linked as readonly LinkedEvent[], computeSha256Hex)).toMatchObject({
      ok: true,
      length: 2,
    });
  });

  it('returns not found the second time', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    await remove(key, envelope.id);
    expectError(await remove(key, envelope.id), 'not_found');
  });
});

describe('409', () => {
  it('keeps what was sent', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key);
    expectInvalidState(await remove(key, envelope.id), 'in_progress');
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope.id } })).status).toBe(
      200,
    );
  });
});
