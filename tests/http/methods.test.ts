import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { useApi } from '../support/api.ts';
import { agentOf } from '../support/agent.ts';
import { draftForEditing, editedPage } from '../support/editing.ts';
import { ALICE, sendDraft } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';
import { ownerOf } from '../support/person.ts';
import { tokenOf } from '../support/signer.ts';

const api = useApi();
const server = useListening(api);

/** Every path in the document, with its methods in the order of Allow. */
const PATHS = Object.entries(openApiDocument('https://sign.example.com').paths).map(([path, item]) => {
  const methods = Object.keys(item)
    .map((method) => method.toUpperCase())
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return { path, methods, allow: [...methods, 'OPTIONS'].sort() };
});
/** Paths that aren't in the document. */
const OTHERS = [
  ['/mcp', 'POST'],
  ['/.well-known/oauth-protected-resource', 'GET, HEAD'],
  ['/.well-known/security.txt', 'GET, HEAD'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ['/oauth/authorize', 'GET, HEAD'],
  ['/oauth/token', 'POST'],
  ['/oauth/register', 'POST'],
  ['/oauth/revoke', 'POST'],
  ['/oauth/jwks', 'GET, HEAD'],
  ['/scim/v2/ServiceProviderConfig', 'GET, HEAD'],
  ['/scim/v2/ResourceTypes/User', 'GET, HEAD'],
  ['/scim/v2/Schemas', 'GET, HEAD'],
  ['/scim/v2/Users', 'GET, HEAD, POST'],
  ['/scim/v2/Users/user_1', 'DELETE, GET, HEAD, PATCH, PUT'],
  ['/scim/v2/Groups', 'GET, HEAD, POST'],
  ['/scim/v2/Groups/team_1', 'DELETE, GET, HEAD, PATCH, PUT'],
  ['/log/vkey', 'GET, HEAD'],
  ['/api/docs', 'GET, HEAD'],
  ['/llms.txt', 'GET, HEAD'],
].map(([path = '', list = '']) => {
  const methods = list.split(', ');
  return { path, methods, allow: [...methods, 'OPTIONS'].sort() };
});
const ALL = [...PATHS, ...OTHERS];

let envelopeId: string;
let keys: Readonly<Record<string, string>>;
beforeAll(async () => {
  const tenant = await api.tenant();
  const sent = await sendDraft(api, tenant.apiKey);
  envelopeId = sent.envelope.id;
  keys = {
    '/api/v1/': tenant.apiKey,
    '/api/signer/': await tokenOf(api, sent, ALICE.email),
    '/api/editing/': await editedPage(api, await draftForEditing(api, tenant)),
    '/scim/': (await ownerOf(api, tenant).singleSignOn.createToken({})).token,
    '/mcp': (await agentOf(api, tenant.organizationId)).token,
  };
});

const filled = (path: string) =>
  path.replace('/envelopes/{id}', `/envelopes/${envelopeId}`).replaceAll(/\{\w+\}/g, 'none');

async function ask(method: string, path: string, isKnown = true) {
  const key = isKnown ? Object.entries(keys).find(([prefix]) => path.startsWith(prefix))?.[1] : undefined;
  const answer = await fetch(`${server.origin}${filled(path)}`, {
    method,
    redirect: 'manual',
    headers: {
      'accept-encoding': 'identity',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const allowOf = ({ headers }: { headers: Headers }) => headers.get('allow')?.split(', ').sort();

describe('OPTIONS', () => {
  it.each(ALL)('at $path says which methods there are, to anyone', async ({ path, allow }) => {
    const answer = await ask('OPTIONS', path, false);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(allowOf(answer)).toEqual(allow);
  });

  it.each(['/api/v1/none', '/api/none', '/scim/v2/None', '/.well-known/none', '/api/health/none'])(
    'at %s, where there is nothing, is 404',
    async (path) => expect((await ask('OPTIONS', path, false)).status).toBe(404),
  );
});

describe('another method', () => {
  it.each(ALL)('at $path is 405 with the same list', async ({ path, allow }) => {
    for (const method of ['PURGE', ...(allow.includes('PATCH') ? [] : ['PATCH'])]) {
      const answer = await ask(method, path);
      expect(answer.status, method).toBe(405);
      expect(allowOf(answer), method).toEqual(allow);
    }
  });
});

/**
 * Headers that differ between responses or connections, and the length of a body that isn't sent (RFC 9110
 * section 9.3.2).
 */
const VARYING =
  /^(connection|keep-alive|date|x-request-id|content-length|transfer-encoding|ratelimit.*|x-ratelimit.*|retry-after|set-cookie)$/;
const steady = (headers: Headers) => [...headers].filter(([name]) => !VARYING.test(name));

describe('HEAD', () => {
  it.each(ALL.filter(({ methods }) => methods.includes('GET')))(
    'at $path is answered like GET, without the body',
    async ({ path }) => {
      const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
      expect([head.status, head.body]).toEqual([get.status, '']);
      expect(steady(head.headers)).toEqual(steady(get.headers));
    },
  );
});
