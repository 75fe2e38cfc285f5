import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { LIMITS } from '#domain/limits.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { openPresence } from '#server/db/client/presence.ts';
import { APP_ROLE } from '#server/db/client/role.ts';
import { claimKey } from '#server/db/housekeeping/idempotency-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { runOnce, replayStored, type Finish } from '#server/trpc/idempotency.ts';
import { StoredAnswer } from '#server/trpc/init.ts';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { callKeyed } from '../support/keyed-operations.ts';
import { pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';
import { actionsOf } from '../support/traces.ts';

const api = useApi();
const owner = useOwner(api);

/** The number of a process that no longer exists. */
async function endedProcess(): Promise<number> {
  const presence = await openPresence(api.services.config.database, (error) => {
    throw error;
  });
  await presence.close();
  return presence.process;
}
const REPLAYED = 'idempotency-replayed';

describe('a process that dies between claim and finish', () => {
  /** Starts a send whose process claims the key and disappears. */
  async function abandoned(process = api.services.presence.process) {
    const { apiKey: key, organizationId, userId } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    const path = `/api/v1/envelopes/${id}/send`;
    const body = { expectedVersion: 1 };
    const now = new Date(api.clock.now);
    const request = computeSha256Hex(`POST ${path} ${toCanonicalJson({ ...body, id })}`);
    const claim = {
      organizationId,
      operation: 'send',
      key: 'crash',
      fingerprint: computeSha256Hex(`${request} ${userId}`),
      claim: 'the request that died',
      leaseEndsAt: new Date(now.getTime() + LIMITS.idempotencyLeaseMs),
      process,
    };
    await transaction(api.services.db, { organizationId }, (tx) => claimKey(tx, claim, now, new Date(0)));
    const send = (other = body) => callKeyed(api, key, { method: 'POST', path, body: other }, 'crash');
    return { key, id, send, actions: () => actionsOf(api, key, id) };
  }
  const LEASE = LIMITS.idempotencyLeaseMs;

  it('keeps its key until the lease ends', async () => {
    const { send, actions } = await abandoned();
    expectError(await send(), 'idempotency_in_flight');
    pass(api, LEASE - 1);
    expectError(await send(), 'idempotency_in_flight');
    expect(await actions()).toEqual(['envelope.created']);
    pass(api, 1);
    const taken = await send();
    expect([taken.status, taken.headers.get(REPLAYED)]).toEqual([200, null]);
    expect(taken.json.envelope).toMatchObject({ status: 'in_progress', version: 3 });
    expect((await send()).headers.get(REPLAYED)).toBe('true');
    expect(await actions()).toHaveLength(3);
  });

  it('loses its key at once when the database has missed it', async () => {
    const { send, actions } = await abandoned(await endedProcess());
    expect((await send()).status).toBe(200);
    expect((await send()).headers.get(REPLAYED)).toBe('true');
    expect(await actions()).toHaveLength(3);
  });

  it('passes its key to one of ten concurrent requests', async () => {
    const { send, actions } = await abandoned();
    pass(api, LEASE);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    expect(answers.filter(({ status, headers }) => status === 200 && !headers.has(REPLAYED))).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectError(answer, 'idempotency_in_flight');
    expect(await actions()).toHaveLength(3);
  });

  it('passes its key to any later request', async () => {
    const { send, actions } = await abandoned();
    const other = { expectedVersion: 1, sendAt: '2030-01-01T00:00:00.000Z' };
    expectError(await send(other), 'idempotency_key_reused');
    pass(api, LEASE);
    expect((await send(other)).status).toBe(200);
    expectError(await send(), 'idempotency_key_reused');
    expect(await actions()).toHaveLength(2);
  });
});

describe('a request that is slower than its lease', () => {
  type Asked = Parameters<typeof runOnce>[0];
  /** A caller with this key, whose run writes a row of the test's own. */
  async function callers() {
    const { organizationId, userId } = await api.tenant();
    const ctx = (fingerprint = 'same') =>
      ({
        services: api.services,
        member: { organizationId, sender: { userId } },
        idempotency: { key: 'slow', fingerprint },
        replyHeaders: new Headers(),
      }) as unknown as Asked;
    const effects = async () =>
      (await owner.sql`select from outbox_mails where organization_id = ${organizationId}`).length;
    const work = (finish: Finish, name: string) =>
      transaction(api.services.db, { organizationId }, async (tx) => {
        await tx.execute(
          `insert into outbox_mails (id, organization_id, message_id, recipient, sender, subject, html, text, created_at)
           values ('mail_${organizationId}${name}', '${organizationId}', '${organizationId}${name}', 'a@b.example', 'a@b.example', '', '', '', now())`,
        );
        await finish(tx, { by: name });
        return name;
      });
    return { ctx, effects, work, replay: replayStored(z.object({ by: z.string() })) };
  }

  it('cannot finish once another request has taken over its key', async () => {
    const { ctx, effects, work, replay } = await callers();
    const operation = 'test';
    const slow = runOnce(ctx(), {
      operation,
      replay,
      run: async (finish) => {
        pass(api, LIMITS.idempotencyLeaseMs);
        const fast = await runOnce(ctx(), { operation, replay, run: (own) => work(own, 'fast') });
        expect(fast).toBe('fast');
        return await work(finish, 'slow');
      },
    });
    await expect(slow).rejects.toMatchObject({ code: 'idempotency_in_flight' });
    expect(await effects()).toBe(1);
    // The slow run must not release the other run's key.
    const third = runOnce(ctx(), { operation, replay, run: (own) => work(own, 'third') });
    await expect(third).rejects.toEqual(new StoredAnswer({ by: 'fast' }));
  });

  it('finishes if no other request has taken over', async () => {
    const { ctx, effects, work, replay } = await callers();
    const run = async (finish: Finish) => {
      pass(api, 10 * LIMITS.idempotencyLeaseMs);
      return await work(finish, 'slow');
    };
    expect(await runOnce(ctx(), { operation: 'test', replay, run })).toBe('slow');
    expect(await effects()).toBe(1);
  });

  it('does not release a key that another request has taken over', async () => {
    const { ctx, work, replay } = await callers();
    const operation = 'test';
    const slow = runOnce(ctx(), {
      operation,
      replay,
      run: async () => {
        pass(api, LIMITS.idempotencyLeaseMs);
        await runOnce(ctx(), { operation, replay, run: (own) => work(own, 'fast') });
        throw new Error('broken');
      },
    });
    await expect(slow).rejects.toThrow('broken');
    const third = runOnce(ctx(), { operation, replay, run: (own) => work(own, 'third') });
    await expect(third).rejects.toEqual(new StoredAnswer({ by: 'fast' }));
  });

  it('releases its key after an unexpected error', async () => {
    const { ctx, work, replay } = await callers();
    const operation = 'test';
    const broken = { operation, replay, run: () => Promise.reject(new Error('broken')) };
    await expect(runOnce(ctx(), broken)).rejects.toThrow('broken');
    expect(await runOnce(ctx('another'), { operation, replay, run: (own) => work(own, 'next') })).toBe(
      'next',
    );
  });

  it('reports the original error even if its key cannot be released', async () => {
    const { ctx, work, replay } = await callers();
    const operation = 'test';
    await owner.sql.unsafe(`revoke delete on idempotency_keys from ${APP_ROLE}`);
    try {
      const broken = { operation, replay, run: () => Promise.reject(new Error('broken')) };
      await expect(runOnce(ctx(), broken)).rejects.toThrow('broken');
    } finally {
      await owner.sql.unsafe(`grant delete on idempotency_keys to ${APP_ROLE}`);
    }
    pass(api, LIMITS.idempotencyLeaseMs);
    expect(await runOnce(ctx('another'), { operation, replay, run: (own) => work(own, 'next') })).toBe(
      'next',
    );
  });
});
