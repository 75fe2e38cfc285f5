import { describe, expect, it } from 'vitest';
import { addDocument, removeDocument } from '../support/added-documents.ts';
import { useApi } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sql } from 'drizzle-orm';

const api = useApi();
const owner = useOwner(api);

describe('the documents of an envelope that was sent', () => {
  it.each([
    ['are not removed', (id: string) => owner.sql`delete from envelope_files where envelope_id = ${id}`],
    [
      'are not renamed',
      (id: string) => owner.sql`update envelope_files set name = 'x' where envelope_id = ${id}`,
    ],
    ['are not replaced', (id: string) => owner.sql`delete from documents where envelope_id = ${id}`],
    [
      'get no others',
      (id: string) => owner.sql`
        insert into envelope_files (id, envelope_id, organization_id, position, name, status, tracked_changes, text_tags, detection_wanted, created_at)
        select 'doc_more', envelope_id, organization_id, 7, 'x', 'awaited', 'accept', false, false, now()
        from envelope_files where envelope_id = ${id}`,
    ],
  ])('%s', async (_what, change) => {
    const { apiKey } = await api.tenant();
    const { envelope } = await sendDraft(api, apiKey);
    await expect(change(envelope.id)).rejects.toThrow(/documents of an envelope that was sent cannot change/);
  });
});

describe('a draft', () => {
  it('has at most 20 documents, and no two in one place', async () => {
    const { apiKey } = await api.tenant();
    const { envelope } = (await createDraft(api, apiKey)).json;
    const add = (position: number) => owner.sql`
      insert into envelope_files (id, envelope_id, organization_id, position, name, status, tracked_changes, text_tags, detection_wanted, created_at)
      select ${`doc_${position}`}, envelope_id, organization_id, ${position}, 'x', 'awaited', 'accept', false, false, now()
      from envelope_files where envelope_id = ${envelope.id}`;
    await expect(add(20)).rejects.toThrow(/envelope_files_most/);
    await expect(add(0)).rejects.toThrow(/envelope_files_order/);
  });

  it('is not sent while one is missing', async () => {
    const { apiKey } = await api.tenant();
    const { envelope } = (await createDraft(api, apiKey)).json;
    await addDocument(api, apiKey, envelope.id, 'Later.pdf', { document: undefined });
    await expect(
      owner.sql`update envelopes set status = 'in_progress', sent_at = now() where id = ${envelope.id}`,
    ).rejects.toThrow(/file that is missing cannot be sent/);
  });

  it('keeps its documents from other organizations', async () => {
    const { apiKey } = await api.tenant();
    const other = await api.tenant();
    await createDraft(api, apiKey);
    const rows = await transaction(api.services.db, { organizationId: other.organizationId }, (tx) =>
      tx.execute(sql`select id from envelope_files`),
    );
    expect(rows).toHaveLength(0);
  });

  it('leaves the bytes of a removed document, and of the whole before, to be reviewed', async () => {
    const { apiKey, organizationId } = await api.tenant();
    const { envelope } = (await createDraft(api, apiKey)).json;
    const added = (await addDocument(api, apiKey, envelope.id, 'Annex.pdf')).json.envelope;
    await owner.sql`delete from blob_reviews where organization_id = ${organizationId}`;
    await removeDocument(api, apiKey, envelope.id, added.documents[1].id);
    const due =
      await owner.sql`select storage_key from blob_reviews where organization_id = ${organizationId}`;
    const keys = due.map(({ storage_key: key }) => String(key));
    for (const hash of [added.documents[1].contentHash, added.documentHash])
      expect(keys).toContain(`${organizationId}/blobs/${hash}`);
    const referenced = await owner.sql`
      select storage_key from blob_reviews
      where organization_id = ${organizationId} and blob_is_referenced(organization_id, storage_key)`;
    const kept = referenced.map(({ storage_key: key }) => String(key));
    expect(kept).toContain(`${organizationId}/blobs/${envelope.documentHash}`);
    expect(kept).not.toContain(`${organizationId}/blobs/${added.documentHash}`);
  });
});
