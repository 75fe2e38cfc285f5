import { sql } from 'drizzle-orm';
import { transaction } from '#server/db/client/transaction.ts';
import type { JsonAnswer } from './answers.ts';
import type { TestApi } from './api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from './envelopes.ts';
import { tokenOf, type WireGraph } from './signer.ts';

export const FILE_FIELD = { ...SIGNATURE, type: 'attachment' as const, required: false };

/** Uploads a file for a field with a signer's token. */
export async function upload(
  api: Pick<TestApi, 'call'>,
  token: string,
  fieldId: string,
  file: { readonly bytes: Uint8Array; readonly filename?: string; readonly add?: boolean },
): Promise<JsonAnswer> {
  const { bytes, filename = 'passport.pdf', add } = file;
  const contentBase64 = Buffer.from(bytes).toString('base64');
  const body = { fieldId, filename, contentBase64, ...(add === undefined ? {} : { add }) };
  return await api.call('POST', '/api/signer/attachments', { key: token, body });
}

/** A sent envelope with this many attachment fields, each at a position: 0 is Alice's, 1 is Bob's. */
export async function sentWithFiles(api: TestApi, owners: readonly number[], extra: object = {}) {
  const tenant = await api.tenant();
  const key = tenant.apiKey;
  const fields = owners.map((participantIndex) => ({ ...FILE_FIELD, participantIndex }));
  const graph = (await sendDraft(api, key, { fields, participants: [ALICE, BOB], ...extra })) as WireGraph;
  const { id } = graph.envelope;
  return {
    ...{ ...tenant, key, graph, id },
    fieldIds: graph.fields.map((field) => field.id) as [string, ...string[]],
    alice: await tokenOf(api, graph, ALICE.email),
    read: async () => (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json,
  };
}

/** Returns an envelope's files from the database, in the order of their fields. */
export async function storedRows(api: TestApi, organizationId: string, envelopeId: string) {
  return await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute<{ field_id: string; size_bytes: string; signed: boolean }>(
      sql`select a.field_id, a.size_bytes, a.signed_at is not null as signed from field_attachments a
        join envelope_fields f on f.id = a.field_id where a.envelope_id = ${envelopeId} order by f.order_index`,
    ),
  );
}

/** Fills up an envelope as if someone had uploaded a file of this many bytes for a field. */
export async function fillUp(
  api: TestApi,
  organizationId: string,
  { envelopeId, fieldId, sizeBytes }: { envelopeId: string; fieldId: string; sizeBytes: number },
): Promise<void> {
  await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute(sql`
      insert into field_attachments (field_id, id, envelope_id, organization_id, filename, content_type, sha256, size_bytes, storage_key, created_at)
      values (${fieldId}, ${api.services.newId('attachment')}, ${envelopeId}, ${organizationId}, 'full.pdf', 'application/pdf',
        ${'0'.repeat(64)}, ${sizeBytes}, ${`${organizationId}/blobs/${'0'.repeat(64)}`}, ${api.clock.now.toISOString()})`),
  );
}
