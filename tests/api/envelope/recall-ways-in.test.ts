import { describe, expect, it } from 'vitest';
import { ROUTES } from '#server/http/rest/routes.ts';
import { useApi, type TestApi } from '../../support/api.ts';
import { ACCESS_CODE, tryCode } from '../../support/authentication.ts';
import { ALICE } from '../../support/envelopes.ts';
import { openedPage, requestSession, sentForSession, tokenIn } from '../../support/sessions.ts';
import { SIGNER_BODIES, tokenOf, withQuery } from '../../support/signer.ts';

const api = useApi();
const authentication = { method: 'access_code', code: ACCESS_CODE };
type Sent = Awaited<ReturnType<typeof sentForSession>>;

/** All tokens that open something for a recipient. */
const WAYS_IN: Record<string, { delivery: string; token: (sent: Sent) => Promise<string> }> = {
  'an emailed link': { delivery: 'email', token: (sent) => tokenOf(api, sent.graph, ALICE.email) },
  'what is returned for a code': {
    delivery: 'email',
    token: async (sent) =>
      (await tryCode(api, await tokenOf(api, sent.graph, ALICE.email), ACCESS_CODE)).json.token,
  },
  'an unopened session URL': {
    delivery: 'embedded',
    token: async (sent) => tokenIn(await requestSession(api, sent)),
  },
  'an open page': { delivery: 'embedded', token: (sent) => openedPage(api, sent) },
  'an open page after a code': {
    delivery: 'in_person',
    token: async (sent) => (await tryCode(api, await openedPage(api, sent), ACCESS_CODE)).json.token,
  },
};

/** The statuses that all signer operations return for a token. */
async function statuses(testApi: TestApi, key: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { method, path, type } of ROUTES.filter((route) => route.path.startsWith('/api/signer/'))) {
    if (path.endsWith('/new-link')) continue;
    const body = type === 'mutation' ? { body: BODIES[path] ?? {} } : {};
    found[`${method} ${path}`] = (await testApi.call(method, withQuery(path), { key, ...body })).status;
  }
  return found;
}
const BODIES: Readonly<Record<string, object>> = {
  ...SIGNER_BODIES,
  '/api/signer/authenticate': { code: ACCESS_CODE },
};

describe('after a recall, also once it is sent again', () => {
  it.each(Object.keys(WAYS_IN))('%s opens nothing', async (name) => {
    const way = WAYS_IN[name];
    if (way === undefined) throw new Error('no such way');
    const sent = await sentForSession(api, { delivery: way.delivery, authentication });
    const { key, id } = sent;
    const token = await way.token(sent);
    const change = async (verb: string) => {
      const { envelope } = (await api.call('GET', `/api/v1/envelopes/${id}`, { key })).json;
      const body = { expectedVersion: envelope.version };
      const answer = await api.call('POST', `/api/v1/envelopes/${id}/${verb}`, { key, body });
      expect(answer.status).toBe(200);
    };
    await change('recall');
    const refused = await statuses(api, token);
    expect(Object.values(refused).filter((status) => status !== 401)).toEqual([]);
    await change('send');
    expect(await statuses(api, token)).toEqual(refused);
  });
});
