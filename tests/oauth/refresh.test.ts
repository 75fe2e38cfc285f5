import { sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { endGrant, listGrants } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { openSigningKeys } from '#server/oauth/signing-keys.ts';
import type { Session } from '#server/surface/principal.ts';
import { useApi } from '../support/api.ts';
import { useListening } from '../support/listening.ts';
import { dance, oauthClient, personOf, type OAuthClient } from '../support/oauth-client.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const listening = useListening(api);
const owner = useOwner(api);

let person: Session;
let client: OAuthClient;

beforeAll(async () => {
  api.clock.now = new Date();
  const { organizationId } = await api.tenant();
  person = await personOf(api, { id: organizationId, name: 'Acme GmbH' });
  client = oauthClient(listening);
});

const ping = async (key: string) => (await api.call('GET', '/api/v1/ping', { key })).status;
const refresh = (clientId: string, token: string, scope?: string) =>
  client.exchange({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token, scope });
const grants = () =>
  transaction(api.services.db, { organizationId: person.organization.id }, (tx) =>
    listGrants(tx, person.organization.id, null),
  );

describe('a refresh token', () => {
  it('yields new tokens, including a new refresh token', async () => {
    const first = await dance(api, client, person);
    const next = await refresh(first.clientId, first.refresh_token);
    expect(next.status).toBe(200);
    expect(next.json.refresh_token).not.toBe(first.refresh_token);
    expect(await ping(next.json.access_token)).toBe(200);
    const less = await refresh(first.clientId, next.json.refresh_token, 'templates:read offline_access');
    expect(less.json.scope).toBe('templates:read');
  });

  it('that is reused revokes the grant with all its tokens', async () => {
    const first = await dance(api, client, person);
    const next = await refresh(first.clientId, first.refresh_token);
    expect((await refresh(first.clientId, first.refresh_token)).json.error).toBe('invalid_grant');
    expect((await refresh(first.clientId, next.json.refresh_token)).json.error).toBe('invalid_grant');
    expect(await ping(first.access_token)).toBe(401);
    expect(await ping(next.json.access_token)).toBe(401);
  });

  it('that is used twice at the same moment yields tokens at most once, and revokes them', async () => {
    const first = await dance(api, client, person);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => refresh(first.clientId, first.refresh_token)),
    );
    const brought = replies.filter(({ status }) => status === 200);
    expect(brought.length).toBeLessThan(2);
    for (const { json } of brought) {
      expect(await ping(json.access_token)).toBe(401);
      expect((await refresh(first.clientId, json.refresh_token)).json.error).toBe('invalid_grant');
    }
    expect(await ping(first.access_token)).toBe(401);
  });

  it('of another client is refused, and stays valid for its own', async () => {
    const first = await dance(api, client, person);
    const other = (await client.register()).json.client_id;
    expect((await refresh(other, first.refresh_token)).json.error).toBe('invalid_grant');
    expect((await refresh(first.clientId, first.refresh_token)).status).toBe(200);
  });

  it('cannot add scopes', async () => {
    const first = await dance(api, client, person, { scopes: ['templates:read'] });
    const next = await refresh(first.clientId, first.refresh_token, 'templates:read envelopes:send');
    expect(next.json).toMatchObject({ error: 'invalid_scope' });
    expect((await refresh(first.clientId, first.refresh_token)).json.scope).toBe('templates:read');
  });

  it('ends with the grant and with the membership', async () => {
    const ended = await dance(api, client, person);
    const { organization } = person;
    const grantId = String(decodeJwt(ended.access_token)['grant']);
    await transaction(api.services.db, { organizationId: organization.id }, (tx) =>
      endGrant(tx, grantId, 'person', api.clock.now),
    );
    expect(await ping(ended.access_token)).toBe(401);
    expect((await refresh(ended.clientId, ended.refresh_token)).json.error).toBe('invalid_grant');

    const leaver = await personOf(api, organization);
    const left = await dance(api, client, leaver);
    await owner.sql`delete from memberships where user_id = ${leaver.user.id}`;
    expect(await ping(left.access_token)).toBe(401);
    expect((await refresh(left.clientId, left.refresh_token)).json.error).toBe('invalid_grant');
  });
});

describe('revocation', () => {
  it('of a refresh token ends the grant', async () => {
    const tokens = await dance(api, client, person);
    const form = { client_id: tokens.clientId, token: tokens.refresh_token };
    expect((await client.post('/oauth/revoke', form)).status).toBe(200);
    expect(await ping(tokens.access_token)).toBe(401);
    expect((await client.post('/oauth/revoke', form)).status).toBe(200);
  });

  it('by another client has no effect', async () => {
    const tokens = await dance(api, client, person);
    const other = (await client.register()).json.client_id;
    await client.post('/oauth/revoke', { client_id: other, token: tokens.refresh_token });
    expect(await ping(tokens.access_token)).toBe(200);
  });
});

describe('stored records', () => {
  it('contain no code, token or secret', async () => {
    const secretly = (
      await client.register({
        redirect_uris: ['https://client.example/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      })
    ).json;
    expect(secretly.client_secret).toMatch(/\S{20,}/);
    const tokens = await dance(api, client, person);
    await client.authorize({ client_id: tokens.clientId });
    const rows = await owner.sql<{ text: string }[]>`
      select row_to_json(r)::text as text from oauth_records r union all
      select row_to_json(c)::text from oauth_clients c union all select row_to_json(k)::text from oauth_keys k`;
    const all = rows.map(({ text }) => text).join('\n');
    expect(all).toContain(tokens.clientId);
    expect(all).not.toContain(tokens.refresh_token);
    expect(all).not.toContain(tokens.access_token);
    expect(all).not.toContain(secretly.client_secret);
    expect(all).not.toMatch(/"d":/);
  });

  it('are deleted when they expire, and grants that cannot be renewed end', async () => {
    const tokens = await dance(api, client, person);
    const forgotten = (await client.register()).json.client_id;
    const before = api.clock.now;
    const count = async () =>
      Number((await api.services.db.drizzle.execute(sql`select count(*) as n from oauth_records`))[0]?.['n']);
    expect(await count()).toBeGreaterThan(0);
    await sweep(api.services);
    expect(await ping(tokens.access_token)).toBe(200);

    api.clock.now = new Date(before.getTime() + LIMITS.refreshTokenLifeMs + 1000);
    await sweep(api.services);
    const kinds = await api.services.db.drizzle.execute(sql`select distinct kind from oauth_records`);
    expect(kinds.map(({ kind }) => kind)).toEqual([]);
    expect(await grants()).toEqual([]);
    const [row] = await owner.sql`select count(*) as n from oauth_grants where end_reason = 'expired'`;
    expect(Number(row?.['n'])).toBeGreaterThan(0);
    await sweep(api.services);
    expect((await owner.sql`select id from oauth_clients where id = ${forgotten}`).length).toBe(0);
    api.clock.now = before;
  });
});

describe('signing keys', () => {
  it('are replaced while old tokens stay valid', async () => {
    const { keys } = api.services.accessTokens;
    const old = await dance(api, client, person);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    await keys.rotate();
    expect(await ping(old.access_token)).toBe(200);
    const next = await refresh(old.clientId, old.refresh_token);
    const kid = (token: string) => decodeProtectedHeader(token).kid;
    expect(kid(next.json.access_token)).not.toBe(kid(old.access_token));
    expect(await ping(next.json.access_token)).toBe(200);
    const published = (await client.get('/oauth/jwks')).json.keys as { kid: string }[];
    expect(published.map((key) => key.kid)).toEqual(
      expect.arrayContaining([kid(old.access_token), kid(next.json.access_token)]),
    );
  });

  it('of another process are found when a token needs them', async () => {
    const elsewhere = openSigningKeys(api.services);
    const known = (await elsewhere.all()).map(({ kid }) => kid);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    await api.services.accessTokens.keys.rotate();
    const tokens = await dance(api, client, person);
    const { kid = '' } = decodeProtectedHeader(tokens.access_token);
    expect(known).not.toContain(kid);
    await api.until('another look', async () => (await elsewhere.verifier(kid)) !== null);
    expect(await elsewhere.verifier('a kid that nobody made')).toBeNull();
  });

  it('encrypted with an unknown secret key are skipped and replaced', async () => {
    const key = { id: 'other', key: 'k'.repeat(40) };
    const config = { ...api.services.config, secretKeys: { current: key, previous: [] } };
    const keys = openSigningKeys({ ...api.services, config });
    const kids = (await keys.all()).map(({ kid }) => kid);
    expect(kids).toHaveLength(1);
    expect((await api.services.accessTokens.keys.all()).map(({ kid }) => kid)).not.toContain(kids[0]);
    await owner.sql`delete from oauth_keys where id = ${kids[0] ?? ''}`;
  });

  it('are rotated in time, and old ones deleted a day later', async () => {
    const { keys } = api.services.accessTokens;
    const before = api.clock.now;
    const rows = () => owner.sql<{ id: string }[]>`select id from oauth_keys order by created_at, id`;
    const atFirst = await rows();
    await keys.maintain();
    expect(await rows()).toEqual(atFirst);

    api.clock.now = new Date(before.getTime() + LIMITS.signingKeyLifeMs + 1000);
    await Promise.all([keys.maintain(), keys.maintain(), keys.maintain()]);
    const replaced = await rows();
    expect(replaced).toEqual([atFirst.at(-1), { id: expect.any(String) }]);
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.replacedSigningKeyKeptMs + 1000);
    await keys.maintain();
    expect(await rows()).toEqual(replaced.slice(-1));
    api.clock.now = before;
  });
});
