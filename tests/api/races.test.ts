import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accept } from '#domain/decision.ts';
import { voidEnvelope } from '#domain/envelope/void.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, createDraft, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { signAs } from '../support/signer.ts';
import { actionsOf, eventsOf, jobsOf } from '../support/traces.ts';

const api = useApi();
const owner = useOwner(api);

describe('a commit that fails', () => {
  const actor = { type: 'api_key', id: 'key_test' } as const;

  it('leaves no event, no job and no change when the database refuses', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const sent = await sendDraft(api, key);
    const { id: envelopeId } = sent.envelope;
    const facts = collectFacts(actor, api.services);
    const jobs = await jobsOf(api, envelopeId);
    // A status without its time. A table constraint refuses it after events and jobs have been written.
    await expect(
      commit(api.services, { organizationId, envelopeId }, facts, () =>
        accept({
          patch: { envelope: { status: 'completed' } },
          events: [{ action: 'envelope.completed', payload: { participantCount: 2, fieldCount: 4 } }],
          effects: [{ name: 'svc/envelope.completed', payload: { organizationId, envelopeId } }],
        }),
      ),
    ).rejects.toThrow();
    expect(await actionsOf(api, key, envelopeId)).toHaveLength(3);
    expect(await jobsOf(api, envelopeId)).toEqual(jobs);
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelopeId } })).json).toEqual(
      sent,
    );
  });

  it('is repeated, and happens once, when the database gives it up for another transaction', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { id: envelopeId } = (await sendDraft(api, key)).envelope;
    const tenantLock = sql`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 7))`;
    const held = Promise.withResolvers<undefined>();
    const waits = () =>
      api.services.db.drizzle.execute(sql`select from pg_locks where locktype = 'advisory' and not granted
        and (classid::bigint << 32 | objid::bigint) = hashtextextended(${organizationId}, 7)`);
    const other = owner.sql.begin(async (tx) => {
      // The commit detects this first and fails.
      await tx`set local deadlock_timeout = '1min'`;
      await tx`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 7))`;
      held.resolve(undefined);
      await api.until('the commit to wait', async () => (await waits()).length > 0);
      await tx`select from envelopes where id = ${envelopeId as string} for update`;
    });
    await held.promise;
    let tries = 0;
    const facts = collectFacts(actor, api.services);
    await commit(
      api.services,
      { organizationId, envelopeId },
      facts,
      (graph) => voidEnvelope(graph, 'Changed', facts),
      async (tx) => {
        tries += 1;
        await tx.execute(tenantLock);
      },
    );
    await other;
    expect(tries).toBe(2);
    expect(
      (await actionsOf(api, key, envelopeId)).filter((action) => action === 'envelope.voided'),
    ).toHaveLength(1);
  });

  it('leaves no event and no change when the queue refuses', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const sent = await sendDraft(api, key);
    const { id: envelopeId } = sent.envelope;
    const facts = collectFacts(actor, api.services);
    const queue = { enqueue: () => Promise.reject(new Error('the queue is full')) };
    const writers = { ...api.services, queue };
    await expect(
      commit(writers, { organizationId, envelopeId }, facts, (graph) => voidEnvelope(graph, null, facts)),
    ).rejects.toThrow('the queue is full');
    expect(await actionsOf(api, key, envelopeId)).toHaveLength(3);
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelopeId } })).json).toEqual(
      sent,
    );
  });

  it('leaves the connection usable', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const facts = collectFacts(actor, api.services);
    for (let i = 0; i < 20; i++) {
      await expect(
        commit(api.services, { organizationId, envelopeId: envelope.id, expectedVersion: 9 }, facts, () =>
          accept({}),
        ),
      ).rejects.toMatchObject({ code: 'version_conflict' });
    }
    expect((await api.ask('GET /api/v1/ping', { key })).status).toBe(200);
  });
});

describe('readers during writes', () => {
  it('see a consistent envelope', async () => {
    const signedAtVersion = new Map([
      [3, 0],
      [5, 1],
      [8, 2],
    ]);
    const { apiKey: key } = await api.tenant();
    for (let round = 0; round < 4; round++) {
      const sent = await sendDraft(api, key);
      let done = false;
      const seen: string[] = [];
      const reader = async () => {
        while (!done) {
          const { envelope, participants } = (
            await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: sent.envelope.id } })
          ).json;
          const signed = participants.filter(({ status }: { status: string }) => status === 'signed').length;
          if (signedAtVersion.get(envelope.version) !== signed)
            seen.push(`version ${envelope.version}: ${signed} signed`);
          if ((envelope.status === 'completed') !== (signed === 2))
            seen.push(`${envelope.status}: ${signed} signed`);
        }
      };
      const readers = [1, 2, 3, 4].map(reader);
      try {
        await signAs(api, sent, ALICE);
        await signAs(api, sent, BOB);
      } finally {
        done = true;
      }
      await Promise.all(readers);
      expect(seen).toEqual([]);
    }
  });

  it('see a consistent list', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    let done = false;
    const seen: string[] = [];
    const reader = async () => {
      while (!done) {
        const [item] = (await api.ask('GET /api/v1/envelopes', { key })).json.items;
        if ((item.status === 'completed') !== (item.signedCount === 2))
          seen.push(`${item.status}: ${item.signedCount} signed`);
      }
    };
    const readers = [1, 2, 3, 4].map(reader);
    try {
      await signAs(api, sent, ALICE);
      await signAs(api, sent, BOB);
    } finally {
      done = true;
    }
    await Promise.all(readers);
    expect(seen).toEqual([]);
  });
});

describe('concurrent writers of one envelope', () => {
  it('append to one chain, each with its own version', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        api.ask('PUT /api/v1/envelopes/{id}/draft', {
          key,
          path: { id: envelope.id },
          body: { displayName: `Name ${i}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const versions = answers.map(({ json }) => json.envelope.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 12 }, (_, i) => i + 2));
    const events = await eventsOf(api, key, envelope.id);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
  });
});
