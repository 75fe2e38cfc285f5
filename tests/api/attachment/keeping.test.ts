import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { reviewBlobs } from '#server/jobs/review-blobs.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { fillUp, sentWithFiles, storedRows, upload } from '../../support/attachments.ts';
import { ALICE, BOB, plainPdf } from '../../support/envelopes.ts';
import { dataUrl } from '../../support/pictures.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { storedFiles } from '../../support/stored-files.ts';

const api = useApi({ alone: true });
const CAROL = { name: 'Carol', email: 'carol@example.com' };

async function reviewLater(): Promise<void> {
  const now = new Date(api.clock.now.getTime() + LIMITS.blobGraceMs + 60_000);
  await reviewBlobs({ ...api.services, clock: () => now });
}

/** An envelope for whose first field Alice has uploaded a file. */
async function uploaded(owners: readonly number[] = [0], extra: object = {}) {
  const sent = await sentWithFiles(api, owners, extra);
  const { json } = await upload(api, sent.alice, sent.fieldIds[0], { bytes: await plainPdf(3) });
  const rows = () => storedRows(api, sent.organizationId, sent.id);
  const files = () => storedFiles(api, sent.organizationId);
  expect(await rows()).toHaveLength(1);
  expect(await files()).toContain(json.sha256);
  return { ...sent, file: json as { id: string; sha256: string }, rows, files };
}
type Uploaded = Awaited<ReturnType<typeof uploaded>>;

describe('the files of an envelope', () => {
  it('fit together, however many are uploaded at once', async () => {
    const sent = await sentWithFiles(
      api,
      Array.from({ length: 14 }, () => 0),
    );
    const bytes = await plainPdf();
    const first = await upload(api, sent.alice, sent.fieldIds[0], { bytes });
    const each = first.json.sizeBytes as number;
    // Room for the existing file and three more.
    let left = LIMITS.attachmentsMaxBytes - 4 * each;
    for (const fieldId of sent.fieldIds.slice(1, 6)) {
      const sizeBytes = Math.min(left, LIMITS.attachmentFileMaxBytes);
      await fillUp(api, sent.organizationId, { envelopeId: sent.id, fieldId, sizeBytes });
      left -= sizeBytes;
    }
    const answers = await Promise.all(
      sent.fieldIds.slice(6).map((fieldId) => upload(api, sent.alice, fieldId, { bytes })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 'payload_too_large', {
        maxBytes: LIMITS.attachmentsMaxBytes,
        reason: 'attachments_full',
      });
    const rows = await storedRows(api, sent.organizationId, sent.id);
    const total = rows.reduce((sum, row) => sum + Number(row.size_bytes), 0);
    expect(total).toBe(LIMITS.attachmentsMaxBytes);
    // Replacing a file still fits, and so does signing with all of them.
    expect((await upload(api, sent.alice, sent.fieldIds[0], { bytes })).status).toBe(201);
    const value = dataUrl('application/pdf', bytes);
    const unused = answers.findIndex(({ status }) => status !== 201);
    const fieldId = sent.fieldIds[6 + unused] ?? '';
    expectError(await signAs(api, sent.graph, ALICE, [{ fieldId, value }]), 'payload_too_large', {
      maxBytes: LIMITS.attachmentsMaxBytes,
      reason: 'attachments_full',
    });
  });

  it('can be removed by their signer until they sign', async () => {
    const { alice, file, rows, files, graph, fieldIds } = await uploaded();
    const remove = (id: string) => api.call('DELETE', `/api/signer/attachments/${id}`, { key: alice });
    expectError(await remove('att_01h455vb4pex5vsknk084sn02q'), 'not_found');
    expect((await remove(file.id)).status).toBe(204);
    expect(await rows()).toEqual([]);
    expectError(await remove(file.id), 'not_found');
    const answer = await signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: file.id }]);
    expectError(answer, 'validation_failed', { issues: expect.any(Array) });
    await reviewLater();
    expect(await files()).not.toContain(file.sha256);
  });

  it('stay once they are signed with, also in the database', async () => {
    const { organizationId, alice, file, rows, files, graph, fieldIds, id } = await uploaded();
    await signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: file.id }]);
    expect(await rows()).toMatchObject([{ field_id: fieldIds[0], signed: true }]);
    const remove = await api.call('DELETE', `/api/signer/attachments/${file.id}`, { key: alice });
    expectError(remove, 'not_your_turn');
    for (const statement of [
      'delete from field_attachments',
      `update field_attachments set filename = 'b'`,
    ]) {
      const attempt = transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql.raw(`${statement} where envelope_id = '${id}'`)),
      );
      await expect(attempt, statement).rejects.toMatchObject({ cause: { code: '23514' } });
    }
    await reviewLater();
    expect(await files()).toContain(file.sha256);
  });

  const ends: readonly (readonly [string, (sent: Uploaded) => Promise<unknown>])[] = [
    [
      'the envelope is voided',
      ({ key, id }) =>
        api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } }),
    ],
    [
      'the envelope is recalled',
      ({ key, id }) =>
        api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body: { expectedVersion: 3 } }),
    ],
    ['the signer declines', ({ alice }) => api.ask('POST /api/signer/decline', { key: alice, body: {} })],
    [
      'the signer hands over their turn',
      ({ alice }) => api.ask('POST /api/signer/delegate', { key: alice, body: CAROL }),
    ],
    [
      'the sender corrects who it is',
      ({ key, id, graph }) =>
        api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
          key,
          path: { id, participantId: graph.participants[0]?.id ?? '' },
          body: { expectedVersion: 3, ...CAROL },
        }),
    ],
    ['the signer signs without it', ({ graph }) => signAs(api, graph, ALICE)],
  ];
  it.each(ends)('are removed if %s', async (_name, end) => {
    const sent = await uploaded();
    expect(await end(sent)).toMatchObject({ status: 200 });
    expect(await sent.rows()).toEqual([]);
    await reviewLater();
    expect(await sent.files()).not.toContain(sent.file.sha256);
  });

  it('stay if the signer only gets a new link', async () => {
    const { key, id, graph, rows, file, fieldIds } = await uploaded();
    const participantId = graph.participants[0]?.id ?? '';
    const path = { id, participantId };
    const body = { expectedVersion: 3 };
    await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
      key,
      path,
      body,
    });
    expect(await rows()).toHaveLength(1);
    expect((await signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: file.id }])).status).toBe(200);
  });

  it('that were replaced are removed', async () => {
    const { alice, fieldIds, file, files } = await uploaded();
    const { json } = await upload(api, alice, fieldIds[0], { bytes: await plainPdf(2) });
    await reviewLater();
    expect(await files()).not.toContain(file.sha256);
    expect(await files()).toContain(json.sha256);
  });
});

describe('an upload at the moment of', () => {
  const others: readonly (readonly [string, (sent: Uploaded) => Promise<unknown>])[] = ends();
  it.each(others)('%s is in with a file that stays, or refused', async (_name, act) => {
    for (let round = 0; round < 3; round += 1) {
      const sent = await uploaded([0, 0]);
      const [answer] = await Promise.all([
        upload(api, sent.alice, sent.fieldIds[1] ?? '', { bytes: await plainPdf() }),
        act(sent),
      ]);
      expect([201, 401, 403, 409]).toContain(answer.status);
      // Whichever came first, no file is left that nobody signed with.
      const rows = await sent.rows();
      expect(rows.filter(({ signed }) => !signed)).toEqual([]);
    }
  });

  function ends() {
    const body = { expectedVersion: 3 };
    return [
      [
        'a recall',
        ({ key, id }: Uploaded) => api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body }),
      ],
      [
        'handing over',
        ({ alice }: Uploaded) => api.ask('POST /api/signer/delegate', { key: alice, body: CAROL }),
      ],
      [
        'signing',
        ({ graph, fieldIds, file }: Uploaded) =>
          signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: file.id }]),
      ],
    ] as const;
  }
});

describe('who may download', () => {
  it('is the signer, and others unless it is private', async () => {
    const fields = [0, 0, 1].map((participantIndex, index) => ({
      ...{ type: 'attachment', page: 1, x: 0.1, y: 0.1 + index * 0.2, width: 0.3, height: 0.06 },
      ...{ participantIndex, required: false, private: index === 0 },
    }));
    const { graph, fieldIds, alice, apiKey } = await sentWithFiles(api, [], { fields });
    const [secret = '', open = ''] = fieldIds;
    const hidden = (await upload(api, alice, secret, { bytes: await plainPdf(2) })).json;
    const shown = (await upload(api, alice, open, { bytes: await plainPdf() })).json;
    const bob = () => tokenOf(api, graph, BOB.email);
    const get = (key: string, id: string) => api.call('GET', `/api/signer/attachments/${id}`, { key });
    expect((await get(alice, hidden.id)).status).toBe(200);
    expectError(await get(await bob(), shown.id), 'not_found');
    await signAs(api, graph, ALICE, [
      { fieldId: secret, value: hidden.id },
      { fieldId: open, value: shown.id },
    ]);
    expect((await get(await bob(), shown.id)).status).toBe(200);
    expectError(await get(await bob(), hidden.id), 'not_found');
    expect((await get(await tokenOf(api, graph, ALICE.email, 'copy'), hidden.id)).status).toBe(200);

    const stranger = await api.tenant();
    const path = `/api/v1/envelopes/${graph.envelope.id}/attachments/${shown.id}`;
    expectError(await api.call('GET', path, { key: stranger.apiKey }), 'not_found');
    const other = await sentWithFiles(api, [0]);
    expectError(await get(other.alice, shown.id), 'not_found');
    const elsewhere = `/api/v1/envelopes/${other.id}/attachments/${shown.id}`;
    expectError(await api.call('GET', elsewhere, { key: apiKey }), 'not_found');
  });
});
