import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { useApi } from '../support/api.ts';
import { ALICE, createDraft, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { signAs } from '../support/signer.ts';

const api = useApi();
const owner = useOwner(api);

async function completed() {
  const tenant = await api.tenant();
  const sent = await sendDraft(api, tenant.apiKey, { participants: [ALICE], fields: [] });
  await signAs(api, sent, ALICE);
  return { ...tenant, id: sent.envelope.id as string };
}

describe('an envelope', () => {
  it.each(['draft', 'in_progress', 'voided'])('that is completed does not become %s', async (status) => {
    const { id } = await completed();
    await expect(
      owner.sql`update envelopes set status = ${status}, completed_at = null where id = ${id}`,
    ).rejects.toThrow(/cannot change/);
  });

  it('that is void stays void', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    await api.call('POST', `/api/v1/envelopes/${envelope.id}/void`, { key, body: { expectedVersion: 1 } });
    await expect(
      owner.sql`update envelopes set status = 'draft', voided_at = null where id = ${envelope.id}`,
    ).rejects.toThrow(/cannot change/);
  });

  it('that someone has signed does not become a draft again', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const back = () =>
      owner.sql`update envelopes set status = 'draft', sent_at = null where id = ${sent.envelope.id}`;
    await expect(
      owner.sql`update envelopes set status = 'review' where id = ${sent.envelope.id}`,
    ).rejects.toThrow(/cannot become a draft/);
    await signAs(api, sent, ALICE);
    await expect(back()).rejects.toThrow(/cannot become a draft/);
  });

  it('keeps its organization, and its version never falls', async () => {
    const { id } = await completed();
    const other = await api.tenant();
    await expect(owner.sql`update envelopes set version = version - 1 where id = ${id}`).rejects.toThrow(
      /cannot decrease/,
    );
    await expect(
      owner.sql`update envelopes set organization_id = ${other.organizationId} where id = ${id}`,
    ).rejects.toThrow(/cannot move to another organization/);
  });

  it.each([
    ['a status without its time', `update envelopes set completed_at = null`],
    ['a time without its status', `update envelopes set voided_at = now()`],
    [
      'a seal before completion',
      `update envelopes set status = 'draft', completed_at = null, sealed_at = now()`,
    ],
    [
      'an unknown framework with a disclosure',
      `update envelopes set consumer_disclosure = true, legal_framework = 'uk_ses'`,
    ],
    ['version 0', `update envelopes set version = 0`],
  ])('has no %s', async (_name, statement) => {
    const { id } = await completed();
    await expect(owner.sql.unsafe(`${statement} where id = '${id}'`)).rejects.toThrow();
  });
});

describe('the files of an envelope', () => {
  it('are not exchanged by the program', async () => {
    const { id, organizationId } = await completed();
    await expect(
      transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql`update documents set sha256 = 'x', storage_key = 'y' where envelope_id = ${id}`),
      ),
    ).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  it('are one for each variant', async () => {
    const { apiKey, organizationId } = await api.tenant();
    const { id } = (await createDraft(api, apiKey)).json.envelope;
    await expect(
      transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql`insert into documents select * from documents where envelope_id = ${id}`),
      ),
    ).rejects.toMatchObject({ cause: { code: '23505' } });
  });
});

describe('write-once data', () => {
  it.each(['documents', 'envelope_files'])('%s are removed from drafts, but never changed', async (table) => {
    const { organizationId } = await api.tenant();
    const attempt = transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql.raw(`update ${table} set organization_id = organization_id`)),
    );
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it.each(['template_documents', 'template_files', 'signature_marks'])(
    '%s can be neither changed nor taken away by the program',
    async (table) => {
      const { organizationId } = await api.tenant();
      for (const statement of [
        `delete from ${table}`,
        `update ${table} set organization_id = organization_id`,
      ]) {
        const attempt = transaction(api.services.db, { organizationId }, (tx) =>
          tx.execute(sql.raw(statement)),
        );
        await expect(attempt, statement).rejects.toMatchObject({ cause: { code: '42501' } });
      }
    },
  );
});
