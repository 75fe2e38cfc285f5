import { sql } from 'drizzle-orm';
import type { Database, Drizzle } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { processClock, type ProcessClock } from './process-clock.ts';

const ROUNDS = 500;

/**
 * Measures what creating an envelope and changing its status cost with the lists' indexes and triggers, and
 * without. Drops them.
 */
export async function measureWrites(owner: Drizzle, db: Database, organizationId: string): Promise<string> {
  const clock = await processClock(db);
  const withThem = await write(db, clock, organizationId, 'with');
  await owner.execute(sql`drop trigger envelopes_note_names on envelopes`);
  await owner.execute(sql`drop trigger participants_note_names on participants`);
  for (const name of ADDED) await owner.execute(sql`drop index ${sql.identifier(name)}`);
  const without = await write(db, clock, organizationId, 'without');
  const formatLine = (what: string, figures: Writes) =>
    `${what.padEnd(34)} insert ${figures.insert.toFixed(2)} ms, update ${figures.update.toFixed(2)} ms`;
  return `${formatLine('with all indexes and triggers', withThem)}\n${formatLine('without those of lists and search', without)}\n`;
}

/** Indexes that only serve non-default sort orders, the attention view and teams. */
const ADDED = [
  'envelopes_status_sent',
  'envelopes_status_completed',
  'envelopes_status_activity',
  'envelopes_status_name',
  'envelopes_urgency',
  'envelopes_team',
  'envelopes_template_sent',
  'envelopes_template_completed',
  'envelopes_template_activity',
  'envelopes_template_name',
  'envelopes_template_urgency',
  'envelopes_attention_created',
  'envelopes_attention_sent',
  'envelopes_attention_completed',
  'envelopes_attention_activity',
  'envelopes_attention_name',
];

type Writes = { readonly insert: number; readonly update: number };

/**
 * Returns the database's median processor time in milliseconds for two transactions: one that adds an
 * envelope of a template with two participants, and one that sends it.
 */
async function write(
  db: Database,
  clock: ProcessClock,
  organizationId: string,
  mark: string,
): Promise<Writes> {
  const inserts: number[] = [];
  const updates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const id = `env_${mark}_${round}`;
    inserts.push(await measureTime(clock, () => add(db, organizationId, id)));
    updates.push(await measureTime(clock, () => send(db, organizationId, id)));
  }
  return { insert: computeMedian(inserts), update: computeMedian(updates) };
}

async function add(db: Database, organizationId: string, id: string): Promise<void> {
  await transaction(db, { organizationId }, async (tx) => {
    await tx.execute(sql`
      insert into envelopes (id, organization_id, team_id, template_id, status, detection_status, version, original_filename, display_name,
        source_format, delivery_mode, legal_framework, consumer_disclosure, sender_name, sender_email, latest_action,
        latest_action_at, standing_attention, created_at, updated_at)
      values (${id}, ${organizationId}, ${`${organizationId}_1`}, ${`${organizationId}_1`}, 'draft', 'none', 1, ${`${id}.pdf`}, ${`Agreement on ${id} with a customer`},
        'pdf', 'inline', 'esign_ueta', false, 'Sam Sender', 'sam@sender.example', 'envelope.created', now(), '{}', now(), now())`);
    await tx.execute(sql`
      insert into participants (id, envelope_id, organization_id, order_index, position, name, email, status, link_epoch, reminder_count, created_at, updated_at)
      select ${id} || n, ${id}, ${organizationId}, n, n, 'Participant Number ' || n, 'participant' || n || '@customer.example', 'pending', 1, 0, now(), now()
      from generate_series(0, 1) n`);
  });
}

async function send(db: Database, organizationId: string, id: string): Promise<void> {
  await transaction(db, { organizationId }, (tx) =>
    tx.execute(sql`update envelopes set status = 'in_progress', sent_at = now(), version = version + 1,
      latest_action = 'envelope.sent', latest_action_at = now() where id = ${id}`),
  );
}

async function measureTime(clock: ProcessClock, action: () => Promise<unknown>): Promise<number> {
  const start = clock();
  await action();
  return clock() - start;
}

function computeMedian(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}
