import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readIdentityProvider } from '#server/db/organizations/identity-providers.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { sentWith } from '../../support/authentication.ts';
import { ALICE, createDraft } from '../../support/envelopes.ts';
import { ownerOf, personOf } from '../../support/person.ts';

const api = useApi();
const SECRET = 'a secret from the provider';
const BODY = {
  name: 'Example ID',
  issuer: 'https://login.example.com',
  clientId: 'countersign',
  clientSecret: SECRET,
  match: 'email' as const,
};
const PATH = '/api/v1/identity-providers';
const create = (key: string, body: object = {}) =>
  api.call('POST', PATH, { key, body: { ...BODY, ...body } });
const change = (key: string, id: string, body: object) => api.call('PATCH', `${PATH}/${id}`, { key, body });
const remove = (key: string, id: string) => api.call('DELETE', `${PATH}/${id}`, { key });

describe('an identity provider', () => {
  it('is created, listed, read, changed and deleted, and each of it is in the audit log', async () => {
    const tenant = await api.tenant();
    const { apiKey: key, organizationId } = tenant;
    const made = await create(key);
    expect(made.status).toBe(201);
    const { id } = made.json;
    expect(made.json).toEqual({
      ...{ id: expect.stringMatching(/^idp_/), organizationId, name: 'Example ID', match: 'email' },
      ...{ issuer: 'https://login.example.com', clientId: 'countersign', scope: 'openid email profile' },
      ...{ trustEmail: false, acrValues: [], requiredClaims: {}, enabled: true },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    const listed = await api.call('GET', PATH, { key });
    expect(listed.json).toEqual({
      redirectUri: `http://localhost:3000/sign/${organizationId}`,
      items: [made.json],
    });
    const changed = await change(key, id, { name: 'Our ID', clientSecret: 'another', acrValues: ['high'] });
    expect(changed.json).toEqual({
      ...made.json,
      ...{ name: 'Our ID', acrValues: ['high'], updatedAt: expect.any(String) },
    });
    expect((await api.call('GET', `${PATH}/${id}`, { key })).json).toEqual(changed.json);
    expect((await remove(key, id)).status).toBe(204);
    expectError(await api.call('GET', `${PATH}/${id}`, { key }), 'not_found');
    const { items } = await ownerOf(api, tenant).administrativeAction.list({});
    const actions = items.map(({ action }) => action).filter((name) => name.startsWith('identity_provider'));
    expect(actions.sort()).toEqual(
      ['changed', 'created', 'deleted'].map((what) => `identity_provider.${what}`),
    );
    expect(JSON.stringify([made.json, listed.json, changed.json, items])).not.toMatch(/a secret|another/);
  });

  it('keeps its secret encrypted, and the old one unless there is a new one', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { id } = (await create(key)).json;
    const stored = () =>
      transaction(api.services.db, { organizationId }, (tx) => readIdentityProvider(tx, organizationId, id));
    const before = await stored();
    expect(JSON.stringify(before)).not.toContain(SECRET);
    expect(before?.secretBox).toMatch(/^box1\./);
    await change(key, id, { name: 'Our ID' });
    expect((await stored())?.secretBox).toBe(before?.secretBox);
    await change(key, id, { clientSecret: 'another' });
    expect((await stored())?.secretBox).not.toBe(before?.secretBox);
  });

  it('is created once for the same Idempotency-Key', async () => {
    const { apiKey: key } = await api.tenant();
    const headers = { 'idempotency-key': 'once' };
    const answers = [1, 2].map(() => api.call('POST', PATH, { key, body: BODY, headers }));
    const [first] = await Promise.all(answers);
    expect(first?.status).toBeLessThan(500);
    expect((await api.call('GET', PATH, { key })).json.items).toHaveLength(1);
  });
});

describe('401 and 403', () => {
  it('for nobody, and for members who only send', async () => {
    expectError(await api.call('GET', PATH), 'unauthorized');
    expectError(await api.call('POST', PATH, { body: BODY }), 'unauthorized');
    const tenant = await api.tenant();
    await create(tenant.apiKey);
    const sender = personOf(api, tenant, 'member');
    await expect(sender.identityProvider.list({})).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    const { methods } = await sender.organization.composing({});
    expect(methods.at(-1)).toMatchObject({ method: 'oidc', provider: { name: 'Example ID' } });
  });
});

describe('409', () => {
  it('for a provider that an envelope names: it stays, and can be disabled once nobody waits for it', async () => {
    const tenant = await api.tenant();
    const { apiKey: key } = tenant;
    const { id: provider } = (await create(key)).json;
    const { id, graph } = await sentWith(api, { method: 'oidc', provider }, tenant);
    const needed = await change(key, provider, { enabled: false });
    expect([needed.status, needed.json.details.reason]).toEqual([409, 'identity_provider_needed']);
    const used = await remove(key, provider);
    expect([used.status, used.json.details.reason]).toEqual([409, 'identity_provider_in_use']);
    const expectedVersion = graph.envelope.version;
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion } });
    expect((await change(key, provider, { enabled: false })).json.enabled).toBe(false);
    expect((await remove(key, provider)).status).toBe(409);
  });

  it('for a draft that names it, until the draft is gone', async () => {
    const { apiKey: key } = await api.tenant();
    const { id: provider } = (await create(key)).json;
    const draft = await createDraft(api, key, {
      participants: [{ ...ALICE, authentication: { method: 'oidc', provider } }],
      fields: [],
    });
    expect((await remove(key, provider)).status).toBe(409);
    const path = { id: draft.json.envelope.id };
    expect((await api.ask('DELETE /api/v1/envelopes/{id}', { key, path })).status).toBe(204);
    expect((await remove(key, provider)).status).toBe(204);
  });

  it('for more than 20', async () => {
    const { apiKey: key } = await api.tenant();
    const answers = await Promise.all(
      Array.from({ length: LIMITS.identityProvidersMax + 3 }, (_, index) =>
        create(key, { name: `${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.identityProvidersMax);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});

describe('422', () => {
  it.each([
    ['/name', { name: ' ' }],
    ['/issuer', { issuer: 'http://login.example.com' }],
    ['/issuer', { issuer: 'https://10.0.0.1' }],
    ['/issuer', { issuer: 'https://me:pass@login.example.com' }],
    ['/issuer', { issuer: 'https://login.example.com/.well-known/openid-configuration' }],
    ['/issuer', { issuer: 'https://login.example.com/?tenant=1' }],
    ['/issuer', { issuer: 'login.example.com' }],
    ['/clientSecret', { clientSecret: '' }],
    ['/scope', { scope: 'email' }],
    ['/match', { match: 'none' }],
    ['/acrValues/0', { acrValues: ['two words'] }],
    [
      '/requiredClaims',
      { requiredClaims: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`c${i}`, 'x'])) },
    ],
  ])('%s is refused: %j', async (path, body) => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await create(key, body), [path]);
    const { id } = (await create(key)).json;
    expectIssues(await change(key, id, body), [path]);
  });
});
