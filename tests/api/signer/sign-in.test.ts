import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { openLog } from '#server/runtime/log.ts';
import { answerApi } from '#server/http/api.ts';
import { openServices } from '#server/main/open-services.ts';
import { pass } from '../../support/account.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { attemptsOf, sentWith, startCode, tryCode } from '../../support/authentication.ts';
import { ALICE, createDraft } from '../../support/envelopes.ts';
import {
  startIdentityProvider,
  type IdentityProviderServer,
  type Tampering,
} from '../../support/identity-provider.ts';
import { startReceiver } from '../../support/receiver.ts';
import { ALICES, sentForSignIn, setUpProvider, signInUrl } from '../../support/sign-in.ts';
import { ownerOf } from '../../support/person.ts';
import { tokenOf } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';
import { makeTemplate } from '../template/example.ts';

let idp: IdentityProviderServer;
beforeAll(async () => {
  idp = await startIdentityProvider('http://localhost:3000/sign');
});
afterAll(() => idp?.close());
beforeEach(() => {
  idp.fail(null);
  idp.tamper(null);
  idp.people.clear();
  idp.people.set('alice', ALICES);
});
const api = useApi({ work: true });

/** Changes an ID token's claims, which breaks its signature. */
function forged({ id_token: token }: Readonly<Record<string, unknown>>, claims: object): string {
  const [header = '', body = '', signature = ''] = String(token).split('.');
  const known = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...known, forged: true, ...claims })).toString('base64url');
  return [header, changed, signature].join('.');
}

/** A client secret, and its encoded form (RFC 6749, section 2.3.1). */
function formsOf(secret: string): string[] {
  const encoded = new URLSearchParams({ secret }).toString().slice('secret='.length);
  const basic = Buffer.from(`${idp.clientId}:${encoded}`).toString('base64');
  return [secret, encoded, encodeURIComponent(secret), basic];
}

const wrong = (attemptsLeft: number, mismatch?: string) => ({
  status: 401,
  code: 'unauthorized',
  details: { reason: 'wrong_code', attemptsLeft, ...(mismatch === undefined ? {} : { mismatch }) },
});

/** Signs in as someone and returns to the signing page. */
async function attempt(token: string, login = 'alice') {
  const { status, json } = await tryCode(api, token, await idp.signIn(await signInUrl(api, token), login));
  return { status, ...json };
}

describe('signing in with an identity provider', () => {
  it('opens the envelope, and the log says with whom, how, and what matched', async () => {
    const { token, key, id, alice } = await sentForSignIn(api, idp, { acrValues: ['high'] });
    const { json } = await api.ask('GET /api/signer/invitation', { key: token });
    expect(json.authentication).toEqual({
      ...{ method: 'oidc', state: 'required', phone: null },
      providerName: 'Example ID',
    });
    expect((await api.call('GET', '/api/signer/envelope', { key: token })).json.details).toMatchObject({
      ...{ reason: 'authentication_required', method: 'oidc' },
    });

    const url = new URL(await signInUrl(api, token));
    expect(url.origin).toBe(idp.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ client_id: 'countersign', response_type: 'code' },
      redirect_uri: expect.stringMatching(/^http:\/\/localhost:3000\/sign\/org_\w{26}$/),
      ...{ scope: 'openid email profile', code_challenge_method: 'S256', acr_values: 'high' },
    });
    expect(url.href).not.toContain(token);

    const passed = await tryCode(api, token, await idp.signIn(url.href, 'alice'));
    expect(passed.status).toBe(200);
    expect((await api.ask('GET /api/signer/envelope', { key: passed.json.token })).status).toBe(200);
    const [event] = (await eventsOf(api, key, id)).filter(
      ({ action }) => action === 'participant.authenticated',
    );
    const { signIn, ...rest } = event?.payload as { signIn: { subjectSalt: string; subjectHash: string } };
    expect(rest).toEqual({ participantId: alice, method: 'oidc' });
    expect(signIn).toEqual({
      ...{ provider: 'Example ID', issuer: idp.issuer, acr: 'high', amr: ['pwd', 'otp'], matched: 'email' },
      subjectSalt: expect.stringMatching(/^[0-9a-f]{32}$/),
      subjectHash: createHash('sha256').update(`${signIn.subjectSalt}\nalice`).digest('hex'),
    });
  });

  it('works once, also for the same answer at the same moment', async () => {
    const { token } = await sentForSignIn(api, idp);
    const answer = await idp.signIn(await signInUrl(api, token), 'alice');
    const answers = await Promise.all([1, 2, 3].map(() => tryCode(api, token, answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await tryCode(api, token, answer)).status).toBe(401);
  });

  it('can be started again at once, which ends the attempt before', async () => {
    const { token } = await sentForSignIn(api, idp);
    const first = await signInUrl(api, token);
    const second = await signInUrl(api, token);
    const stale = await tryCode(api, token, await idp.signIn(first, 'alice'));
    expect({ status: stale.status, ...stale.json }).toMatchObject(wrong(4));
    expect((await tryCode(api, token, await idp.signIn(second, 'alice'))).status).toBe(200);
  });

  it('is possible within 10 minutes', async () => {
    const { token } = await sentForSignIn(api, idp);
    const answer = await idp.signIn(await signInUrl(api, token), 'alice');
    pass(api, LIMITS.signInLifeMs);
    expect((await tryCode(api, token, answer)).json).toMatchObject({ details: wrong(4).details });
  });

  it('survives a replaced secret key', async () => {
    const { token } = await sentForSignIn(api, idp);
    const answer = await idp.signIn(await signInUrl(api, token), 'alice');
    const { current, previous } = api.services.config.secretKeys;
    const secretKeys = { current: { id: 'new', key: 'k'.repeat(43) }, previous: [current, ...previous] };
    const config = { ...api.services.config, secretKeys };
    const services = { ...api.services, config };
    const response = await answerApi(
      services,
      new Request('http://localhost:3000/api/signer/authenticate', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ code: answer }),
      }),
      '192.0.2.7',
    );
    expect(response.status).toBe(200);
  });
});

describe('who signs in', () => {
  it.each([
    ['another address', { email: 'mallory@example.com' }, 'email'],
    ['no address', { email: undefined }, 'email'],
    ['an address that nobody verified', { email_verified: false }, 'email_unverified'],
    ['an address whose verification is text', { email_verified: 'true' }, 'email_unverified'],
    ['a weaker sign-in', { acr: 'low' }, 'acr'],
    ['another company', { hd: 'evil.example' }, 'claims'],
    ['no such group', { groups: ['sales'] }, 'claims'],
  ])('is refused with %s, and may try again', async (_what, change, mismatch) => {
    const rules = { acrValues: ['high'], requiredClaims: { hd: 'example.com', groups: 'legal' } };
    const { token } = await sentForSignIn(api, idp, rules);
    const right = { ...ALICES, hd: 'example.com', groups: ['sales', 'legal'] };
    idp.people.set('alice', { ...right, ...change });
    expect(await attempt(token)).toMatchObject(wrong(4, mismatch));
    idp.people.set('alice', right);
    expect((await attempt(token)).status).toBe(200);
  });

  it('may have the address in other letters, and unverified if the provider is trusted', async () => {
    idp.people.set('alice', { email: ALICE.email.toUpperCase() });
    const { token } = await sentForSignIn(api, idp, { trustEmail: true });
    expect((await attempt(token)).status).toBe(200);
  });

  it.each([
    [{ name: ` ${ALICE.name.toUpperCase().replace(' ', '   ')} ` }, 200],
    [{ name: undefined, given_name: ALICE.name.split(' ')[0], family_name: ALICE.name.split(' ')[1] }, 200],
    [{ name: `${ALICE.name} Junior` }, 401],
    [{ name: undefined }, 401],
  ])('is known by the name %j', async (claims, status) => {
    idp.people.set('alice', { acr: 'high', ...claims });
    const { token } = await sentForSignIn(api, idp, { match: 'name' });
    expect((await attempt(token)).status).toBe(status);
  });

  it('cannot come back with what another person or another envelope got', async () => {
    const mine = await sentForSignIn(api, idp);
    const theirs = await sentForSignIn(api, idp);
    const answer = await idp.signIn(await signInUrl(api, theirs.token), 'alice');
    await signInUrl(api, mine.token);
    expect((await tryCode(api, mine.token, answer)).status).toBe(401);
    expect((await tryCode(api, theirs.token, answer)).status).toBe(200);
  });

  it.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x')],
    ['no state', (query: URLSearchParams) => query.delete('state')],
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
    ['a made-up code', (query: URLSearchParams) => query.set('code', 'x')],
    [
      'the page of another organization',
      (query: URLSearchParams) => query.set('at', 'org_01h455vb4pex5vsknk084sn02q'),
    ],
    ['the page of no organization', (query: URLSearchParams) => query.delete('at')],
    ['two codes', (query: URLSearchParams) => query.append('code', 'x')],
    ['no code', (query: URLSearchParams) => query.delete('code')],
  ])('cannot come back with %s', async (_what, change) => {
    const { token } = await sentForSignIn(api, idp);
    const query = new URLSearchParams(await idp.signIn(await signInUrl(api, token), 'alice'));
    change(query);
    const { status, json } = await tryCode(api, token, query.toString());
    expect({ status, ...json }).toMatchObject(wrong(4));
  });

  it('can cancel and start over', async () => {
    const { token, organizationId, alice } = await sentForSignIn(api, idp);
    expect(await idp.cancel(await signInUrl(api, token))).toContain('error=access_denied');
    expect((await attempt(token)).status).toBe(200);
    expect((await attemptsOf(api, organizationId, alice))?.attempts).toBe(0);
  });
});

describe('five wrong sign-ins', () => {
  it('lock the link for 15 minutes, and the log says so', async () => {
    idp.people.set('mallory', { ...ALICES, email: 'mallory@example.com' });
    const { token, key, id, alice } = await sentForSignIn(api, idp);
    for (const left of [4, 3, 2, 1, 0]) expect(await attempt(token, 'mallory')).toMatchObject(wrong(left));
    const locked = await startCode(api, token);
    expect([locked.status, locked.json.details.reason, locked.headers.get('retry-after')]).toEqual([
      ...[429, 'locked', '900'],
    ]);
    const failed = (await eventsOf(api, key, id)).filter(
      ({ action }) => action === 'participant.authentication_failed',
    );
    expect(failed.map(({ payload }) => payload)).toEqual([
      { participantId: alice, method: 'oidc', lockedUntil: expect.any(String) },
    ]);
    pass(api, LIMITS.linkLockMs);
    expect((await attempt(token)).status).toBe(200);
  });

  it('are counted exactly by two processes at the same moment', async () => {
    const other = await openServices(api.services.config, api.services.clock);
    try {
      const { token, key, id } = await sentForSignIn(api, idp);
      const query = new URLSearchParams(await idp.signIn(await signInUrl(api, token), 'alice'));
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          query.set('code', `made up ${index}`);
          const request = new Request('http://localhost:3000/api/signer/authenticate', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ code: query.toString() }),
          });
          const services = index % 2 === 0 ? api.services : other.services;
          return (await answerApi(services, request, '192.0.2.7')).status;
        }),
      );
      expect(answers.toSorted((one, two) => one - two)).toEqual([
        ...Array.from({ length: 5 }, () => 401),
        ...Array.from({ length: 7 }, () => 429),
      ]);
      const locks = (await eventsOf(api, key, id)).filter(
        ({ action }) => action === 'participant.authentication_failed',
      );
      expect(locks).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});

describe('a provider that fails', () => {
  const failed = { status: 503, code: 'unavailable', details: { reason: 'provider_failed' } };

  it('is no fault of the person, whenever it happens', async () => {
    idp.fail(500);
    const { token, organizationId, alice } = await sentForSignIn(api, idp);
    const start = await startCode(api, token);
    expect({ status: start.status, ...start.json }).toMatchObject(failed);
    idp.fail(null);
    for (let round = 0; round < 6; round++) {
      const answer = await idp.signIn(await signInUrl(api, token), 'alice');
      idp.fail(502);
      const { status, json } = await tryCode(api, token, answer);
      expect({ status, ...json }).toMatchObject(failed);
      expect(await attemptsOf(api, organizationId, alice)).toMatchObject({ attempts: 0, lockedUntil: null });
      idp.fail(null);
    }
    expect((await attempt(token)).status).toBe(200);
  });

  it.each<[string, Tampering]>([
    ['no ID token', ({ id_token: _, ...tokens }) => tokens],
    ['an ID token that is none', (tokens) => ({ ...tokens, id_token: 'x' })],
    ['an ID token with a wrong signature', (tokens) => ({ ...tokens, id_token: forged(tokens, {}) })],
    ['an ID token for somebody else', (tokens) => ({ ...tokens, id_token: forged(tokens, { aud: 'x' }) })],
    ['an ID token of another issuer', (tokens) => ({ ...tokens, id_token: forged(tokens, { iss: 'x' }) })],
    ['an ID token that expired', (tokens) => ({ ...tokens, id_token: forged(tokens, { exp: 1 }) })],
    ['no access token', ({ access_token: _, ...tokens }) => tokens],
  ])('includes one that answers with %s', async (_what, change) => {
    const { token, organizationId, alice } = await sentForSignIn(api, idp);
    idp.tamper(change);
    expect(await attempt(token)).toMatchObject(failed);
    expect(await attemptsOf(api, organizationId, alice)).toMatchObject({ attempts: 0, lockedUntil: null });
    idp.tamper(null);
    expect((await attempt(token)).status).toBe(200);
  });

  it('does not include a code of another attempt, which counts', async () => {
    const { token } = await sentForSignIn(api, idp);
    idp.tamper((tokens) => ({ ...tokens, id_token: forged(tokens, { nonce: 'x' }) }));
    expect(await attempt(token)).toMatchObject(wrong(4));
  });

  it('leaves no secret in the log', async () => {
    const lines: string[] = [];
    const log = openLog('trace', { write: (line) => void lines.push(line) });
    const services = { ...api.services, log };
    const secret = 'a secret & only ours';
    const { token } = await sentForSignIn(api, { ...idp, clientSecret: secret });
    const code = await idp.signIn(await signInUrl(api, token), 'alice');
    const request = new Request('http://localhost:3000/api/signer/authenticate', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect((await answerApi(services, request, '192.0.2.7')).status).toBe(503);
    expect(lines.filter((line) => line.includes('identity provider failed'))).not.toEqual([]);
    const written = lines.join('');
    for (const form of formsOf(secret)) expect(written).not.toContain(form);
    expect(written).not.toContain(new URLSearchParams(code).get('code'));
  });

  it('includes one that does not know our client or our secret', async () => {
    const { token } = await sentForSignIn(api, idp, { clientSecret: 'not the secret' });
    expect(await attempt(token)).toMatchObject(failed);
  });

  it('includes one that nobody answers for, or that our network must not reach', async () => {
    for (const issuer of ['http://127.0.0.1:1', 'https://nobody.invalid']) {
      const { token } = await sentForSignIn(api, { ...idp, issuer });
      const { status, json } = await startCode(api, token);
      expect({ status, ...json }).toMatchObject(failed);
    }
  });

  it('includes one whose sign-in page is no page', async () => {
    const issuer = () => `http://127.0.0.1:${evil.port}`;
    const evil = await startReceiver((_received, _request, response) =>
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer: issuer(),
          authorization_endpoint: 'javascript:alert(document.domain)//',
          token_endpoint: `${issuer()}/token`,
          jwks_uri: `${issuer()}/jwks`,
        }),
      ),
    );
    const { token } = await sentForSignIn(api, { ...idp, issuer: issuer() });
    expect((await startCode(api, token)).status).toBe(503);
    await evil.close();
  });

  it('includes one that calls itself something else', async () => {
    const { token } = await sentForSignIn(api, { ...idp, issuer: `${idp.issuer}/other` });
    expect((await startCode(api, token)).status).toBe(503);
  });
});

describe('a person whose turn changes', () => {
  it('signs in as themselves when a turn was handed over to them', async () => {
    const { token, graph } = await sentForSignIn(api, idp);
    const stale = await idp.signIn(await signInUrl(api, token), 'alice');
    const passed = await attempt(token);
    const bob = { name: 'Bob Babbage', email: 'bob@example.org' };
    const handed = await api.call('POST', '/api/signer/delegate', { key: passed.token, body: bob });
    expect(handed.status).toBe(200);
    const own = await tokenOf(api, graph, bob.email);
    expect((await tryCode(api, token, stale)).status).toBe(401);
    expect(await attempt(own)).toMatchObject(wrong(4, 'email'));
    idp.people.set('bob', { email: bob.email, email_verified: true });
    expect((await attempt(own, 'bob')).status).toBe(200);
  });

  it('signs in again after a new name, address or link', async () => {
    const { token, key, id, alice, graph } = await sentForSignIn(api, idp, { match: 'name' });
    expect((await attempt(token)).status).toBe(200);
    const path = { id, participantId: alice };
    const { envelope } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    const corrected = await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
      ...{ key, path, body: { expectedVersion: envelope.version, name: 'Alicia Adams' } },
    });
    expect(corrected.json.participants[0]).toMatchObject({
      authenticatedAt: null,
      authentication: { method: 'oidc' },
    });
    const fresh = await tokenOf(api, graph, ALICE.email);
    expect(await attempt(fresh)).toMatchObject(wrong(4, 'name'));
  });
});

describe('choosing a provider', () => {
  const withProvider = (provider: unknown, more: object = {}) => ({
    participants: [{ ...ALICE, authentication: { method: 'oidc', provider }, ...more }],
    fields: [],
  });

  it('refuses those of others, unknown and disabled ones, and other deliveries', async () => {
    const tenant = await api.tenant();
    const key = tenant.apiKey;
    const theirs = await setUpProvider(api, await api.tenant(), idp);
    const disabled = await setUpProvider(api, tenant, idp, { enabled: false });
    for (const provider of [theirs, disabled, 'idp_unknown', '']) {
      const { json, status } = await createDraft(api, key, withProvider(provider));
      expect([status, json.details.issues.map(({ path }: { path: string }) => path)]).toEqual([
        ...[422, ['/participants/0/authentication/provider']],
      ]);
    }
    const mine = await setUpProvider(api, tenant, idp);
    expectIssues(await createDraft(api, key, withProvider(undefined)), [
      '/participants/0/authentication/provider',
    ]);
    for (const delivery of ['embedded', 'in_person'])
      expectIssues(await createDraft(api, key, withProvider(mine, { delivery })), [
        '/participants/0/authentication/method',
      ]);
    const { json } = await createDraft(api, key, withProvider(mine));
    expect(json.participants[0].authentication).toEqual({ method: 'oidc', phone: null, provider: mine });
  });

  it('is checked again when the draft is sent, and copied with the envelope', async () => {
    const { key, id, provider, tenant } = await sentForSignIn(api, idp);
    const copied = await api.ask('POST /api/v1/envelopes/{id}/copy', { key, path: { id } });
    expect(copied.json.participants[0]?.authentication.provider).toBe(provider);
    await api.ask('POST /api/v1/envelopes/{id}/void', {
      key,
      path: { id },
      body: {
        expectedVersion: (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json.envelope
          .version,
      },
    });
    await api.ask('PATCH /api/v1/identity-providers/{id}', {
      ...{ key: tenant.apiKey, path: { id: provider }, body: { enabled: false } },
    });
    const { envelope } = copied.json;
    const sent = await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, {
      ...{ key, body: { expectedVersion: envelope.version } },
    });
    expectIssues(sent, ['/participants/0/authentication/provider']);
  });

  it('is possible with a template and in a list of recipients', async () => {
    const tenant = await api.tenant();
    const provider = await setUpProvider(api, tenant, idp);
    const { template } = await makeTemplate(api, tenant.apiKey);
    const authentication = { method: 'oidc' as const, provider };
    const made = await api.ask('POST /api/v1/templates/{id}/envelopes', {
      key: tenant.apiKey,
      path: { id: template.id as string },
      body: {
        recipients: { client: { name: 'Ada Lovelace', email: 'ada@example.com', authentication } },
        prefill: { contract_number: 'C-1' },
      },
    });
    expect(made.json.participants.map((one) => one.authentication.provider)).toContain(provider);
    const caller = ownerOf(api, tenant);
    const list = (id: string) => ({
      templateId: template.id as string,
      filename: 'people.csv',
      csv: `client_name,client_email,client_provider,prefill:contract_number\nAda,ada@example.com,${id},C-2`,
    });
    const { issues } = await caller.bulkSend.check(list('idp_unknown'));
    expect(issues.map(({ line, column }) => [line, column])).toEqual([[2, 'client_provider']]);
    const { id } = await caller.bulkSend.start({ requestId: randomUUID(), ...list(provider) });
    await api.until('the bulk send', async () => (await caller.bulkSend.get({ id })).bulkSend.finishedAt);
    const { items } = (await api.ask('GET /api/v1/envelopes', { key: tenant.apiKey, query: {} })).json;
    expect(items.filter(({ templateId }) => templateId !== null)).toHaveLength(2);
  });

  it('does not change other codes: a long one is still refused', async () => {
    const { token } = await sentWith(api, { method: 'access_code', code: 'blue harbor 42' });
    expectIssues(await tryCode(api, token, 'x'.repeat(65)), ['/code']);
    expect((await startCode(api, token)).status).toBe(409);
  });
});
