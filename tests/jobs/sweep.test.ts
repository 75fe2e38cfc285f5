import { describe, expect, it } from 'vitest';
import { sweep, sweepOnTime } from '#server/jobs/sweep.ts';
import { startRepeatingJob } from '#server/jobs/repeating.ts';
import { useApi } from '../support/api.ts';
import { listed, sendDraft } from '../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';
import { actionsOf } from '../support/traces.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

async function sent(policy: Record<string, unknown>) {
  const { apiKey: key, organizationId } = await api.tenant();
  const { envelope } = await sendDraft(api, key, { policy });
  return { key, organizationId, id: envelope.id as string };
}
const statusOf = async ({ key, id }: { key: string; id: string }) => (await listed(api, key, id)).status;

/** Copies an envelope's row without its participants. */
async function copy(id: string, count: number, expiresAt: string): Promise<void> {
  const columns = await owner.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_name = 'envelopes' and is_generated = 'NEVER' and column_name not in ('id', 'display_name', 'expires_at')`;
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await owner.sql.unsafe(
    `insert into envelopes (id, display_name, expires_at, ${names})
     select left(id, 20) || lpad(n::text, 10, '0'), 'Stuck', $2::timestamptz, ${names}
     from envelopes, generate_series(1, $3::int) n where id = $1`,
    [id, expiresAt, count],
  );
}

describe('a sweep', () => {
  it('handles what is due in every organization', async () => {
    const due = await Promise.all([1, 2, 3].map(() => sent({ expiresAt: later(api, HOUR_MS) })));
    pass(api, HOUR_MS);
    await sweep(api.services);
    expect(await Promise.all(due.map(statusOf))).toEqual(['expired', 'expired', 'expired']);
  });

  it('handles more than one batch', async () => {
    const own = await sent({ expiresAt: later(api, HOUR_MS) });
    await copy(own.id, 250, later(api, HOUR_MS / 2));
    pass(api, HOUR_MS);
    await sweep(api.services);
    const [left] = await owner.sql`select count(*)::int as count from envelopes where status = 'in_progress'`;
    expect(left).toEqual({ count: 0 });
  });

  it('continues after rows that fail, no matter how many', async () => {
    const own = await sent({ expiresAt: later(api, HOUR_MS) });
    await owner.sql.unsafe(`
      create function refuse_stuck() returns trigger language plpgsql as $$
      begin raise exception 'stuck'; end $$;
      create trigger refuse_stuck before update on envelopes for each row
      when (new.display_name = 'Stuck' and new.status = 'expired') execute function refuse_stuck();`);
    try {
      await copy(own.id, 250, later(api, HOUR_MS / 2));
      pass(api, HOUR_MS);
      await sweep(api.services);
      expect(await statusOf(own)).toBe('expired');
    } finally {
      await owner.sql.unsafe(`drop trigger refuse_stuck on envelopes; drop function refuse_stuck();`);
    }
    await sweep(api.services);
    const [left] = await owner.sql`select count(*)::int as count from envelopes where status = 'in_progress'`;
    expect(left).toEqual({ count: 0 });
  });

  it('handles everything due for one envelope together', async () => {
    const own = await sent({
      expiresAt: later(api, 9 * DAY_MS),
      reminderPolicy: { firstAfterDays: 6, everyDays: 1, maxReminders: 1 },
    });
    pass(api, 6 * DAY_MS);
    await sweep(api.services);
    expect((await actionsOf(api, own.key, own.id)).slice(3).sort()).toEqual([
      'envelope.expiry_warned',
      'participant.reminder_sent',
    ]);
  });

  it('keeps organizations apart', async () => {
    const own = await sent({ expiresAt: later(api, HOUR_MS) });
    const other = await sent({});
    pass(api, HOUR_MS);
    await sweep(api.services);
    expect([await statusOf(own), await statusOf(other)]).toEqual(['expired', 'in_progress']);
  });
});

describe('sweeping', () => {
  it('starts immediately, and stops after the running sweep', async () => {
    api.clock.now = new Date(Date.now() - HOUR_MS);
    const own = await sent({ expiresAt: later(api, HOUR_MS) });
    pass(api, HOUR_MS);
    const sweeping = startRepeatingJob('sweep', api.services);
    await sweeping.stop();
    expect(await statusOf(own)).toBe('expired');
  });

  it('does nothing while its clock is ahead of the database’s', async () => {
    api.clock.now = new Date();
    const own = await sent({ expiresAt: later(api, HOUR_MS) });
    await sweepOnTime({ ...api.services, clock: () => new Date(Date.now() + 2 * HOUR_MS) });
    expect(await statusOf(own)).toBe('in_progress');
    await owner.sql`update envelopes set expires_at = now() - interval '1 second' where id = ${own.id}`;
    await sweepOnTime({ ...api.services, clock: () => new Date() });
    expect(await statusOf(own)).toBe('expired');
  });
});
