import { eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { LABEL_COLORS } from '#domain/label.ts';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { envelopeLabels } from '#server/db/schema/envelope-labels.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { labels } from '#server/db/schema/labels.ts';
import { participants } from '#server/db/schema/participants.ts';
import { teamMembers, teams } from '#server/db/schema/teams.ts';
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
  const of = (table: { readonly envelopeId: PgColumn }) => eq(table.envelopeId, sent.envelope.id);
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
  // The two labels are written by one transaction, so only their places tell them apart.
  const now = api.clock.now;
  const labelled = (labelId: string) => ({ organizationId, envelopeId: sent.envelope.id, labelId });
  await change(async (tx) => {
    for (const name of ['One', 'Two'])
      await tx
        .insert(labels)
        .values({ id: `lbl_${name}`, organizationId, name, color: LABEL_COLORS[0], createdAt: now });
    await tx.insert(envelopeLabels).values(labelled('lbl_One'));
  });
  tags.push(await settle(16));
  await change((tx) => tx.update(envelopeLabels).set(labelled('lbl_Two')).where(of(envelopeLabels)));
  tags.push(await settle(17));
  await change((tx) => tx.update(labels).set({ name: 'Third' }).where(eq(labels.id, 'lbl_Two')));
  tags.push(await settle(18));
  expect(new Set(tags).size).toBe(tags.length);

  const stranger = await api.tenant();
  expect((await api.call('GET', path, { key: stranger.apiKey })).json.items).toEqual([]);
});

it('an envelope that is asked for again and again shows every change, and is refused once it is hidden', async () => {
  const tenant = await api.tenant();
  const { apiKey: key, organizationId, teamId } = tenant;
  const { envelope } = await sendDraft(api, key, { displayName: 'Lease' });
  const path = `/api/v1/envelopes/${envelope.id}`;
  const read = () => api.call('GET', path, { key });
  const settle = async () => {
    const answers = [await read(), await read(), await read(), await read()];
    const shown = new Set(answers.map(({ headers, bytes }) => `${headers.get('etag')} ${String(bytes)}`));
    expect(shown.size).toBe(1);
    return answers[0]?.headers.get('etag') ?? '';
  };
  const change = (run: (tx: Transaction) => PromiseLike<unknown>) =>
    transaction(api.services.db, { organizationId }, async (tx) => void (await run(tx)));
  const of = (table: { readonly envelopeId: PgColumn }) => eq(table.envelopeId, envelope.id);

  const tags = [await settle()];
  expect(tags[0]).toMatch(new RegExp(`^"v${envelope['version']}-`));
  for (const run of [
    (tx: Transaction) => tx.update(participants).set({ name: 'Renamed' }).where(of(participants)),
    (tx: Transaction) => tx.update(envelopeFields).set({ label: 'Changed' }).where(of(envelopeFields)),
    (tx: Transaction) =>
      tx.update(envelopes).set({ displayName: 'New' }).where(eq(envelopes.id, envelope.id)),
  ]) {
    await change(run);
    tags.push(await settle());
  }
  expect(new Set(tags).size).toBe(tags.length);
  const conditional = await api.call('GET', path, { key, headers: { 'if-none-match': tags.at(-1) ?? '' } });
  expect(conditional.status).toBe(304);

  expect((await api.call('GET', path, { key: (await api.tenant()).apiKey })).status).toBe(404);
  await change(async (tx) => {
    await tx
      .insert(teams)
      .values({ id: 'team_rest', organizationId, name: 'Rest', createdAt: api.clock.now });
    await tx.update(teams).set({ isPrivate: true }).where(eq(teams.id, teamId));
    await tx.delete(teamMembers).where(eq(teamMembers.teamId, teamId));
  });
  expect((await read()).status).toBe(404);
});
