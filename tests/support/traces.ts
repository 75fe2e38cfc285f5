import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyChain, type LinkedEvent } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { TestApi } from './api.ts';

export type Event = LinkedEvent & { readonly action: string; readonly payload: any };

/** Returns an envelope's events from the API after checking their chain. */
export async function eventsOf(api: TestApi, key: string, envelopeId: string): Promise<Event[]> {
  const params = { path: { id: envelopeId } };
  const { data } = await api.client(key).GET('/api/v1/envelopes/{id}/events', { params });
  const items = (data?.items ?? []) as unknown as Event[];
  expect(verifyChain(items, computeSha256Hex)).toMatchObject({ ok: true, length: items.length });
  return items;
}

/** Returns the actions of an envelope's events in order. */
export async function actionsOf(api: TestApi, key: string, envelopeId: string): Promise<string[]> {
  return (await eventsOf(api, key, envelopeId)).map(({ action }) => action);
}

/** Returns the jobs that an envelope's changes requested, in no particular order: name and payload. */
export async function jobsOf(
  api: TestApi,
  envelopeId: string,
): Promise<{ name: string; data: Record<string, unknown> }[]> {
  const rows = await api.services.db.drizzle.execute<{ name: string; data: Record<string, unknown> }>(
    sql`select name, data from pgboss.job where data->>'envelopeId' = ${envelopeId}`,
  );
  return [...rows];
}

/** Waits until every job that an envelope's changes requested has finished or was given up. */
export async function jobsDone(api: TestApi, envelopeId: string): Promise<void> {
  await api.until('the jobs to be done', async () => {
    const rows = await api.services.db.drizzle.execute(
      sql`select from pgboss.job where data->>'envelopeId' = ${envelopeId} and state in ('created', 'retry', 'active')`,
    );
    return rows.length === 0;
  });
}

const COUNTED = [
  ...['envelopes', 'participants', 'envelope_fields', 'documents', 'events'],
  ...['webhooks', 'webhook_deliveries'],
];

/** Returns everything that could have been written: rows of an organization's tables and stored files. */
export async function countRows(api: TestApi, organizationId: string): Promise<Record<string, number>> {
  return await api.services.db.drizzle.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.organization_id', ${organizationId}, true)`);
    const counts: Record<string, number> = {};
    for (const table of COUNTED) {
      const [row] = await tx.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)}`,
      );
      counts[table] = row?.count ?? -1;
    }
    return counts;
  });
}
