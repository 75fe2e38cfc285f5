import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { openServices } from '#server/main/open-services.ts';
import { StorageAwayError } from '#server/storage/driver.ts';
import { openS3 } from '#server/storage/s3/driver.ts';
import { mutate, query } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { sentWithFiles, upload } from '../support/attachments.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { onePage, scratchDirectory, textOf, writtenTo } from '../support/pdf.ts';
import { dataUrl } from '../support/pictures.ts';
import { sessionOf } from '../support/session.ts';
import { signAs, tokenOf } from '../support/signer.ts';
import { fileOfObject } from '../support/stored-files.ts';
import { eventsOf, jobsOf } from '../support/traces.ts';

const api = useApi({ alone: true });
const directory = scratchDirectory();
afterAll(directory.remove);

async function completed(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const sent = await sendDraft(api, tenant.apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
    ...extra,
  });
  const envelopeId = sent.envelope.id as string;
  await signAs(api, sent, ALICE);
  return {
    ...tenant,
    key: tenant.apiKey,
    sent,
    envelopeId,
    payload: { organizationId: tenant.organizationId, envelopeId },
  };
}
const listed = async (key: string) => (await api.ask('GET /api/v1/envelopes', { key })).json.items[0];
const actions = async (key: string, id: string) =>
  (await eventsOf(api, key, id))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('envelope.seal'));

describe('sealing', () => {
  it('stores one document, logs it and emails everyone', async () => {
    const { key, envelopeId, payload, sent } = await completed();
    await sealEnvelope(api.services, payload);
    const sealed = (
      await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id: envelopeId },
        query: { variant: 'sealed' },
      })
    ).bytes;
    expect((await eventsOf(api, key, envelopeId)).at(-1)).toMatchObject({
      action: 'envelope.sealed',
      actorType: 'system',
      actorId: null,
      payload: {
        sealedHash: computeSha256Hex(sealed),
        sizeBytes: sealed.length,
        certificateSubject: expect.stringContaining('Acme'),
      },
    });
    const after = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelopeId } })).json;
    expect(after.envelope).toMatchObject({ version: 6, sealedAt: api.clock.now.toISOString() });
    const owed = (await jobsOf(api, envelopeId)).filter(({ name }) => name === 'svc/envelope.sealed');
    expect(owed.map(({ data }) => data['recipient']).sort()).toEqual(
      [sent.participants[0].id, 'sender'].sort(),
    );
  });

  it('keeps the signed bytes as the beginning of the sealed file', async () => {
    const { key, envelopeId, payload, sent } = await completed();
    await sealEnvelope(api.services, payload);
    const read = async (variant: 'prepared' | 'sealed') =>
      (
        await api.ask('GET /api/v1/envelopes/{id}/document', {
          key,
          path: { id: envelopeId },
          query: { variant },
        })
      ).bytes;
    const [prepared, sealed] = [await read('prepared'), await read('sealed')];
    expect(computeSha256Hex(sealed.subarray(0, prepared.length))).toBe(sent.envelope.documentHash);
  });

  it('attaches verifiable evidence: the chain up to completion, and the files of each signer', async () => {
    const { key, envelopeId, payload } = await completed();
    await sealEnvelope(api.services, payload);
    const { bytes } = await api.ask('GET /api/v1/envelopes/{id}/document', {
      key,
      path: { id: envelopeId },
      query: { variant: 'sealed' },
    });
    const directory = await mkdtemp(join(tmpdir(), 'countersign-evidence-'));
    try {
      const file = join(directory, 'sealed.pdf');
      await writeFile(file, bytes);
      execFileSync('pdfdetach', ['-save', '1', '-o', join(directory, 'evidence.json'), file]);
      const evidence = JSON.parse(await readFile(join(directory, 'evidence.json'), 'utf8'));
      const events = await eventsOf(api, key, envelopeId);
      expect(evidence.events).toEqual(events.slice(0, -1));
      expect(evidence.headHash).toBe(events.at(-2)?.hash);
      expect(evidence.sealCertificates).toHaveLength(2);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('makes the file archivable if the organization wants that and the document permits it', async () => {
    const document = (content: string) => ({
      document: {
        contentBase64: Buffer.from(onePage({ content })).toString('base64'),
        contentType: 'application/pdf',
      },
      detect: false,
    });
    const shapes = document('0.9 0.9 1 rg 0 0 300 20 re f');
    const sealedBy = async ({ key, envelopeId, payload }: Awaited<ReturnType<typeof completed>>) => {
      await sealEnvelope(api.services, payload);
      const { bytes } = await api.ask('GET /api/v1/envelopes/{id}/document', {
        key,
        path: { id: envelopeId },
        query: { variant: 'sealed' },
      });
      return Buffer.from(bytes).includes('GTS_PDFA1');
    };
    const before = await completed(shapes);
    expect(await sealedBy(before)).toBe(false);

    const fit = await completed(shapes);
    const unfit = await completed(document('BT /F1 18 Tf 20 150 Td (Hello) Tj ET'));
    for (const { organizationId } of [fit, unfit]) {
      const cookie = await sessionOf(api, organizationId, 'admin');
      const defaults = await query(api, cookie, 'organization.defaults');
      await mutate(api, cookie, 'organization.changeDefaults', { ...defaults, makeArchivable: true });
    }
    expect(await sealedBy(fit)).toBe(true);
    expect(await sealedBy(unfit)).toBe(false);
  });

  it('happens once with two concurrent workers', async () => {
    const { key, envelopeId, organizationId, payload } = await completed();
    const second = await openServices(api.services.config, () => new Date(api.clock.now));
    try {
      await Promise.all([
        sealEnvelope(api.services, payload),
        sealEnvelope(second.services, payload),
        sealEnvelope(api.services, payload),
        sealEnvelope(second.services, payload),
      ]);
    } finally {
      await second.close();
    }
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealed']);
    const [row] = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(
        sql`select count(*)::int as count from documents where envelope_id = ${envelopeId} and variant = 'sealed'`,
      ),
    );
    expect(row).toEqual({ count: 1 });
    expect((await jobsOf(api, envelopeId)).filter(({ name }) => name === 'svc/envelope.sealed')).toHaveLength(
      2,
    );
    const { bytes } = await api.ask('GET /api/v1/envelopes/{id}/document', {
      key,
      path: { id: envelopeId },
      query: { variant: 'sealed' },
    });
    expect((await eventsOf(api, key, envelopeId)).at(-1)?.payload.sealedHash).toBe(computeSha256Hex(bytes));
  });

  it('does nothing before completion, after sealing, or for an unknown envelope', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const sent = await sendDraft(api, key);
    const envelopeId = sent.envelope.id;
    await sealEnvelope(api.services, { organizationId, envelopeId });
    await sealEnvelope(api.services, { organizationId, envelopeId: 'env_01h455vb4pex5vsknk084sn02q' });
    expect(await actions(key, envelopeId)).toEqual([]);
    await signAs(api, sent, ALICE);
    await signAs(api, sent, BOB);
    await sealEnvelope(api.services, { organizationId, envelopeId });
    await sealEnvelope(api.services, { organizationId, envelopeId });
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealed']);
  });

  it('uses a separate certificate for each organization', async () => {
    const [one, two] = [await completed(), await completed()];
    await Promise.all([sealEnvelope(api.services, one.payload), sealEnvelope(api.services, two.payload)]);
    const keys = await Promise.all(
      [one, two].map(({ organizationId }) =>
        transaction(api.services.db, { organizationId }, (tx) =>
          tx.execute(
            sql`select organization_id as id, encode(certificate, 'hex') as certificate from seal_certificates where organization_id is not null`,
          ),
        ),
      ),
    );
    expect(keys.map((rows) => rows.map(({ id }) => id))).toEqual([
      [one.organizationId],
      [two.organizationId],
    ]);
    expect(keys[0]?.[0]?.['certificate']).not.toBe(keys[1]?.[0]?.['certificate']);
  });
});

describe('sealing that fails', () => {
  it('is logged once, needs attention, and is fixed by a later attempt', async () => {
    const { key, envelopeId, organizationId, payload } = await completed();
    const prepared = (await loadGraph(api.services, organizationId, envelopeId)).documents.find(
      ({ variant }) => variant === 'prepared',
    );
    const path = await fileOfObject(api, prepared?.key);
    const bytes = await readFile(path);
    await rm(path);

    for (let attempt = 0; attempt < 3; attempt++)
      await expect(sealEnvelope(api.services, payload)).rejects.toThrow(/no object/);
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealing_failed']);
    const failed = await listed(key);
    expect(failed).toMatchObject({ status: 'completed', version: 5, attention: ['sealing_failed'] });
    const asked = await api.ask('GET /api/v1/envelopes', { key, query: { view: 'attention' } });
    expect(asked.json.items).toHaveLength(1);

    await writeFile(path, bytes);
    await sealEnvelope(api.services, payload);
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealing_failed', 'envelope.sealed']);
    expect(await listed(key)).toMatchObject({ attention: [], version: 6 });
    expect(
      (await api.ask('GET /api/v1/envelopes', { key, query: { view: 'attention' } })).json.items,
    ).toEqual([]);
  });

  it('is logged once when several attempts fail at the same time', async () => {
    const { key, envelopeId, organizationId, payload } = await completed();
    const prepared = (await loadGraph(api.services, organizationId, envelopeId)).documents.find(
      ({ variant }) => variant === 'prepared',
    );
    await api.services.storage.remove(prepared?.key ?? '');
    const attempts = await Promise.allSettled([1, 2, 3].map(() => sealEnvelope(api.services, payload)));
    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealing_failed']);
  });

  it('is no failure while the storage is away for a moment, and one when it stays away', async () => {
    const { key, envelopeId, payload } = await completed();
    const nowhere = {
      endpoint: 'http://127.0.0.1:9',
      region: 'none',
      bucket: 'none',
      credentials: () => Promise.resolve({ accessKeyId: 'none', secretAccessKey: 'none' }),
    };
    const cutOff = { ...api.services, storage: openS3(nowhere, { retryDelaysMs: [] }) };
    await expect(sealEnvelope(cutOff, payload)).rejects.toThrow(StorageAwayError);
    expect(await actions(key, envelopeId)).toEqual([]);
    api.clock.now = new Date(api.clock.now.getTime() + 6 * 60_000);
    await expect(sealEnvelope(cutOff, payload)).rejects.toThrow(StorageAwayError);
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealing_failed']);
  });

  it('rejects a document that was changed in storage', async () => {
    const { key, envelopeId, organizationId, payload } = await completed();
    const prepared = (await loadGraph(api.services, organizationId, envelopeId)).documents.find(
      ({ variant }) => variant === 'prepared',
    );
    const path = await fileOfObject(api, prepared?.key);
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes.toString('latin1').replace('Page 1', 'Page 7'), 'latin1');
    await writeFile(
      path,
      changed.equals(bytes) ? Buffer.concat([bytes, Buffer.from('\n% changed\n')]) : changed,
    );
    await expect(sealEnvelope(api.services, payload)).rejects.toThrow();
    expect(await actions(key, envelopeId)).toEqual(['envelope.sealing_failed']);
  });
});

describe('files that signers attach', () => {
  it('as uploads are in the sealed PDF, and on its certificate by hash', async () => {
    const { graph, id, key, organizationId, alice, fieldIds } = await sentWithFiles(api, [0], {
      participants: [ALICE],
    });
    const bytes = createCanvas(40, 30).toBuffer('image/png');
    const { json } = await upload(api, alice, fieldIds[0], { bytes, filename: 'Scan.png' });
    await signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: json.id }]);
    await sealEnvelope(api.services, { organizationId, envelopeId: id });
    const sealed = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key });
    const file = await api.call('GET', `/api/v1/envelopes/${id}/attachments/${json.id}`, { key });
    expect(Buffer.from(sealed.bytes).includes(file.bytes)).toBe(true);
    const words = textOf(writtenTo(directory.path, 'sealed.pdf', sealed.bytes)).replace(/\s+/g, '');
    expect(words).toContain('Scan.png');
    expect(words).toContain(json.sha256);
  });

  it('are listed in the evidence by hash', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const sent = await sendDraft(api, key, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, type: 'attachment', participantIndex: 0 }],
    });
    const token = await tokenOf(api, sent, ALICE.email);
    const value = dataUrl('application/pdf;name=card.pdf', Buffer.from('%PDF-1.4 card'));
    const body = { values: [{ fieldId: sent.fields[0].id, value }] };
    expect((await api.ask('POST /api/signer/sign', { key: token, body })).status).toBe(200);
    await sealEnvelope(api.services, { organizationId, envelopeId: sent.envelope.id });
    expect(await actions(key, sent.envelope.id)).toEqual(['envelope.sealed']);
  });
});
