import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { signerRouter } from '#server/procedures/router.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { noteMailDelivery } from '#server/db/mail/mail-deliveries.ts';
import { noteBounce } from '#server/envelopes/note-bounce.ts';
import type { Meta } from '#server/trpc/init.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { copyTokenOf } from '../../support/copies.ts';
import { ALICE, BOB, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { signAs, SIGNER_BODIES, type WireGraph, withQuery } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const directory = scratchDirectory();
afterAll(directory.remove);
const EARLY = { name: 'Early Bird', email: 'early@example.com', when: 'sent' as const };
const LATE = {
  name: 'Late Owl',
  email: 'late@example.com',
  language: 'de' as const,
  when: 'completed' as const,
};
const ONE_SIGNER = { participants: [ALICE], fields: [{ ...SIGNATURE, participantIndex: 0 }] };

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = (await sendDraft(api, key, { ...ONE_SIGNER, copies: [EARLY, LATE], ...extra })) as WireGraph;
  return { key, organizationId, graph, id: graph.envelope.id };
}
const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
const text = (name: string, bytes: Uint8Array) =>
  textOf(writtenTo(directory.path, name, bytes)).replaceAll(/\s+/g, ' ');

describe('people who get a copy', () => {
  it('are in the graph, the list, a copied envelope, a template and what is made from it', async () => {
    const { apiKey: key } = await api.tenant();
    const made = (await createDraft(api, key, { ...ONE_SIGNER, copies: [EARLY, LATE] })).json;
    const { id } = made.envelope;
    const named = [{ ...EARLY, language: null }, LATE];
    expect(made.envelope.copies).toMatchObject(named.map((one) => ({ ...one, sentAt: null })));
    const list = (await api.call('GET', '/api/v1/envelopes', { key })).json;
    expect(list.items[0].copies).toEqual(made.envelope.copies);

    const copied = await api.call('POST', `/api/v1/envelopes/${id}/copy`, { key, body: {} });
    expect(copied.json.envelope.copies).toMatchObject(named);
    const roles = [{ name: 'Signer', participantId: made.participants[0].id }];
    const body = { sourceEnvelopeId: id, name: 'Lease', roles };
    const template = (await api.ask('POST /api/v1/templates', { key, body })).json;
    expect(template.template.copies).toEqual(named);
    const use = async (extra: object) =>
      (
        await api.call('POST', `/api/v1/templates/${template.template.id}/envelopes`, {
          key,
          body: { recipients: { signer: BOB }, autoSend: false, ...extra },
        })
      ).json.envelope.copies;
    expect(await use({})).toMatchObject(named);
    expect(await use({ copies: [] })).toEqual([]);
    const changed = await api.call('PATCH', `/api/v1/templates/${template.template.id}`, {
      key,
      body: { copies: [LATE] },
    });
    expect(changed.json.copies).toEqual([LATE]);

    const updated = await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body: { copies: [LATE] } });
    expect(updated.json.envelope.copies).toMatchObject([LATE]);
  });

  it('are fifty at most, with a name, an address and a time', async () => {
    const { apiKey: key } = await api.tenant();
    const many = Array.from({ length: LIMITS.copiesMax + 1 }, () => EARLY);
    expectIssues(await createDraft(api, key, { copies: many }), ['/copies']);
    expectIssues(await createDraft(api, key, { copies: [{ name: '', email: 'x', when: 'never' }] }), [
      '/copies/0/email',
      '/copies/0/name',
      '/copies/0/when',
    ]);
  });

  it('get it when it is sent and sealed, or only then, and the certificate names them', async () => {
    const { key, organizationId, graph, id } = await sent();
    expect(graph.envelope['version']).toBe(3);
    const early = await api.until('the first copy', async () =>
      (await api.mails(organizationId, 0)).find(({ recipient }) => recipient.includes(EARLY.email)),
    );
    expect(early.text).toMatch(/\/copy#token=/);
    expect(await actionsOf(api, key, id)).toContain('copy.sent');
    const token = await copyTokenOf(api, graph, EARLY.email);
    const view = (await api.call('GET', '/api/signer/copy', { key: token })).json;
    expect(view).toMatchObject({ name: EARLY.name, participants: [{ name: ALICE.name, status: 'pending' }] });
    expect(JSON.stringify(view)).not.toContain(ALICE.email);
    const open = await api.call('GET', '/api/signer/document', { key: token });
    expect(text('open.pdf', open.bytes)).toContain('In progress');

    await signAs(api, graph, ALICE);
    const mails = await api.until('both sealed copies', async () => {
      const found = (await api.mails(organizationId, 0)).filter(({ text: body }) => body.includes('SHA-256'));
      return found.filter(({ recipient }) => /early|late/.test(recipient)).length === 2 ? found : null;
    });
    expect(mails.find(({ recipient }) => recipient.includes(LATE.email))?.subject).toContain('Abgeschlossen');
    const sealed = await api.call('GET', '/api/signer/document', {
      key: await copyTokenOf(api, graph, LATE.email),
    });
    expect(sealed.headers.get('etag')).toBeTruthy();
    const words = text('sealed.pdf', sealed.bytes);
    expect(words).toContain('Late Owl');
    expect(words).toContain('late@example.com');
    const copies = (await eventsOf(api, key, id)).filter(({ action }) => action === 'copy.sent');
    expect(copies.map(({ payload }) => [payload.email, payload.when])).toEqual([
      [EARLY.email, 'sent'],
      [EARLY.email, 'completed'],
      [LATE.email, 'completed'],
    ]);
  });
});

describe('the link of a copy', () => {
  it('only reads: every other operation refuses it', async () => {
    const { key, graph, id } = await sent();
    const token = await copyTokenOf(api, graph, EARLY.email);
    const before = await actionsOf(api, key, id);
    for (const procedure of Object.values(signerRouter._def.procedures)) {
      const { openapi } = (procedure._def.meta ?? {}) as Meta;
      const path = openapi?.path ?? '';
      if (['/api/signer/copy', '/api/signer/document'].includes(path)) continue;
      const body = SIGNER_BODIES[path] ?? {};
      const call = openapi?.method === 'POST' ? { key: token, body } : { key: token };
      const { status } = await api.call(openapi?.method ?? 'GET', withQuery(path), call);
      expect([path, status]).toEqual([path, 401]);
    }
    expect(await actionsOf(api, key, id)).toEqual(before);
  });

  it('ends when the envelope is voided or recalled, and they are told', async () => {
    const mailed = ({ organizationId }: { organizationId: string }, count: number) =>
      api.until(`${count} emails`, async () => {
        const mails = await api.mails(organizationId, 0);
        return mails.filter(({ recipient }) => recipient.includes(EARLY.email)).length === count;
      });
    const voided = await sent();
    // An envelope that is voided before its copies go out sends none.
    await mailed(voided, 1);
    const token = await copyTokenOf(api, voided.graph, EARLY.email);
    await api.call('POST', `/api/v1/envelopes/${voided.id}/void`, {
      key: voided.key,
      body: { expectedVersion: 3 },
    });
    const about = { status: 'voided', displayName: 'Agreement', senderName: 'Olga Owner' };
    for (const path of ['/api/signer/copy', '/api/signer/document'])
      expectError(await api.call('GET', path, { key: token }), 'invalid_state', about);

    const recalled = await sent();
    await mailed(recalled, 1);
    const old = await copyTokenOf(api, recalled.graph, EARLY.email);
    await api.call('POST', `/api/v1/envelopes/${recalled.id}/recall`, {
      key: recalled.key,
      body: { expectedVersion: 3 },
    });
    expectError(await api.call('GET', '/api/signer/copy', { key: old }), 'unauthorized', {
      reason: 'link_replaced',
    });
    for (const one of [voided, recalled]) await mailed(one, 2);
  });

  it('is refused to signers and strangers', async () => {
    const { graph } = await sent();
    expectError(await api.call('GET', '/api/signer/copy', {}), 'unauthorized');
    expectError(await api.call('GET', '/api/signer/copy', { key: 'abc.def' }), 'unauthorized');
    const other = await sent();
    const token = await copyTokenOf(api, other.graph, EARLY.email);
    const view = (await api.call('GET', '/api/signer/copy', { key: token })).json;
    expect(view.displayName).toBe(graph.envelope['displayName']);
  });
});

it('records a copy that bounced, once', async () => {
  const { key, organizationId, id } = await sent();
  const copy = (await read(key, id)).envelope.copies[0];
  const now = api.clock.now;
  const mail = {
    ...{ id: api.services.newId('mailDelivery'), organizationId, messageId: '<copy@test>', subject: 'Copy' },
    ...({
      recipient: EARLY.email,
      about: 'envelope',
      envelopeId: id,
      participantId: copy?.id ?? '',
    } as const),
    ...({ status: 'sent', createdAt: now, updatedAt: now } as const),
  };
  await transaction(api.services.db, { organizationId }, (tx) => noteMailDelivery(tx, mail));
  for (const reason of ['no such mailbox', 'again'])
    await noteBounce(api.services, { messageId: '<copy@test>', reason });
  expect((await read(key, id)).envelope.copies[0]?.deliveryFailedAt).toBe(now.toISOString());
  const failed = (await eventsOf(api, key, id)).filter(({ action }) => action === 'copy.delivery_failed');
  expect(failed.map(({ payload }) => payload.reason)).toEqual(['no such mailbox']);
});

it('the database keeps who gets a copy once it is sent', async () => {
  const { organizationId, id } = await sent();
  const change = (statement: ReturnType<typeof sql>) =>
    transaction(api.services.db, { organizationId }, (tx) => tx.execute(statement));
  await expect(change(sql`delete from copy_recipients where envelope_id = ${id}`)).rejects.toThrow();
  await expect(
    change(sql`update copy_recipients set email = 'x@example.com' where envelope_id = ${id}`),
  ).rejects.toThrow();
  const other = await api.tenant();
  const rows = await transaction(api.services.db, { organizationId: other.organizationId }, (tx) =>
    tx.execute(sql`select from copy_recipients where envelope_id = ${id}`),
  );
  expect(rows).toHaveLength(0);
});
