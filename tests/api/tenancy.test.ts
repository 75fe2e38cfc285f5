import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { acceptedCall, IDENTIFIED } from '../support/identified.ts';
import { countRows } from '../support/traces.ts';

const api = useApi();
const INVALID = { status: 422, json: { code: 'validation_failed' } };
let owner: Tenant;
let stranger: Tenant;
let theirs: { draft: any; sent: any; template: any; webhook: any; delivery: any; provider: any };
/**
 * The other organization's records, by the folder in the path. Other folders get a record of another kind.
 */
let named: Readonly<Record<string, { readonly prefix: string; readonly id: string }>>;
let own: { draft: any; sent: any };

beforeAll(async () => {
  owner = await api.tenant('Owner');
  stranger = await api.tenant('Stranger');
  const sent = await sendDraft(api, owner.apiKey, { displayName: 'Secret merger' });
  const roles = sent.participants.map(({ id, name }: { id: string; name: string }) => ({
    name,
    participantId: id,
  }));
  const template = await api.ask('POST /api/v1/templates', {
    key: owner.apiKey,
    body: { sourceEnvelopeId: sent.envelope.id, name: 'Secret template', roles },
  });
  const webhook = await api.ask('POST /api/v1/webhooks', {
    key: owner.apiKey,
    body: { url: 'https://example.com/secret' },
  });
  const delivery = await api.ask('POST /api/v1/webhooks/{id}/test', {
    key: owner.apiKey,
    path: { id: webhook.json.id },
  });
  const provider = await api.ask('POST /api/v1/identity-providers', {
    key: owner.apiKey,
    body: {
      ...{ name: 'Secret ID', issuer: 'https://login.example.com', match: 'email' },
      ...{ clientId: 'secret', clientSecret: 'secret' },
    },
  });
  theirs = {
    draft: (await createDraft(api, owner.apiKey)).json,
    sent,
    template: template.json,
    webhook: webhook.json,
    delivery: delivery.json,
    provider: provider.json,
  };
  const post = async (path: string, body: unknown) =>
    (await api.call('POST', `/api/v1${path}`, { key: owner.apiKey, body })).json;
  const team = await post('/teams', { name: 'Secret team', isPrivate: true });
  const columns = template.json.roles.flatMap(({ apiRoleName }: { apiRoleName: string }) => [
    `${apiRoleName}_name`,
    `${apiRoleName}_email`,
  ]);
  const row = columns.map((column: string, at: number) =>
    column.endsWith('_name') ? 'Ada' : `a${at}@example.com`,
  );
  const csv = `${columns.join(',')}\n${row.join(',')}`;
  const bulk = { templateId: template.json.template.id, requestId: randomUUID(), filename: 'a.csv', csv };
  named = {
    webhooks: { prefix: 'wh', id: webhook.json.id },
    'identity-providers': { prefix: 'idp', id: provider.json.id },
    templates: { prefix: 'tpl', id: template.json.template.id },
    labels: { prefix: 'lbl', id: (await post('/labels', { name: 'Secret' })).id },
    teams: { prefix: 'team', id: team.id },
    members: { prefix: 'user', id: team.members[0].userId },
    invitations: {
      prefix: 'inv',
      id: (await post('/invitations', { email: 'secret@acme.example', role: 'viewer' })).id,
    },
    'api-keys': { prefix: 'key', id: (await post('/api-keys', { name: 'Secret' })).apiKey.id },
    'bulk-sends': { prefix: 'bulk', id: (await post('/bulk-sends', bulk)).id },
  };
  for (const { prefix, id } of Object.values(named)) expect(id).toMatch(new RegExp(`^${prefix}_`));
  own = {
    draft: (await createDraft(api, stranger.apiKey)).json,
    sent: await sendDraft(api, stranger.apiKey),
  };
});

/** Everything of the other organization that an operation could have changed. */
const snapshot = async () => [
  await countRows(api, owner.organizationId),
  await countRows(api, stranger.organizationId),
  ...(await Promise.all(
    [theirs.draft, theirs.sent].map(({ envelope }) =>
      api.ask('GET /api/v1/envelopes/{id}', { key: owner.apiKey, path: { id: envelope.id } }),
    ),
  ).then((answers) => answers.map(({ json }) => json))),
  (
    await api.ask('GET /api/v1/templates/{id}', {
      key: owner.apiKey,
      path: { id: theirs.template.template.id },
    })
  ).json,
];

describe('every operation with an identifier of another organization', () => {
  it.each(IDENTIFIED.map(({ method, path }) => [method, path] as const))(
    '%s %s answers 404 and changes nothing',
    async (method, path) => {
      const before = await snapshot();
      const kind = named[path.split('/')[3] ?? ''];
      const records = kind === undefined ? [theirs.draft.envelope.id, theirs.sent.envelope.id] : [kind.id];
      for (const id of records) {
        const target = path
          .replace('{id}', id)
          .replace('{userId}', named['members']?.id ?? '')
          .replace('{participantId}', theirs.sent.participants[0].id)
          .replace('{documentId}', theirs.draft.envelope.documents[0].id)
          .replace('{attachmentId}', 'att_01h455vb4pex5vsknk084sn02q')
          .replace('{deliveryId}', theirs.delivery.id);
        const call = { key: stranger.apiKey, ...acceptedCall(path, method) };
        expectError(await api.call(method, target, call), 'not_found');
      }
      expect(await snapshot()).toEqual(before);
    },
  );
});

const MALFORMED: readonly (readonly [string, string])[] = [
  ['unknown', '_01h455vb4pex5vsknk084sn02q'],
  ['of another kind', 'part_01h455vb4pex5vsknk084sn02q'],
  ['too short', 'x'],
  ['very long', 'e'.repeat(3000)],
  ['with a NUL', '_%00'],
  ['with a slash', '%2Fsend'],
  ['badly encoded', '%E0%A4%A'],
];

describe('every operation with an unknown identifier', () => {
  it.each(IDENTIFIED.map(({ method, path }) => [method, path] as const))(
    '%s %s answers 404',
    async (method, path) => {
      const { prefix } = named[path.split('/')[3] ?? ''] ?? { prefix: 'env' };
      for (const [name, id] of MALFORMED) {
        const target = path
          .replace(/\{(?:id|userId)\}/, id.startsWith('_') ? `${prefix}${id}` : id)
          .replace('{userId}', named['members']?.id ?? '')
          .replace('{participantId}', theirs.sent.participants[0].id)
          .replace('{documentId}', theirs.draft.envelope.documents[0].id)
          .replace('{deliveryId}', theirs.delivery.id);
        const answer = await api.call(method, target, {
          key: stranger.apiKey,
          ...acceptedCall(path, method),
        });
        expect(answer.status, name).toBe(404);
        expectError(answer, 'not_found');
      }
    },
  );
});

describe('identifiers of another organization within a request', () => {
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { key: stranger.apiKey, ...(body === undefined ? {} : { body }) });

  it('POST resend-link accepts only participants of the envelope', async () => {
    const path = `/api/v1/envelopes/${own.sent.envelope.id}/participants/${theirs.sent.participants[0].id}/resend-link`;
    expectError(await call('POST', path, { expectedVersion: 3 }), 'not_found');
  });

  it('PATCH participants accepts only participants of the envelope', async () => {
    const path = `/api/v1/envelopes/${own.sent.envelope.id}/participants/${theirs.sent.participants[0].id}`;
    expectError(await call('PATCH', path, { expectedVersion: 3, name: 'Mine now' }), 'not_found');
  });

  it('POST envelopes accepts only teams of the organization', async () => {
    const answer = await call('POST', '/api/v1/envelopes', {
      originalFilename: 'a.pdf',
      teamId: owner.teamId,
    });
    expect(answer).toMatchObject(INVALID);
  });

  it('POST templates accepts only envelopes and fields of the organization', async () => {
    const roles = [{ name: 'A', participantId: theirs.sent.participants[0].id }];
    const foreign = await call('POST', '/api/v1/templates', {
      sourceEnvelopeId: theirs.sent.envelope.id,
      name: 'T',
      roles,
    });
    expectError(foreign, 'not_found');
    const mixed = await call('POST', '/api/v1/templates', {
      sourceEnvelopeId: own.sent.envelope.id,
      name: 'T',
      roles,
    });
    expect(mixed).toMatchObject(INVALID);
    const locked = await call('POST', '/api/v1/templates', {
      sourceEnvelopeId: own.sent.envelope.id,
      name: 'T',
      roles: own.sent.participants.map(({ id, name }: { id: string; name: string }) => ({
        name,
        participantId: id,
      })),
      lockedFieldIds: [theirs.sent.fields[0].id],
    });
    expect(locked).toMatchObject(INVALID);
  });

  it.each(['q=Secret', 'recipient=alice', 'view=waiting'])(
    'GET envelopes?%s finds only those of the organization',
    async (query) => {
      const { json } = await call('GET', `/api/v1/envelopes?${query}`);
      expect(
        json.items.every(
          ({ organizationId }: { organizationId: string }) => organizationId === stranger.organizationId,
        ),
      ).toBe(true);
      expect(JSON.stringify(json)).not.toContain('Secret');
    },
  );

  it('GET envelopes filtered by a foreign team or template is empty', async () => {
    for (const query of [`teamId=${owner.teamId}`, `templateId=${theirs.template.template.id}`]) {
      expect((await call('GET', `/api/v1/envelopes?${query}`)).json.items).toEqual([]);
    }
  });

  it('GET envelopes rejects cursors of another organization', async () => {
    await createDraft(api, owner.apiKey);
    const { json } = await api.ask('GET /api/v1/envelopes', { key: owner.apiKey, query: { limit: 1 } });
    expect(json.nextCursor).toEqual(expect.any(String));
    expect(await call('GET', `/api/v1/envelopes?limit=1&cursor=${json.nextCursor}`)).toMatchObject(INVALID);
  });

  it('GET identity-providers lists only those of the organization', async () => {
    expect((await call('GET', '/api/v1/identity-providers')).json.items).toEqual([]);
  });

  it('GET webhooks lists only those of the organization, and a delivery belongs to its webhook', async () => {
    expect((await call('GET', '/api/v1/webhooks')).json.items).toEqual([]);
    const mine = (await call('POST', '/api/v1/webhooks', { url: 'https://example.com/mine' })).json;
    const path = `/api/v1/webhooks/${mine.id}/deliveries/${theirs.delivery.id}`;
    expectError(await call('GET', path), 'not_found');
    expectError(await call('POST', `${path}/redeliver`), 'not_found');
  });

  it('GET templates lists only those of the organization', async () => {
    expect((await call('GET', '/api/v1/templates')).json.items).toEqual([]);
  });
});
