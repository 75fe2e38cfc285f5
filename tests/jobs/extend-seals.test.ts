import { PDF, PdfRef, PdfStream } from '@libpdf/core';
import { X509Certificate, X509Crl } from '@peculiar/x509';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readSealCertificates } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { answerHealth } from '#server/http/health.ts';
import { extendDueSeals } from '#server/jobs/extend-seals.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { ensureInstanceAuthority } from '#server/sealing/pki/authority.ts';
import { ensureRevocationList, issueRevocationList } from '#server/sealing/pki/revocation.ts';
import { revokeCertificate } from '#server/sealing/pki/revoke.ts';
import { rotateSealKey, resolveSealSigner } from '#server/sealing/seal-signer.ts';
import { verify } from '#verify/verify.ts';
import { baselineFaults, type BaselineLevel } from '../pdf/support/baseline-lint.ts';
import { pdfsig, qpdfCheck } from '../pdf/support/pdf-tools.ts';
import { signaturesIn } from '../pdf/support/read-signatures.ts';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { signAs } from '../support/signer.ts';
import { startTimestampServer } from '../support/timestamp/timestamp-server.ts';
import { eventsOf } from '../support/traces.ts';

const server = await startTimestampServer();
const api = useApi({ env: { TIMESTAMP_URLS: server.url, SEAL_KEY_TYPE: 'p256' } });
const owner = useOwner(api);
afterAll(() => server.close());
beforeEach(() => {
  server.answerWith(null);
  // The service uses the real time.
  api.clock.now = new Date();
});

/** Extends the seals that are due. */
const extend = async () => {
  api.clock.now = new Date();
  await extendDueSeals(api.services);
};
const isDown = () => server.answerWith((_, response) => void response.writeHead(503).end());

async function completed() {
  const tenant = await api.tenant();
  const sent = await sendDraft(api, tenant.apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  await signAs(api, sent, ALICE);
  const envelopeId = sent.envelope.id as string;
  return { ...tenant, key: tenant.apiKey, envelopeId };
}
type Completed = Awaited<ReturnType<typeof completed>>;

async function sealed() {
  const done = await completed();
  await sealEnvelope(api.services, done);
  return done;
}

const sealEvents = async ({ key, envelopeId }: Completed) =>
  (await eventsOf(api, key, envelopeId)).filter(({ action }) => action.startsWith('envelope.seal'));
const fileOf = async ({ key, envelopeId }: Completed) =>
  (
    await api.ask('GET /api/v1/envelopes/{id}/document', {
      key,
      path: { id: envelopeId },
      query: { variant: 'sealed' },
    })
  ).bytes;
const attentionOf = async ({ key }: Completed) =>
  (await api.ask('GET /api/v1/envelopes', { key })).json.items[0]?.attention;

async function expectLevel(done: Completed, level: BaselineLevel): Promise<Buffer> {
  const file = await fileOf(done);
  expect(await baselineFaults(file, level)).toEqual([]);
  expect(pdfsig(file)).toContain('Signature is Valid.');
  expect(qpdfCheck(file).status).toBe(0);
  return file;
}

async function listsIn(file: Uint8Array): Promise<X509Crl[]> {
  const pdf = await PDF.load(file);
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const store = pdf.getCatalog().getDict('DSS', resolve);
  return (store?.getArray('CRLs', resolve)?.toArray() ?? []).flatMap((item) => {
    const stream = item instanceof PdfRef ? resolve(item) : item;
    return stream instanceof PdfStream ? [new X509Crl(Uint8Array.from(stream.getDecodedData()))] : [];
  });
}

describe('a seal', () => {
  it('has a timestamp from the start, and reaches B-LTA by a job', async () => {
    const done = await sealed();
    const timed = await expectLevel(done, 'B-T');
    expect(await attentionOf(done)).toEqual([]);
    await extend();
    const archived = await expectLevel(done, 'B-LTA');
    expect(archived.subarray(0, timed.length).equals(timed)).toBe(true);
    const events = await sealEvents(done);
    expect(events.map(({ action, payload }) => [action, payload?.['level']])).toEqual([
      ['envelope.sealed', 'B-T'],
      ['envelope.seal_extended', 'B-LTA'],
    ]);
    expect(events[1]?.payload?.['previousHash']).toBe(events[0]?.payload?.['sealedHash']);
    const { json } = await api.ask('GET /api/v1/envelopes/{id}/evidence', {
      key: done.key,
      path: { id: done.envelopeId },
    });
    expect(json.documents.sealed).toBe(events[1]?.payload?.['sealedHash']);
    // Nothing else is due.
    const before = server.requests();
    await extend();
    expect(server.requests()).toBe(before);
  });

  it('has the list that was current when it was made, and one that was issued since', async () => {
    api.clock.now = new Date(Date.now() - 60_000);
    await issueRevocationList(api.services);
    api.clock.now = new Date();
    const done = await sealed();
    await extend();
    const file = await expectLevel(done, 'B-LTA');
    const { sealedAt } = await verify(file);
    const time = new Date(sealedAt?.time ?? 0).getTime();
    const issued = (await listsIn(file)).map(({ thisUpdate }) => thisUpdate.getTime());
    expect(issued).toHaveLength(2);
    expect(Math.min(...issued)).toBeLessThanOrEqual(time);
    expect(Math.max(...issued)).toBeGreaterThanOrEqual(time);
  });

  it('is made without a timestamp while services are down, says so, and is raised later', async () => {
    isDown();
    const done = await sealed();
    const basic = await expectLevel(done, 'B-B');
    expect(await attentionOf(done)).toEqual(['timestamp_missing']);
    expect(await (await answerHealth(api.services)).json()).toMatchObject({
      status: 'degraded',
      checks: { timestamps: 'failing' },
    });
    await extend();
    await expectLevel(done, 'B-B');

    server.answerWith(null);
    await extend();
    const archived = await expectLevel(done, 'B-LTA');
    expect(await attentionOf(done)).toEqual([]);
    expect(await (await answerHealth(api.services)).json()).toMatchObject({ checks: { timestamps: 'ok' } });
    // Of the existing bytes, only the signature's own have changed.
    const [seal] = await signaturesIn(archived);
    const { start, end } = seal?.hole ?? { start: 0, end: 0 };
    expect(archived.subarray(0, start).equals(basic.subarray(0, start))).toBe(true);
    expect(archived.subarray(end, basic.length).equals(basic.subarray(end))).toBe(true);
    // The exported evidence lists the file as extended and as first sent.
    const exported = await api.call('GET', `/api/v1/envelopes/${done.envelopeId}/evidence`, {
      key: done.key,
    });
    for (const file of [archived, basic]) {
      const { results } = await verify(file, { evidence: exported.bytes });
      expect(results.find(({ check }) => check === 'audit_log')?.code).toBe('log_complete_and_continued');
    }
  });

  it('gets another document timestamp when the last one is about to expire', async () => {
    const done = await sealed();
    await extend();
    const [row] = await owner.sql<{ due: Date }[]>`
      select seal_due_at as due from envelopes where id = ${done.envelopeId}`;
    // The service's certificate is valid for ten years.
    const years = ((row?.due.getTime() ?? 0) - Date.now()) / (365.25 * 24 * 60 * 60_000);
    expect(years).toBeGreaterThan(9.5);
    expect(years).toBeLessThan(9.9);
    const before = await fileOf(done);
    await owner.sql`update envelopes set seal_due_at = now() where id = ${done.envelopeId}`;
    await extend();
    const renewed = await expectLevel(done, 'B-LTA');
    expect(renewed.subarray(0, before.length).equals(before)).toBe(true);
    expect(await signaturesIn(renewed)).toHaveLength(3);
  });

  it("can't be replaced by a shorter file, or by one of another envelope's kind", async () => {
    const done = await sealed();
    const change = (set: string) =>
      owner.sql.unsafe(
        `update documents set ${set} where envelope_id = '${done.envelopeId}' and variant = 'sealed'`,
      );
    await expect(change('size_bytes = size_bytes - 1')).rejects.toThrow('cannot change');
    await expect(change('page_count = page_count + 1')).rejects.toThrow('cannot change');
    await expect(
      owner.sql`update documents set size_bytes = size_bytes + 1 where envelope_id = ${done.envelopeId} and variant = 'prepared'`,
    ).rejects.toThrow('cannot change');
  });
});

describe('certificates', () => {
  const inUse = async (organizationId: string) =>
    (
      await transaction(api.services.db, { organizationId }, (tx) => readSealCertificates(tx, organizationId))
    ).map(({ id, certificate, replacedAt, revokedAt }) => ({
      id,
      certificate: new X509Certificate(new Uint8Array(certificate)),
      inUse: replacedAt === null && revokedAt === null,
    }));

  it('name a revocation list and an issuer that this instance serves', async () => {
    const done = await sealed();
    const [own] = await inUse(done.organizationId);
    const authority = await ensureInstanceAuthority(api.services);
    const raw = Buffer.from(own?.certificate.rawData ?? new ArrayBuffer()).toString('latin1');
    for (const [extension, type] of [
      ['cer', 'application/pkix-cert'],
      ['crl', 'application/pkix-crl'],
    ] as const) {
      const path = `/pki/${authority.id}.${extension}`;
      expect(raw).toContain(path);
      const answer = await api.call('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    }
    const issuer = (await api.call('GET', `/pki/${authority.id}.cer`)).bytes;
    expect(issuer.equals(Buffer.from(authority.certificate))).toBe(true);
    const list = new X509Crl(Uint8Array.from((await api.call('GET', `/pki/${authority.id}.crl`)).bytes));
    const { publicKey } = new X509Certificate(Uint8Array.from(issuer));
    expect(await list.verify({ publicKey })).toBe(true);
    for (const path of ['/pki', '/pki/other.crl', `/pki/${authority.id}.pem`])
      expect((await api.call('GET', path)).status).toBe(404);
    expect((await api.call('POST', `/pki/${authority.id}.crl`)).status).toBe(405);
  });

  it('never seal after they were revoked, and the list says so', async () => {
    const done = await sealed();
    const [first] = await inUse(done.organizationId);
    const certificateId = first?.id ?? '';
    const revoked = { organizationId: done.organizationId, certificateId, reason: 'key_compromise' } as const;
    await revokeCertificate(api.services, revoked);
    await expect(revokeCertificate(api.services, revoked)).rejects.toThrow("isn't revoked");
    const { list } = await issueRevocationList(api.services);
    const entry = new X509Crl(new Uint8Array(list)).findRevoked(first?.certificate.serialNumber ?? '');
    expect(entry?.reason).toBe(1);

    // Earlier seals aren't extended with a revoked certificate.
    await extend();
    await expectLevel(done, 'B-T');

    const sent = await sendDraft(api, done.key, {
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    await signAs(api, sent, ALICE);
    await sealEnvelope(api.services, { ...done, envelopeId: sent.envelope.id as string });
    const certificates = await inUse(done.organizationId);
    expect(certificates).toHaveLength(2);
    const [used, ...others] = certificates.filter((one) => one.inUse);
    expect(others).toEqual([]);
    expect(used?.id).not.toBe(certificateId);
    const { json } = await api.ask('GET /api/v1/envelopes/{id}/evidence', {
      key: done.key,
      path: { id: sent.envelope.id as string },
    });
    const leaf = new X509Certificate(json.sealCertificates[0] ?? '');
    expect(leaf.serialNumber).toBe(used?.certificate.serialNumber);
  });

  it('are rotated with a record, and before they expire', async () => {
    const done = await sealed();
    await rotateSealKey(api.services, { id: done.organizationId, name: 'Acme', testOf: null });
    const actions = await owner.sql<{ action: string }[]>`
      select action from administrative_actions where organization_id = ${done.organizationId}
        and action like 'seal.%' order by id`;
    expect(actions.map(({ action }) => action)).toEqual([
      'seal.certificate_issued',
      'seal.certificate_issued',
    ]);
    const before = await inUse(done.organizationId);
    const expiry = before.at(-1)?.certificate.notAfter.getTime() ?? 0;
    api.clock.now = new Date(expiry - 89 * 24 * 60 * 60_000);
    const key = await resolveSealSigner(api.services, {
      id: done.organizationId,
      name: 'Acme',
      testOf: null,
    });
    expect(new X509Certificate(new Uint8Array(key.certificate)).notAfter.getTime()).toBeGreaterThan(expiry);
    expect(await inUse(done.organizationId)).toHaveLength(before.length + 1);
  });
});

describe('the revocation list', () => {
  it('is renewed when half of its time is over, with a higher number', async () => {
    const first = await ensureRevocationList(api.services);
    expect((await ensureRevocationList(api.services)).number).toBe(first.number);
    api.clock.now = new Date(first.thisUpdate.getTime() + 4 * 24 * 60 * 60_000);
    const second = await ensureRevocationList(api.services);
    expect(second.number).toBe(first.number + 1);
    expect(second.nextUpdate.getTime()).toBeGreaterThan(first.nextUpdate.getTime());
  });
});
