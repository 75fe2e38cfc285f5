import { describe, expect, it } from 'vitest';

import { LIMITS } from '#domain/limits.ts';
import { reviewBlobs } from '#server/jobs/review-blobs.ts';
import { buildBlobKey, uploadKey } from '#server/storage/keys.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

import { useApi, type Tenant } from '../support/api.ts';
import { createDraft, plainPdf, sendDraft } from '../support/envelopes.ts';
import { storedFiles } from '../support/stored-files.ts';

const api = useApi({ alone: true });

/** Returns what a worker removes once everything in progress has ended. */
const later = () => new Date(api.clock.now.getTime() + LIMITS.blobGraceMs + 60_000);
async function review(): Promise<void> {
  const now = later();
  await reviewBlobs({ ...api.services, clock: () => now });
}
const filesOf = ({ organizationId }: Tenant) => storedFiles(api, organizationId);

async function remove({ apiKey: key }: Tenant, id: string): Promise<void> {
  expect((await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id } })).status).toBe(204);
}

/** Leaves behind what a request does that stores its bytes and then crashes. */
async function orphan({ organizationId }: Tenant): Promise<string> {
  const bytes = new TextEncoder().encode('bytes of a request that died');
  const sha256 = computeSha256Hex(bytes);
  await api.services.storage.put(buildBlobKey(organizationId, sha256), bytes, { sha256 });
  return sha256;
}

describe('stored objects', () => {
  it('of a deleted draft are removed, and others kept', async () => {
    const tenant = await api.tenant();
    const contentBase64 = Buffer.from(await plainPdf()).toString('base64');
    const same = { document: { contentBase64, contentType: 'application/pdf' } };
    const kept = (await createDraft(api, tenant.apiKey, same)).json;
    const files = await filesOf(tenant);
    const gone = (await createDraft(api, tenant.apiKey, same)).json;
    expect(gone.envelope.contentHash).toBe(kept.envelope.contentHash);
    await remove(tenant, gone.envelope.id);
    await review();
    expect(await filesOf(tenant)).toEqual(files);

    await remove(tenant, kept.envelope.id);
    await reviewBlobs(api.services);
    expect(await filesOf(tenant)).toEqual(files);
    await review();
    expect(await filesOf(tenant)).toEqual([]);
  });

  it('are kept if an envelope was sent or a template uses them', async () => {
    const tenant = await api.tenant();
    const { envelope, participants } = await sendDraft(api, tenant.apiKey);
    await review();
    const { status } = await api.ask('GET /api/v1/envelopes/{id}/document', {
      key: tenant.apiKey,
      path: { id: envelope.id },
    });
    expect(status).toBe(200);

    const other = await api.tenant();
    const draft = (await createDraft(api, other.apiKey)).json;
    const roles = draft.participants.map(({ id, name }: { id: string; name: string }) => ({
      name,
      participantId: id,
    }));
    expect(participants.length).toBe(roles.length);
    const body = { sourceEnvelopeId: draft.envelope.id, name: 'Kept', roles };
    const template = await api.ask('POST /api/v1/templates', { key: other.apiKey, body });
    expect(template.status).toBe(201);
    const files = await filesOf(other);
    await remove(other, draft.envelope.id);
    await review();
    expect(await filesOf(other)).toEqual(files);
  });

  it('without any reference are removed, but not while a request may be running', async () => {
    const tenant = await api.tenant();
    const name = await orphan(tenant);
    await reviewBlobs(api.services);
    expect(await filesOf(tenant)).toEqual([name]);
    await review();
    expect(await filesOf(tenant)).toEqual([]);
  });

  it('get a new deadline if they are stored again', async () => {
    const tenant = await api.tenant();
    const name = await orphan(tenant);
    api.clock.now = later();
    await orphan(tenant);
    await reviewBlobs(api.services);
    expect(await filesOf(tenant)).toEqual([name]);
  });

  it('wait for a running removal before they are stored again', async () => {
    const tenant = await api.tenant();
    const name = await orphan(tenant);
    const removing = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const { storage } = api.services;
    const slow = {
      ...storage,
      remove: async (key: string) => {
        if (key.endsWith(name)) {
          removing.resolve(undefined);
          await goOn.promise;
        }
        await storage.remove(key);
      },
    };
    const now = later();
    const reviewed = reviewBlobs({ ...api.services, storage: slow, clock: () => now });
    await removing.promise;
    const put = orphan(tenant);
    goOn.resolve(undefined);
    await Promise.all([reviewed, put]);
    expect(await filesOf(tenant)).toEqual([name]);
  });

  it('are kept as long as their envelope waits for the upload', async () => {
    const tenant = await api.tenant();
    const body = { originalFilename: 'later.pdf' };
    const { envelope } = (await api.ask('POST /api/v1/envelopes', { key: tenant.apiKey, body })).json;
    await api.services.storage.put(uploadKey(tenant.organizationId, envelope.id), new Uint8Array([1]));
    await review();
    expect(await filesOf(tenant)).toEqual([envelope.id]);
    await remove(tenant, envelope.id);
    await review();
    expect(await filesOf(tenant)).toEqual([]);
  });
});
