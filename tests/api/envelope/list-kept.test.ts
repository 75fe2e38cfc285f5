import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';
import { teams } from '#server/db/schema/teams.ts';
import { useApi } from '../../support/api.ts';
import { pass } from '../../support/account.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';

const api = useApi();

it('a page that is asked for again and again shows every change, and what the time changes', async () => {
  const tenant = await api.tenant();
  const { apiKey: key, organizationId, teamId } = tenant;
  const sent = await sendDraft(api, key, { displayName: 'Lease' });
  const { id } = (await createDraft(api, key)).json.envelope;
  const path = '/api/v1/envelopes?limit=2';
  const read = () => api.call('GET', path, { key });
  /** Reads the page until it is kept, and returns it once it is what a list that nobody has read yet contains. */
  const settle = async (fresh: number) => {
    const { json: other } = await api.call('GET', `/api/v1/envelopes?limit=${fresh}`, { key });
    const pages = [await read(), await read(), await read(), await read()];
    const [first] = pages;
    for (const one of pages) {
      expect(one.json).toEqual(other);
      expect(one.bytes).toEqual(first?.bytes);
      expect(one.headers.get('etag')).toBe(first?.headers.get('etag'));
    }
    return first?.headers.get('etag');
  };
  const change = (run: (tx: Transaction) => PromiseLike<unknown>) =>
    transaction(api.services.db, { organizationId }, async (tx) => void (await run(tx)));

  const tags = [await settle(10)];
  await change((tx) => tx.update(teams).set({ name: 'Sales' }).where(eq(teams.id, teamId)));
  tags.push(await settle(11));
  // The first row says nothing of these.
  const of = (table: { readonly envelopeId: typeof participants.envelopeId }) =>
    eq(table.envelopeId, sent.envelope.id);
  await change((tx) => tx.update(participants).set({ name: 'Renamed' }).where(of(participants)));
  tags.push(await settle(12));
  const soon = new Date(api.clock.now.getTime() + LIMITS.expiringSoonMs + 60_000);
  await change((tx) =>
    tx.update(envelopes).set({ expiresAt: soon }).where(eq(envelopes.id, sent.envelope.id)),
  );
  tags.push(await settle(13));
  pass(api, 120_000);
  tags.push(await settle(14));
  expect((await read()).json.items[1].attention).toEqual(['expiring_soon']);
  expect((await api.call('DELETE', `/api/v1/envelopes/${id}`, { key })).status).toBeLessThan(300);
  tags.push(await settle(15));
  expect(new Set(tags).size).toBe(tags.length);

  const stranger = await api.tenant();
  expect((await api.call('GET', path, { key: stranger.apiKey })).json.items).toEqual([]);
});
