import { describe, expect, it } from 'vitest';
import { verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sql } from 'drizzle-orm';
import { useApi } from '../support/api.ts';
import { sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { eventsOf } from '../support/traces.ts';

const api = useApi();
const owner = useOwner(api);

async function sent() {
  const tenant = await api.tenant();
  const { envelope } = await sendDraft(api, tenant.apiKey);
  return { ...tenant, key: tenant.apiKey, id: envelope.id as string };
}

const CHANGES = [
  `update events set payload = '{}'`,
  `update events set action = 'envelope.voided'`,
  `update events set occurred_at = now()`,
  `update events set hash = 'x'`,
  `update events set digest = 'x'`,
  `update events set prev_hash = 'x'`,
  `update events set seq = seq + 10`,
  `update events set payload = null`,
  `update events set salt = null`,
  `update events set envelope_id = 'x'`,
  `update events set actor_type = 'system', actor_id = null, payload = null, ip_address = null, user_agent = null, salt = null`,
  `delete from events`,
  `truncate events`,
  `truncate envelopes cascade`,
  `delete from envelopes`,
];

describe('the event log', () => {
  it.each(CHANGES)('refuses its owner: %s', async (statement) => {
    const { key, id } = await sent();
    const before = await eventsOf(api, key, id);
    await expect(owner.sql.unsafe(statement)).rejects.toThrow();
    expect(await eventsOf(api, key, id)).toEqual(before);
  });

  it.each(CHANGES)('refuses the program: %s', async (statement) => {
    const { key, id, organizationId } = await sent();
    const before = await eventsOf(api, key, id);
    await expect(
      transaction(api.services.db, { organizationId }, (tx) => tx.execute(sql.raw(statement))),
    ).rejects.toThrow();
    expect(await eventsOf(api, key, id)).toEqual(before);
  });

  it('allows erasing personal details, and its chain still verifies', async () => {
    const { key, id, organizationId } = await sent();
    const before = await eventsOf(api, key, id);
    await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`update events set actor_id = null, payload = null, ip_address = null, user_agent = null, salt = null
        where envelope_id = ${id} and seq = 2`),
    );
    const after = await eventsOf(api, key, id);
    expect(after[1]).toMatchObject({ payload: null, actorId: null, salt: null, digest: before[1]?.digest });
    expect(verifyChain(after, computeSha256Hex)).toEqual({ ok: true, head: before[2]?.hash, length: 3 });
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  });

  it('accepts an event only after the head of its chain', async () => {
    const { id, organizationId } = await sent();
    const [head] =
      await owner.sql`select seq, hash from events where envelope_id = ${id} order by seq desc limit 1`;
    const hash = String(head?.['hash']);
    const append = (seq: number, previous: string) => owner.sql`
      insert into events (id, envelope_id, organization_id, seq, actor_type, action, occurred_at, digest, prev_hash, hash)
      values (${`evt_${seq}`}, ${id}, ${organizationId}, ${seq}, 'system', 'envelope.sealed', now(), 'd', ${previous}, 'h')`;
    await expect(append(5, hash)).rejects.toThrow(/does not follow/);
    await expect(append(4, 'f'.repeat(64))).rejects.toThrow(/does not follow/);
    await expect(append(3, hash)).rejects.toThrow();
    await expect(append(0, hash)).rejects.toThrow();
    await expect(append(1, hash)).rejects.toThrow(/64 zeros/);
    await expect(append(1, '0'.repeat(64))).rejects.toThrow(/duplicate key/);
    await expect(append(4, hash)).resolves.toBeDefined();
  });
});
