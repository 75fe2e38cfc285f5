import { domainToASCII } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMembership } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { answerApi } from '#server/http/api.ts';
import { openLog } from '#server/runtime/log.ts';
import { findLiveGrant } from '#server/db/oauth/oauth-grants.ts';
import { agentOf } from '../../support/agent.ts';
import { cookieIn, PASSWORD, post, whoIs } from '../../support/account.ts';
import { useApi, type Answer, type Tenant } from '../../support/api.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { startIdentityProvider, type IdentityProviderServer } from '../../support/identity-provider.ts';
import { useOwner } from '../../support/owner.ts';
import { ownerOf } from '../../support/person.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import {
  Browser,
  connected,
  oidcSettings,
  signInByOidc,
  verifiedDomain,
} from '../../support/single-sign-on.ts';

const dns = await startDnsServer();
let idp: IdentityProviderServer;
beforeAll(async () => {
  idp = await startIdentityProvider('http://localhost:3000/sso');
});
afterAll(async () => {
  await idp?.close();
  await dns.close();
});
const api = useApi({ env: { DNS_SERVERS: dns.address, SIGNUP: 'open' } });

const tables = useOwner(api);
const TYPE = 'application/scim+json';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer & { scim: any }>;

/** Calls the API as a directory. */
function directoryOf(token: string): Ask {
  return async (method, path, body) => {
    const answer = await api.call(method, `/scim/v2/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': TYPE }) },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status !== 204) expect(answer.headers.get('content-type')).toBe(TYPE);
    return { ...answer, scim: answer.status === 204 ? null : JSON.parse(answer.bytes.toString()) };
  };
}

/** An organization with a domain and a directory. */
async function provisioned() {
  const tenant = await api.tenant();
  const { domain, id: domainId } = await verifiedDomain(api, dns, tenant);
  const owner = ownerOf(api, tenant);
  const { token } = await owner.singleSignOn.createToken({});
  return { tenant, owner, domain, domainId, token, ask: directoryOf(token) };
}

const person = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  ...more,
});
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

function expectScimError({ status, scim }: { status: number; scim: any }, code: number, type?: string) {
  expect([status, scim]).toEqual([
    code,
    {
      schemas: [ERROR],
      status: String(code),
      detail: expect.any(String),
      ...(type ? { scimType: type } : {}),
    },
  ]);
}

/** The requested emails about a person's account. */
async function jobsTo(userId: string) {
  const rows = await tables.sql`select data from pgboss.job where data ->> 'userId' = ${userId}`;
  return rows.map(({ data }) => data as Record<string, unknown>);
}

async function actionsOf(tenant: Tenant) {
  return (await ownerOf(api, tenant).administrativeAction.list({})).items;
}

describe('the token of a directory', () => {
  it('is shown once, replaced by the next one, and revoked', async () => {
    const { owner, token, ask } = await provisioned();
    expect((await ask('GET', 'Users')).status).toBe(200);
    const { directory } = await owner.singleSignOn.get({});
    expect(directory.url).toBe('http://localhost:3000/scim/v2');
    expect(JSON.stringify(directory)).not.toContain(token);
    expect(directory.token?.lastUsedAt).not.toBeNull();
    const { token: next } = await owner.singleSignOn.createToken({});
    expectScimError(await ask('GET', 'Users'), 401);
    expect((await directoryOf(next)('GET', 'Users')).status).toBe(200);
    await owner.singleSignOn.revokeToken({});
    expectScimError(await directoryOf(next)('GET', 'Users'), 401);
    await expect(owner.singleSignOn.revokeToken({})).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });

  it('is for administrators to make, and no other credential replaces it', async () => {
    const { tenant } = await provisioned();
    const cookie = await sessionOf(api, tenant.organizationId, 'member');
    const refused = await callDashboard(api, 'mutation', 'singleSignOn.createToken', { cookie });
    expect(refusalIn(refused)?.code).toBe('forbidden');
    for (const token of ['', 'scim_x', `scim_${'x'.repeat(43)}`, tenant.apiKey])
      expectScimError(await directoryOf(token)('GET', 'Users'), 401);
    const { token } = await provisioned();
    expect((await api.call('GET', '/api/v1/ping', { key: token })).status).toBe(401);
  });
});

describe('what the service says about itself', () => {
  it('is there to read', async () => {
    const { ask } = await provisioned();
    expect((await ask('GET', 'ServiceProviderConfig')).scim).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    expect((await ask('GET', 'ResourceTypes')).scim).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User' }, { id: 'Group' }],
    });
    expect((await ask('GET', 'ResourceTypes/User')).scim.endpoint).toBe('/Users');
    expect((await ask('GET', `Schemas/${USER}`)).scim.name).toBe('User');
    for (const path of ['', 'Nothing', 'Schemas/x', 'Users/a/b', 'ServiceProviderConfig/x', 'Users/%'])
      expectScimError(await ask('GET', path), 404);
    const wrong = await ask('POST', 'Schemas', {});
    expectScimError(wrong, 405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('a user', () => {
  it('is created, found, read and listed', async () => {
    const { tenant, ask, domain } = await provisioned();
    const userName = `ada@${domain}`;
    const made = await ask('POST', 'Users', person(userName, { externalId: 'a-1' }));
    expect(made.status).toBe(201);
    expect(made.scim).toMatchObject({
      schemas: [USER],
      externalId: 'a-1',
      userName,
      displayName: 'Ada Lovelace',
      active: true,
      emails: [{ value: userName, primary: true }],
      meta: { resourceType: 'User', location: made.headers.get('location') },
    });
    expect((await ask('GET', `Users/${made.scim.id}`)).scim).toEqual(made.scim);
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      'externalId eq "a-1"',
      `id eq "${made.scim.id}"`,
    ]) {
      const { scim } = await ask('GET', `Users?filter=${encodeURIComponent(filter)}`);
      expect(scim).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [made.scim] });
    }
    expect(
      (await ask('GET', `Users?filter=${encodeURIComponent('userName eq "x@y.example"')}`)).scim,
    ).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    expect(await actionsOf(tenant)).toContainEqual(
      expect.objectContaining({ action: 'member.joined', actorName: 'SCIM', subjectName: 'Ada Lovelace' }),
    );
  });

  it('comes in pages', async () => {
    const { ask, domain } = await provisioned();
    for (const name of ['a', 'b', 'c']) await ask('POST', 'Users', person(`${name}@${domain}`));
    const page = async (query: string) => {
      const { scim } = await ask('GET', `Users?${query}`);
      return [scim.totalResults, scim.startIndex, scim.itemsPerPage];
    };
    expect(await page('startIndex=2&count=1')).toEqual([3, 2, 1]);
    expect(await page('startIndex=4&count=5')).toEqual([3, 4, 0]);
    expect(await page('startIndex=0&count=0')).toEqual([3, 1, 0]);
    expect(await page('count=9999')).toEqual([3, 1, 3]);
  });

  it('exists once', async () => {
    const { ask, domain } = await provisioned();
    await ask('POST', 'Users', person(`ada@${domain}`));
    expectScimError(await ask('POST', 'Users', person(`ADA@${domain}`)), 409, 'uniqueness');
    const twins = await Promise.all([0, 1].map(() => ask('POST', 'Users', person(`twin@${domain}`))));
    expect(twins.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('has an address in a verified domain', async () => {
    const { ask, owner, domain, domainId, tenant } = await provisioned();
    const { domain: theirs } = await provisioned();
    for (const userName of ['a@elsewhere.example', `a@${theirs}`])
      expectScimError(await ask('POST', 'Users', person(userName)), 400, 'invalidValue');
    const { scim } = await ask('POST', 'Users', person(`ada@${domain}`));
    await owner.singleSignOn.removeDomain({ id: domainId });
    expectScimError(await ask('GET', `Users/${scim.id}`), 404);
    expectScimError(await ask('DELETE', `Users/${scim.id}`), 404);
    expect((await ask('GET', 'Users')).scim.totalResults).toBe(0);
    // The owner's address isn't in a verified domain, so the directory can't reach them.
    expectScimError(
      await ask('PATCH', `Users/${tenant.userId}`, patch({ op: 'replace', path: 'active', value: false })),
      404,
    );
  });

  it.each([
    ['no JSON', '{', 'invalidSyntax'],
    ['no userName', { schemas: [USER] }, 'invalidSyntax'],
    ['no address', person('ada'), 'invalidValue'],
    [
      'a character that cannot be stored',
      person('ada@x.example', { displayName: 'a\u0000' }),
      'invalidValue',
    ],
  ])('is refused with %s', async (_what, body, type) => {
    const { ask } = await provisioned();
    expectScimError(await ask('POST', 'Users', body), 400, type);
  });

  it('exists once, whatever the case', async () => {
    const { ask, domain } = await provisioned();
    expect((await ask('POST', 'Users', person(`ilker@${domain}`))).status).toBe(201);
    expectScimError(await ask('POST', 'Users', person(`ILKER@${domain}`)), 409, 'uniqueness');
    expectScimError(await ask('POST', 'Users', person(`\u0130lker@${domain}`)), 400, 'invalidValue');
  });

  it('may have a domain in Unicode, in one spelling', async () => {
    const { tenant, ask } = await provisioned();
    const name = `münchen-${Math.random().toString(36).slice(2)}.test`;
    await verifiedDomain(api, dns, tenant, domainToASCII(name));
    const made = await ask('POST', 'Users', person(`ada@${name}`));
    expect([made.status, made.scim.userName]).toEqual([201, `ada@${name}`]);
    expect((await ask('GET', `Users/${made.scim.id}`)).status).toBe(200);
    expectScimError(
      await ask('POST', 'Users', person(`bea@${name.replace('t', 'ｔ')}`)),
      400,
      'invalidValue',
    );
  });

  it('has no identifier that the database cannot store', async () => {
    const { ask } = await provisioned();
    for (const method of ['GET', 'DELETE']) expectScimError(await ask(method, 'Users/%00'), 404);
    expectScimError(
      await ask('PATCH', 'Users/%00', patch({ op: 'replace', path: 'active', value: false })),
      404,
    );
    const filter = encodeURIComponent('userName eq "\\u0000"');
    expectScimError(await ask('GET', `Users?filter=${filter}`), 400, 'invalidFilter');
  });

  it('is not found by other filters, methods and types', async () => {
    const { ask, token } = await provisioned();
    for (const filter of [
      ...['title eq "x"', 'userName eq a', 'userName gt "a"', 'active co true', 'externalId eq 5', ''],
      ...['(userName eq "a"', 'userName eq "a")', 'userName eq "a" or', 'userName', 'not userName pr'],
      ...['emails[value eq "a"', 'emails[title eq "a"]', `${'('.repeat(50)}id pr${')'.repeat(50)}`],
    ])
      expectScimError(await ask('GET', `Users?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter');
    expectScimError(await ask('GET', 'Users?count=x'), 400, 'invalidValue');
    expectScimError(await ask('PUT', 'Users', {}), 405);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    expect((await api.call('POST', '/scim/v2/Users', { headers, body: {} })).status).toBe(415);
    const compressed = await api.call('POST', '/scim/v2/Users', {
      headers: { authorization: `Bearer ${token}`, 'content-type': TYPE, 'content-encoding': 'gzip' },
      raw: gzipSync('{}'),
    });
    expect([compressed.status, compressed.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  it('is changed as a whole or in parts', async () => {
    const { ask, domain, tenant } = await provisioned();
    const userName = `ada@${domain}`;
    const { id } = (await ask('POST', 'Users', person(userName, { externalId: 'a-1' }))).scim;
    const replaced = await ask('PUT', `Users/${id}`, person(userName, { displayName: 'Countess' }));
    expect(replaced.scim).toMatchObject({ displayName: 'Countess', active: true });
    expect(replaced.scim.externalId).toBeUndefined();
    const changed = await ask(
      'PATCH',
      `Users/${id}`,
      patch(
        { op: 'Replace', path: 'name.givenName', value: 'Ada' },
        { op: 'Replace', path: 'name.familyName', value: 'Byron' },
        { op: 'Add', value: { externalId: 'a-2' } },
        { op: 'Add', path: 'title', value: 'is ignored' },
      ),
    );
    expect(changed.scim).toMatchObject({ displayName: 'Ada Byron', externalId: 'a-2' });
    expect((await actionsOf(tenant)).filter(({ action }) => action === 'member.renamed')).toHaveLength(2);
    expectScimError(await ask('PATCH', `Users/${id}`, {}), 400, 'invalidSyntax');
    expectScimError(await ask('PATCH', `Users/${id}`, patch({ op: 'remove' })), 400, 'noTarget');
    expectScimError(
      await ask('PATCH', `Users/${id}`, patch({ op: 'add', path: 'a b', value: 1 })),
      400,
      'invalidPath',
    );
  });

  it('is found by every way to say it', async () => {
    const { ask, domain } = await provisioned();
    const ada = (await ask('POST', 'Users', person(`ada@${domain}`, { externalId: 'A-1' }))).scim.id;
    const bob = (await ask('POST', 'Users', { schemas: [USER], userName: `bob@${domain}`, active: false }))
      .scim.id;
    const find = async (filter: string) => {
      const { status, scim } = await ask('GET', `Users?filter=${encodeURIComponent(filter)}`);
      expect(status, filter).toBe(200);
      return scim.Resources.map(({ id }: { id: string }) => id).toSorted();
    };
    const both = [ada, bob].toSorted();
    for (const filter of [
      `emails[type eq "work"].value eq "ADA@${domain}"`,
      `emails[type eq "work" and value eq "ada@${domain}"]`,
      `(userName eq "ada@${domain}")`,
      `${USER}:userName eq "ada@${domain}" AND active EQ true`,
      `userName sw "ADA@" and not (active eq "False")`,
      `(externalId eq "A-1" or externalId eq "B-1") and active eq true`,
      'externalId pr',
      'name.familyName eq "LOVELACE"',
      'displayName co "love" and emails.type eq "work"',
      `userName ew "@${domain}" and userName ne "bob@${domain}"`,
    ])
      expect(await find(filter), filter).toEqual([ada]);
    for (const filter of ['active eq false', 'externalId eq null', 'not (name.givenName eq "ada")'])
      expect(await find(filter), filter).toEqual([bob]);
    for (const filter of ['userName pr', 'emails[primary eq true]', 'externalId eq "A-1" or active eq false'])
      expect(await find(filter), filter).toEqual(both);
    for (const filter of ['externalId eq "a-1"', 'userName eq "%"', 'userName co "_da@"'])
      expect(await find(filter), filter).toEqual([]);
  });

  it('keeps the other part of a name when one changes', async () => {
    const { ask, domain } = await provisioned();
    const { id } = (await ask('POST', 'Users', person(`ada@${domain}`))).scim;
    const change = async (...operations: object[]) => {
      const { scim } = await ask('PATCH', `Users/${id}`, patch(...operations));
      return [scim.displayName, scim.name];
    };
    const named = (name: string, givenName: string, familyName: string) => [
      name,
      { formatted: name, givenName, familyName },
    ];
    expect(await change({ op: 'replace', path: 'name.familyName', value: 'Byron' })).toEqual(
      named('Ada Byron', 'Ada', 'Byron'),
    );
    expect(await change({ op: 'replace', value: { name: { givenName: 'Augusta' } } })).toEqual(
      named('Augusta Byron', 'Augusta', 'Byron'),
    );
    expect(await change({ op: 'replace', value: { 'name.familyName': 'King' } })).toEqual(
      named('Augusta King', 'Augusta', 'King'),
    );
    expect(await change({ op: 'replace', path: 'displayName', value: 'Countess' })).toEqual(
      named('Countess', 'Augusta', 'King'),
    );
    expect(await change({ op: 'remove', path: 'name.familyName' })).toEqual([
      'Augusta',
      { formatted: 'Augusta', givenName: 'Augusta' },
    ]);
  });

  it('has parts of a name also where the directory gave only the whole', async () => {
    const { ask, domain } = await provisioned();
    const body = { schemas: [USER], userName: `jane@${domain}`, displayName: 'Mary Jane Doe' };
    const { id } = (await ask('POST', 'Users', body)).scim;
    const marriage = { op: 'replace', path: 'name.familyName', value: 'Smith' };
    expect((await ask('PATCH', `Users/${id}`, patch(marriage))).scim.displayName).toBe('Mary Jane Smith');
  });

  it('is created again with the name that is given then', async () => {
    const { ask, domain } = await provisioned();
    const { id } = (await ask('POST', 'Users', person(`ada@${domain}`))).scim;
    await ask('DELETE', `Users/${id}`);
    const again = await ask('POST', 'Users', person(`ada@${domain}`, { displayName: 'Ada King' }));
    expect([again.status, again.scim.id, again.scim.displayName]).toEqual([201, id, 'Ada King']);
  });

  it('is shown with the attributes that are asked for', async () => {
    const { ask, domain } = await provisioned();
    const path = 'Users?attributes=userName,name.familyName';
    const made = (await ask('POST', path, person(`ada@${domain}`))).scim;
    const brief = {
      schemas: [USER],
      id: made.id,
      userName: `ada@${domain}`,
      name: { familyName: 'Lovelace' },
    };
    expect(made).toEqual(brief);
    const query = `?attributes=USERNAME,${encodeURIComponent(`${USER}:name.familyName`)}`;
    expect((await ask('GET', `Users/${made.id}${query}`)).scim).toEqual(brief);
    expect((await ask('GET', `Users${query}`)).scim.Resources).toEqual([brief]);
    const { scim } = await ask('GET', `Users/${made.id}?excludedAttributes=id,meta,emails.type,name`);
    expect(scim).toEqual({
      schemas: [USER],
      id: made.id,
      userName: `ada@${domain}`,
      displayName: 'Ada Lovelace',
      emails: [{ value: `ada@${domain}`, primary: true }],
      active: true,
    });
    const change = patch({ op: 'replace', path: 'active', value: true });
    expect((await ask('PATCH', `Users/${made.id}${query}`, change)).scim).toEqual(brief);
    expect((await ask('PUT', `Users/${made.id}${query}`, person(`ada@${domain}`))).scim).toEqual(brief);
  });

  it('is found by a search in the body, alone and together with groups', async () => {
    const { ask, domain } = await provisioned();
    const ids: string[] = [];
    for (const name of ['ada', 'bob'])
      ids.push((await ask('POST', 'Users', person(`${name}@${domain}`))).scim.id);
    const group = (await ask('POST', 'Groups', { displayName: 'Legal' })).scim.id;
    const search = async (path: string, body: object) => {
      const { status, scim } = await ask('POST', path, { schemas: [SEARCH], ...body });
      expect(status, JSON.stringify(scim)).toBe(200);
      return [scim.totalResults, scim.Resources.map(({ id }: { id: string }) => id)];
    };
    expect(await search('Users/.search', { filter: `userName eq "ada@${domain}"` })).toEqual([1, [ids[0]]]);
    expect(await search('Groups/.search', { filter: 'displayName eq "legal"' })).toEqual([1, [group]]);
    expect(await search('.search', {})).toEqual([3, [...ids.toSorted(), group]]);
    expect(await search('.search', { startIndex: 2, count: 2 })).toEqual([3, [ids.toSorted()[1], group]]);
    expect(await search('.search', { startIndex: 3 })).toEqual([3, [group]]);
    expect(await search('.search', { filter: 'displayName eq "Legal"' })).toEqual([1, [group]]);
    expect(await search('.search', { filter: `userName sw "bob"` })).toEqual([1, [ids[1]]]);
    const brief = { schemas: [SEARCH], Attributes: ['userName'], COUNT: 1 };
    expect((await ask('POST', 'Users/.search', brief)).scim.Resources).toEqual([
      { schemas: [USER], id: ids.toSorted()[0], userName: expect.any(String) },
    ]);
    expectScimError(
      await ask('POST', '.search', { schemas: [SEARCH], filter: 'title pr' }),
      400,
      'invalidFilter',
    );
    expectScimError(await ask('POST', 'Users/.search', {}), 400, 'invalidSyntax');
    expectScimError(await ask('GET', 'Users/.search'), 405);
    expectScimError(await ask('POST', '.search/x', { schemas: [SEARCH] }), 404);
  });

  it('is made inactive by a name in any case', async () => {
    const { ask, domain } = await provisioned();
    const { scim } = await ask('POST', 'Users', {
      ...person(''),
      USERNAME: `ada@${domain}`,
      userName: undefined,
      Active: 'False',
    });
    expect(scim).toMatchObject({ userName: `ada@${domain}`, active: false });
    const twice = { ...person(`bo@${domain}`), active: false, Active: true };
    expectScimError(await ask('POST', 'Users', twice), 400, 'invalidSyntax');
    const filter = encodeURIComponent(`${USER}:UserName eq "ada@${domain}"`);
    expect((await ask('GET', `Users?filter=${filter}`)).scim.totalResults).toBe(1);
  });

  it('gets a new address within the domains, and both are told', async () => {
    const { ask, domain, tenant, owner } = await provisioned();
    const old = `ada@${domain}`;
    const { id } = (await ask('POST', 'Users', person(old))).scim;
    const renaming = patch(
      { op: 'Replace', path: 'displayName', value: 'Ann Leigh' },
      { op: 'Replace', path: 'userName', value: `ann.leigh@${domain}` },
    );
    const { status, scim } = await ask('PATCH', `Users/${id}`, renaming);
    expect([status, scim]).toMatchObject([
      200,
      { userName: `ann.leigh@${domain}`, displayName: 'Ann Leigh' },
    ]);
    expect((await ask('GET', `Users/${id}`)).scim.userName).toBe(`ann.leigh@${domain}`);
    expect(await actionsOf(tenant)).toContainEqual(
      expect.objectContaining({
        action: 'member.address_changed',
        subjectName: 'Ann Leigh',
        details: { from: old, to: `ann.leigh@${domain}` },
      }),
    );
    expect(await jobsTo(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ change: 'email_changed', email: old }),
        expect.objectContaining({ change: 'email_assigned', email: `ann.leigh@${domain}` }),
      ]),
    );
    const { members } = await owner.member.list({});
    expect(members.find(({ userId }) => userId === id)?.email).toBe(`ann.leigh@${domain}`);
  });

  it.each(['elsewhere', 'somebody', 'administrator', 'another organization', 'instance'])(
    'keeps the address where a directory has no say: %s',
    async (why) => {
      const { ask, domain, owner } = await provisioned();
      const email = `ada@${domain}`;
      const { id } = (await ask('POST', 'Users', person(email))).scim;
      await ask('POST', 'Users', person(`bo@${domain}`));
      if (why === 'administrator') await owner.member.changeRole({ userId: id, role: 'admin' });
      if (why === 'instance')
        await tables.sql`insert into instance_administrators (user_id, created_at) values (${id}, now())`;
      if (why === 'another organization') {
        const { organizationId } = await api.tenant();
        await transaction(api.services.db, { organizationId }, (tx) =>
          insertMembership(tx, { organizationId, userId: id, role: 'viewer' }, api.services.clock()),
        );
      }
      const to =
        { elsewhere: 'ada@elsewhere.example', somebody: `bo@${domain}` }[why] ?? `ada.byron@${domain}`;
      const change = { op: 'replace', path: 'userName', value: to };
      expectScimError(await ask('PATCH', `Users/${id}`, patch(change)), 400, 'mutability');
      const both = await ask(
        'PATCH',
        `Users/${id}`,
        patch(change, { op: 'replace', path: 'displayName', value: 'Ada B.' }),
      );
      expect([both.status, both.scim.userName, both.scim.displayName]).toEqual([200, email, 'Ada B.']);
    },
  );

  it('takes the role of an invitation that waits for the address', async () => {
    const { ask, domain, owner } = await provisioned();
    await owner.member.invite({ email: `ada@${domain}`, role: 'admin' });
    const { id } = (await ask('POST', 'Users', person(`ada@${domain}`))).scim;
    const { members, invitations } = await owner.member.list({});
    expect([members.find(({ userId }) => userId === id)?.role, invitations]).toEqual(['admin', []]);
  });

  it('does not leave an account to a stranger who made it in advance', async () => {
    const { ask, domain } = await provisioned();
    const email = `ada@${domain}`;
    const account = { organization: 'Trap', name: 'Mallory', email, password: PASSWORD };
    const stranger = cookieIn(await post(api, 'sign-up', account));
    expect((await ask('POST', 'Users', person(email))).status).toBe(201);
    expect((await whoIs(api, stranger)).status).toBe(401);
    expect((await post(api, 'login', { email, password: PASSWORD })).status).toBe(401);
  });
});

describe('deactivating a user', () => {
  /** Someone with a session, an API key and an agent. */
  async function busy() {
    const place = await connected(api, dns, oidcSettings(idp));
    const { token } = await place.owner.singleSignOn.createToken({});
    const ask = directoryOf(token);
    const email = `ada@${place.domain}`;
    const { id } = (await ask('POST', 'Users', person(email))).scim;
    await place.owner.member.changeRole({ userId: id, role: 'admin' });
    idp.people.set(email, { email, email_verified: true });
    const browser = new Browser(api);
    const signIn = (other = browser) => signInByOidc(other, idp, place.id, { email, login: email });
    expect(await signIn()).toBe('/envelopes');
    const made = await callDashboard(api, 'mutation', 'apiKey.create', {
      cookie: browser.cookie,
      input: { name: 'Mine' },
    });
    return { ...place, ask, email, id: id as string, browser, signIn, key: made };
  }

  it('ends the invitations they made, which bring nobody in any more', async () => {
    const { ask, id, browser, owner, domain, tenant } = await busy();
    const input = { email: `bo@${domain}`, role: 'admin' };
    await callDashboard(api, 'mutation', 'member.invite', { cookie: browser.cookie, input });
    expect((await owner.member.list({})).invitations).toHaveLength(1);
    await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect((await owner.member.list({})).invitations).toEqual([]);
    expect((await actionsOf(tenant)).map(({ action }) => action)).toContain('invitation.revoked');
    const bo = (await ask('POST', 'Users', person(`bo@${domain}`))).scim.id;
    const { members } = await owner.member.list({});
    expect(members.find(({ userId }) => userId === bo)?.role).toBe('member');
  });

  it.each([
    ['a boolean', { op: 'replace', path: 'active', value: false }],
    ['a text, as some directories send it', { op: 'Replace', path: 'active', value: 'False' }],
    ['an object', { op: 'replace', value: { active: false } }],
    ['a name in another case', { op: 'Replace', path: 'Active', value: false }],
    ['an object with such a name', { op: 'replace', value: { ACTIVE: 'False' } }],
    ['a name with its schema', { op: 'replace', path: `${USER.toUpperCase()}:Active`, value: 'FALSE' }],
    ['an operation whose own names are in another case', { Op: 'Replace', Path: 'active', Value: false }],
  ])('by %s ends sessions and the way back in', async (_what, operation) => {
    const { ask, id, browser, signIn, tenant } = await busy();
    expect(await browser.who()).not.toBeNull();
    expect((await ask('PATCH', `Users/${id}`, patch(operation))).scim.active).toBe(false);
    expect(await browser.who()).toBeNull();
    expect(await signIn(new Browser(api))).toBe('/login/single-sign-on?problem=deprovisioned');
    expect((await ask('GET', `Users/${id}`)).scim.active).toBe(false);
    expect((await actionsOf(tenant)).map(({ action }) => action)).toContain('member.deactivated');
  });

  it.each<[string, (domain: string) => object]>([
    ['to an address in the domain', (domain) => ({ userName: `ada.byron@${domain}` })],
    ['to one elsewhere', () => ({ userName: 'ada@elsewhere.example' })],
    ['to one that somebody has', (domain) => ({ userName: `bo@${domain}` })],
  ])('by PUT or PATCH happens also together with a change of address, %s', async (_what, change) => {
    for (const method of ['PUT', 'PATCH']) {
      const { ask, id, browser, domain } = await busy();
      await ask('POST', 'Users', person(`bo@${domain}`));
      const said = { ...change(domain), displayName: 'Ada Byron', Active: false };
      const body = method === 'PUT' ? { ...person(''), ...said } : patch({ op: 'replace', value: said });
      const answer = await ask(method, `Users/${id}`, body);
      expect([answer.status, answer.scim.active, answer.scim.displayName]).toEqual([200, false, 'Ada Byron']);
      expect(await browser.who()).toBeNull();
    }
  });

  it('is not undone by a PUT without active, which a POST takes for true', async () => {
    const { ask, id, email } = await busy();
    await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    const { status, scim } = await ask('PUT', `Users/${id}`, person(email, { displayName: 'Ada' }));
    expect([status, scim.active, scim.displayName]).toEqual([200, false, 'Ada']);
    const kept = await ask('PUT', `Users/${id}`, person(email, { Active: true }));
    expect(kept.scim.active).toBe(true);
    expect((await ask('PUT', `Users/${id}`, person(email, { active: null }))).scim.active).toBe(true);
  });

  it('ends API keys', async () => {
    const { ask, id, tenant, key } = await busy();
    const secret: string = key.json.result.data.secret;
    expect((await api.call('GET', '/api/v1/ping', { key: secret })).status).toBe(200);
    await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect((await api.call('GET', '/api/v1/ping', { key: secret })).status).toBe(401);
    expect((await actionsOf(tenant)).map(({ action }) => action)).toContain('api_key.revoked');
  });

  it('is undone by activating, with the role and without old sessions', async () => {
    const { ask, id, owner, browser, signIn } = await busy();
    await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(
      (await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))).scim.active,
    ).toBe(true);
    expect(await browser.who()).toBeNull();
    expect(await signIn(new Browser(api))).toBe('/envelopes');
    const { members } = await owner.member.list({});
    expect(members.find(({ userId }) => userId === id)?.role).toBe('admin');
  });

  it('gives nobody their role back whom an administrator has removed since', async () => {
    const { ask, id, email, owner, domain } = await busy();
    const roleOf = async (userId: string) =>
      (await owner.member.list({})).members.find((one) => one.userId === userId)?.role;
    // The directory saw her as an administrator, and goes on saying that she is there.
    await ask('PUT', `Users/${id}`, person(email, { displayName: 'Ada Byron', active: true }));
    await owner.member.remove({ userId: id });
    expect((await ask('GET', `Users/${id}`)).scim.active).toBe(false);
    await ask('PUT', `Users/${id}`, person(email, { displayName: 'Ada' }));
    expect(await roleOf(id)).toBeUndefined();
    await ask('PUT', `Users/${id}`, person(email, { active: true }));
    expect(await roleOf(id)).toBe('member');

    await owner.member.changeRole({ userId: id, role: 'admin' });
    await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    await owner.member.remove({ userId: id });
    await owner.member.invite({ email: `ada@${domain}`, role: 'viewer' });
    await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    expect(await roleOf(id)).toBe('viewer');
  });

  it('by DELETE hides the person, and keeps them out until they are created again', async () => {
    const { ask, id, email, browser, signIn } = await busy();
    expect((await ask('DELETE', `Users/${id}`)).status).toBe(204);
    expect(await browser.who()).toBeNull();
    expectScimError(await ask('GET', `Users/${id}`), 404);
    expectScimError(await ask('DELETE', `Users/${id}`), 404);
    expect(await signIn(new Browser(api))).toBe('/login/single-sign-on?problem=deprovisioned');
    expect((await ask('POST', 'Users', person(email))).scim.id).toBe(id);
    expect(await signIn(new Browser(api))).toBe('/envelopes');
  });

  it('leaves the last owner in', async () => {
    const { ask, domain, owner, tenant } = await provisioned();
    const { id } = (await ask('POST', 'Users', person(`ada@${domain}`))).scim;
    await owner.member.changeRole({ userId: id, role: 'owner' });
    await owner.member.remove({ userId: tenant.userId });
    expectScimError(
      await ask('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
      409,
    );
    expectScimError(await ask('DELETE', `Users/${id}`), 409);
    expect((await ask('GET', `Users/${id}`)).scim.active).toBe(true);
  });

  it('ends agents', async () => {
    const { ask, tenant } = await provisioned();
    const { organizationId } = tenant;
    const agent = await agentOf(api, organizationId);
    await verifiedDomain(api, dns, tenant, 'acme.example');
    await ask('PATCH', `Users/${agent.userId}`, patch({ op: 'replace', path: 'active', value: false }));
    const grant = await transaction(api.services.db, { organizationId }, (tx) =>
      findLiveGrant(tx, organizationId, agent.grantId),
    );
    expect(grant).toBeNull();
  });
});

it('logs a line without a stack for a request that a directory got wrong', async () => {
  const { token } = await provisioned();
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const request = new Request('http://localhost:3000/scim/v2/Users', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': TYPE },
    body: JSON.stringify(person('ada@elsewhere.example')),
  });
  expect((await answerApi({ ...api.services, log }, request, null)).status).toBe(400);
  const written = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(written).toMatchObject([
    { msg: "directory's request refused", level: 30, status: 400, scimType: 'invalidValue' },
  ]);
  expect(written[0]).not.toHaveProperty('err');
});

describe('a directory of one organization', () => {
  it('reaches nobody and nothing of another', async () => {
    const [own, other] = [await provisioned(), await provisioned()];
    const { id } = (await other.ask('POST', 'Users', person(`ada@${other.domain}`))).scim;
    const { id: team } = (await other.ask('POST', 'Groups', { displayName: 'Theirs' })).scim;
    for (const path of [`Users/${id}`, `Groups/${team}`]) {
      expectScimError(await own.ask('GET', path), 404);
      expectScimError(await own.ask('DELETE', path), 404);
      const renaming = patch({ op: 'replace', path: 'displayName', value: 'Ours' });
      expectScimError(await own.ask('PATCH', path, renaming), 404);
    }
    expect((await own.ask('GET', 'Users')).scim.totalResults).toBe(0);
    expect((await own.ask('GET', 'Groups')).scim.totalResults).toBe(0);
    const made = await own.ask('POST', 'Groups', { displayName: 'Ours', members: [{ value: id }] });
    expectScimError(made, 400, 'invalidValue');
    expect((await other.ask('GET', `Users/${id}`)).scim.active).toBe(true);
  });
});

describe('a group', () => {
  async function withPeople() {
    const place = await provisioned();
    const ids: string[] = [];
    for (const name of ['ada', 'bob', 'cyd'])
      ids.push((await place.ask('POST', 'Users', person(`${name}@${place.domain}`))).scim.id);
    const [ada = '', bob = '', cyd = ''] = ids;
    return { ...place, ada, bob, cyd };
  }
  const membersOf = ({ scim }: { scim: any }) =>
    scim.members.map(({ value }: { value: string }) => value).toSorted();

  it('is a private team', async () => {
    const { ask, owner, ada, bob, tenant } = await withPeople();
    const made = await ask('POST', 'Groups', {
      displayName: 'Legal',
      members: [{ value: ada }, { value: bob }],
    });
    expect([made.status, membersOf(made)]).toEqual([201, [ada, bob].toSorted()]);
    const { items } = await owner.team.list({});
    expect(items.find(({ id }) => id === made.scim.id)).toMatchObject({ name: 'Legal', isPrivate: true });
    expect((await ask('GET', `Groups/${made.scim.id}`)).scim).toEqual(made.scim);
    const found = await ask('GET', `Groups?filter=${encodeURIComponent('displayName eq "legal"')}`);
    expect(found.scim).toMatchObject({ totalResults: 1, Resources: [made.scim] });
    const brief = await ask('GET', `Groups/${made.scim.id}?excludedAttributes=members`);
    expect(brief.scim.members).toBeUndefined();
    expect((await actionsOf(tenant)).filter(({ action }) => action === 'team.member_added')).toHaveLength(2);
    // The team that everyone belongs to isn't a group.
    expect((await ask('GET', 'Groups')).scim.totalResults).toBe(1);
    expectScimError(await ask('GET', `Groups/${tenant.teamId}`), 404);
    expectScimError(await ask('DELETE', `Groups/${tenant.teamId}`), 404);
    expectScimError(await ask('POST', 'Groups', { displayName: 'LEGAL' }), 409, 'uniqueness');
    expectScimError(await ask('POST', 'Groups', { displayName: '' }), 400, 'invalidValue');
  });

  it('is changed in parts or as a whole, and deleted', async () => {
    const { ask, ada, bob, cyd } = await withPeople();
    const { id } = (await ask('POST', 'Groups', { displayName: 'Legal', members: [{ value: ada }] })).scim;
    const change = (...operations: object[]) => ask('PATCH', `Groups/${id}`, patch(...operations));
    expect(
      membersOf(await change({ op: 'add', path: 'members', value: [{ value: bob }, { value: ada }] })),
    ).toEqual([ada, bob].toSorted());
    expect(membersOf(await change({ op: 'remove', path: `members[value eq "${ada}"]` }))).toEqual([bob]);
    expect(membersOf(await change({ op: 'Remove', path: 'members', value: [{ value: bob }] }))).toEqual([]);
    expect(membersOf(await change({ op: 'replace', path: 'members', value: [{ value: cyd }] }))).toEqual([
      cyd,
    ]);
    expect((await change({ op: 'replace', value: { displayName: 'Law' } })).scim.displayName).toBe('Law');
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:Group:DisplayName';
    expect((await change({ op: 'Replace', path: urn, value: 'Laws' })).scim.displayName).toBe('Laws');
    expect(membersOf(await change({ op: 'Add', path: 'Members', Value: [{ VALUE: bob }] }))).toEqual(
      [bob, cyd].toSorted(),
    );
    expectScimError(
      await change({ op: 'add', path: 'members', value: [{ value: 'user_x' }] }),
      400,
      'invalidValue',
    );
    expectScimError(await change({ op: 'add', path: 'colors', value: 'red' }), 400, 'invalidPath');
    const replaced = await ask('PUT', `Groups/${id}`, { displayName: 'Lawyers', members: [{ value: ada }] });
    expect([replaced.scim.displayName, membersOf(replaced)]).toEqual(['Lawyers', [ada]]);
    expect((await ask('DELETE', `Groups/${id}`)).status).toBe(204);
    expectScimError(await ask('GET', `Groups/${id}`), 404);
  });

  it('gives those who are deactivated no access, and remembers them', async () => {
    const { ask, ada, bob, owner, tenant } = await withPeople();
    const { id } = (
      await ask('POST', 'Groups', { displayName: 'Legal', members: [{ value: ada }, { value: bob }] })
    ).scim;
    const inTeam = async () => {
      const { items } = await owner.team.list({});
      return items
        .find((team) => team.id === id)
        ?.members?.map(({ userId }) => userId)
        .toSorted();
    };
    const activate = (person: string, value: boolean) =>
      ask('PATCH', `Users/${person}`, patch({ op: 'replace', path: 'active', value }));
    await activate(ada, false);
    expect(await inTeam()).toEqual([bob]);
    expect(membersOf(await ask('GET', `Groups/${id}`))).toEqual([ada, bob].toSorted());
    await activate(ada, true);
    expect(await inTeam()).toEqual([ada, bob].toSorted());
    const added = (await actionsOf(tenant)).filter(({ action }) => action === 'team.member_added');
    expect(added).toHaveLength(3);
  });

  it('takes people in while they are deactivated, and lets them go', async () => {
    const { ask, ada, bob, cyd, owner, domain } = await withPeople();
    const activate = (person: string, value: boolean) =>
      ask('PATCH', `Users/${person}`, patch({ op: 'replace', path: 'active', value }));
    for (const person of [bob, cyd]) await activate(person, false);
    const { id } = (await ask('POST', 'Groups', { displayName: 'Legal' })).scim;
    const everyone = [ada, bob, cyd].map((value) => ({ value }));
    const added = await ask('PATCH', `Groups/${id}`, patch({ op: 'add', path: 'members', value: everyone }));
    expect([added.status, membersOf(added)]).toEqual([200, [ada, bob, cyd].toSorted()]);
    const gone = patch({ op: 'remove', path: `members[value eq "${cyd}"]` });
    expect(membersOf(await ask('PATCH', `Groups/${id}`, gone))).toEqual([ada, bob].toSorted());
    for (const person of [bob, cyd]) await activate(person, true);
    expect(membersOf(await ask('GET', `Groups/${id}`))).toEqual([ada, bob].toSorted());
    // Someone who was deleted is forgotten, and a team for everyone remembers nobody.
    await ask('DELETE', `Users/${bob}`);
    await ask('POST', 'Users', person(`bob@${domain}`));
    expect(membersOf(await ask('GET', `Groups/${id}`))).toEqual([ada]);
    await activate(ada, false);
    await owner.team.change({ id, isPrivate: false });
    await owner.team.change({ id, isPrivate: true });
    await activate(ada, true);
    expect(membersOf(await ask('GET', `Groups/${id}`))).not.toContain(ada);
  });

  it('keeps the identifier that the directory has for it, and is found by it', async () => {
    const { ask, ada, bob } = await withPeople();
    const body = { displayName: 'Legal', externalId: 'G-1', members: [{ value: ada }] };
    const made = (await ask('POST', 'Groups', body)).scim;
    expect(made.externalId).toBe('G-1');
    await ask('POST', 'Groups', { displayName: 'Sales' });
    const find = async (filter: string) => {
      const { scim } = await ask('GET', `Groups?filter=${encodeURIComponent(filter)}`);
      return scim.Resources.map(({ displayName }: { displayName: string }) => displayName);
    };
    const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
    expect(await find('externalId eq "G-1"')).toEqual(['Legal']);
    expect(await find(`${GROUP}:displayName eq "sales"`)).toEqual(['Sales']);
    expect(await find(`id eq "${made.id}" and members eq "${ada}"`)).toEqual(['Legal']);
    expect(await find(`id eq "${made.id}" and members[value eq "${bob}"]`)).toEqual([]);
    expect(await find('not (members pr)')).toEqual(['Sales']);
    expect(await find('displayName sw "le" or externalId eq null')).toEqual(['Legal', 'Sales']);
    const change = patch({ op: 'replace', path: 'externalId', value: 'G-2' });
    expect((await ask('PATCH', `Groups/${made.id}`, change)).scim.externalId).toBe('G-2');
    const brief = await ask('GET', `Groups/${made.id}?attributes=externalId,members.value`);
    expect(brief.scim).toEqual({
      schemas: [GROUP],
      id: made.id,
      externalId: 'G-2',
      members: [{ value: ada }],
    });
    const replaced = await ask('PUT', `Groups/${made.id}`, { displayName: 'Legal' });
    expect(replaced.scim.externalId).toBeUndefined();
  });
});
