import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { createClient, type ApiClient, type Schema } from '../../src/client/client.ts';
import { useApi } from '../support/api.ts';
import { ALICE, plainPdf, SIGNATURE, tokenFor } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';

const api = useApi({ work: true });
const server = useListening(api);

const PERSON = { name: ALICE.name, email: ALICE.email };
const SIGN_HERE = { ...SIGNATURE, type: 'signature' as const, participantIndex: 0 };

/** Returns the data of a call that must succeed. */
async function answered<T>(
  call: Promise<{ data?: T; error?: Schema<'Error'>; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.status} ${error?.code}: ${error?.message}`);
  return data;
}

async function sentTo(client: ApiClient, displayName: string) {
  const created = await answered(
    client.POST('/api/v1/envelopes', {
      body: {
        originalFilename: 'Agreement.pdf',
        displayName,
        // Workers are running: reading the draft's document would raise its version.
        detect: false,
        document: {
          contentBase64: Buffer.from(await plainPdf()).toString('base64'),
          contentType: 'application/pdf',
        },
      },
    }),
  );
  const path = { id: created.envelope.id };
  const drafted = await answered(
    client.PUT('/api/v1/envelopes/{id}/draft', {
      params: { path },
      body: { expectedVersion: created.envelope.version, participants: [PERSON], fields: [SIGN_HERE] },
    }),
  );
  return await answered(
    client.POST('/api/v1/envelopes/{id}/send', {
      params: { path },
      body: { expectedVersion: drafted.envelope.version },
    }),
  );
}

describe('the typed client', () => {
  it('takes an envelope from draft to seal', async () => {
    const { apiKey, organizationId } = await api.tenant('Acme GmbH');
    const client = createClient({ baseUrl: server.origin, apiKey });
    expect(await answered(client.GET('/api/v1/ping'))).toEqual({ pong: true });

    const { envelope } = await sentTo(client, 'By the typed client');
    const path = { id: envelope.id };
    expect(envelope).toMatchObject({ status: 'in_progress', version: 4 });

    const signer = createClient({
      baseUrl: server.origin,
      signerToken: await tokenFor(api, organizationId, ALICE.email),
    });
    const invitation = await answered(signer.GET('/api/signer/invitation'));
    expect(invitation).toMatchObject({ displayName: 'By the typed client', participantStatus: 'pending' });
    const view = await answered(signer.GET('/api/signer/envelope'));
    expect(view.isMyTurn).toBe(true);
    const shown = await answered(signer.GET('/api/signer/document', { parseAs: 'arrayBuffer' }));
    const signed = await answered(
      signer.POST('/api/signer/sign', {
        body: {
          values: [],
          signature: { kind: 'typed', text: ALICE.name },
          documentHash: computeSha256Hex(new Uint8Array(shown)),
        },
      }),
    );
    expect(signed.status).toBe('completed');

    const sealed = await api.until('the seal', async () => {
      const { data } = await client.GET('/api/v1/envelopes/{id}/document', {
        params: { path, query: { variant: 'sealed' } },
        parseAs: 'arrayBuffer',
      });
      return data;
    });
    expect(Buffer.from(sealed.slice(0, 5)).toString()).toBe('%PDF-');

    const { items } = await answered(client.GET('/api/v1/envelopes/{id}/events', { params: { path } }));
    expect(items.map(({ action }) => action)).toEqual([
      'envelope.created',
      'envelope.draft_updated',
      'envelope.sent',
      'participant.link_issued',
      'participant.viewed',
      'participant.signed',
      'envelope.completed',
      'envelope.sealed',
    ]);
    const last = items.at(-1);
    // Narrowing by action gives the payload its own type.
    if (last?.action !== 'envelope.sealed') throw new Error('the last event is the seal');
    expect(last.payload?.sealedHash).toBe(computeSha256Hex(new Uint8Array(sealed)));
  });

  it('reads events that match their description and verify', async () => {
    const { apiKey } = await api.tenant();
    const client = createClient({ baseUrl: server.origin, apiKey });
    const { envelope } = await sentTo(client, 'Described');
    const { items } = await answered(
      client.GET('/api/v1/envelopes/{id}/events', { params: { path: { id: envelope.id } } }),
    );
    const text = JSON.stringify({
      $ref: '#/components/schemas/EventRecord',
      $defs: openApiDocument('http://localhost').components.schemas,
    });
    const record = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
    for (const item of items) expect(record.safeParse(item).error, item.action).toBeUndefined();
    expect(verifyChain(items, computeSha256Hex)).toMatchObject({ ok: true, length: items.length });
  });

  it('uploads bytes to the returned target', async () => {
    const { apiKey } = await api.tenant();
    const client = createClient({ baseUrl: server.origin, apiKey });
    const { envelope, upload } = await answered(
      client.POST('/api/v1/envelopes', { body: { originalFilename: 'Later.pdf', detect: false } }),
    );
    const params = { path: { id: envelope.id } };
    const put = await client.PUT('/api/v1/envelopes/{id}/document', {
      params,
      body: new Uint8Array(await plainPdf()),
      headers: upload?.headers ?? {},
    });
    expect(put.response.status).toBe(204);
    const completed = await answered(client.POST('/api/v1/envelopes/{id}/upload/complete', { params }));
    expect(completed).toMatchObject({ documentReceived: true, envelope: { envelope: { pageCount: 1 } } });
  });

  it('sends lists as the API reads them, and an idempotency key', async () => {
    const { apiKey } = await api.tenant();
    const client = createClient({ baseUrl: server.origin, apiKey });
    const create = () =>
      client.POST('/api/v1/envelopes', {
        params: { header: { 'Idempotency-Key': 'order-4711' } },
        body: { originalFilename: 'Once.pdf', detect: false },
      });
    const [first, second] = [await create(), await create()];
    expect(second.data?.envelope.id).toBe(first.data?.envelope.id);
    expect(second.response.headers.get('idempotency-replayed')).toBe('true');
    const listed = async (status: Schema<'Envelope'>['status'][]) =>
      (await answered(client.GET('/api/v1/envelopes', { params: { query: { status, limit: 10 } } }))).items
        .length;
    expect(await listed(['draft', 'review'])).toBe(1);
    expect(await listed(['completed', 'voided'])).toBe(0);
  });

  it('works without a socket, as other tests of the API use it', async () => {
    const { apiKey } = await api.tenant();
    const client = api.client(apiKey);
    const { envelope } = await sentTo(client, 'In process');
    const { data, response } = await client.POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id: envelope.id } },
      body: { expectedVersion: envelope.version, reason: 'Sent by mistake' },
    });
    expect([response.status, data?.envelope.status]).toEqual([200, 'voided']);
  });

  it('returns errors with the codes of the operation', async () => {
    const { apiKey } = await api.tenant();
    const client = createClient({ baseUrl: server.origin, apiKey });
    const { envelope } = await sentTo(client, 'Refused');
    const { error } = await client.POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id: envelope.id } },
      body: { expectedVersion: 1 },
    });
    expect(error?.code).toBe('version_conflict');
    expect(error?.details).toMatchObject({ currentVersion: envelope.version });
    const stranger = createClient({ baseUrl: server.origin, apiKey: 'svc_sk_nobody' });
    const refused = await stranger.GET('/api/v1/ping');
    expect([refused.response.status, refused.error?.code]).toEqual([401, 'unauthorized']);
  });
});
