import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerApi } from '#server/http/api.ts';
import { useApi } from '../../support/api.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import {
  EMAIL_FORMAT,
  encoded,
  makeSigningKey,
  startSamlProvider,
  TRANSIENT,
  type SamlProviderServer,
} from '../../support/saml-provider.ts';
import { Browser, connected, locationOf } from '../../support/single-sign-on.ts';

const dns = await startDnsServer();
let idp: SamlProviderServer;
beforeAll(async () => {
  idp = await startSamlProvider();
});
afterAll(async () => {
  await idp?.close();
  await dns.close();
});
const api = useApi({ env: { DNS_SERVERS: dns.address } });

const INVALID = '/login/single-sign-on?problem=invalid';

/** Posts a response like a browser coming from the provider's site. Returns where it's redirected. */
async function post(id: string, xml: string): Promise<string> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: idp.entityId,
    'sec-fetch-site': 'cross-site',
  };
  const raw = Buffer.from(encoded(xml));
  return locationOf(await api.call('POST', `/sso/${id}`, { headers, raw }));
}

async function place(options: Parameters<typeof connected>[3] = {}) {
  const made = await connected(api, dns, { kind: 'saml', metadata: idp.metadata }, options);
  const email = `alice@${made.domain}`;
  idp.saying = { email };
  return { ...made, email };
}

/** Signs in up to the provider's response, so that tests can change it before it's posted. */
async function answered(made: Awaited<ReturnType<typeof place>>) {
  const browser = new Browser(api);
  const { action, xml } = await idp.visit(await browser.start(made.email));
  expect(action).toBe(`http://localhost:3000/sso/${made.id}`);
  return { browser, xml };
}

async function signIn(made: Awaited<ReturnType<typeof place>>) {
  const { browser, xml } = await answered(made);
  const next = await post(made.id, xml);
  if (!next.startsWith('/sso/')) return { browser, xml, next, end: next };
  return { browser, xml, next, end: locationOf(await browser.visit(next)) };
}

beforeEach(() => {
  idp.saying = {};
});

describe('signing in with SAML', () => {
  it.each([{ signResponse: false }, { signResponse: true }])(
    'makes a member of someone new: %o',
    async (signing) => {
      const made = await place();
      idp.saying = { ...idp.saying, ...signing };
      const { browser, end } = await signIn(made);
      expect(end).toBe('/envelopes');
      expect(await browser.who()).toMatchObject({
        user: { email: made.email, name: 'Alice Adams', emailVerified: true },
        organization: { id: made.tenant.organizationId },
        role: 'member',
      });
    },
  );

  it.each(['ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'] as const)(
    'checks signatures of a provider with an EC key: %s',
    async (signatureAlgorithm) => {
      const made = await place();
      const [signer, stranger] = [await makeSigningKey('EC'), await makeSigningKey('EC')];
      const { entityId, signInUrl } = idp;
      const settings = { kind: 'saml' as const, entityId, signInUrl, certificates: signer.certificate };
      await made.owner.singleSignOn.change({ ...made.body, id: made.id, settings });
      idp.saying = { ...idp.saying, signatureAlgorithm, signer: stranger };
      expect((await signIn(made)).end).toBe(INVALID);
      idp.saying = { email: made.email };
      expect((await signIn(made)).end).toBe(INVALID);
      idp.saying = { email: made.email, signatureAlgorithm, signer };
      const { browser, end, xml } = await signIn(made);
      expect(xml).toContain(`#${signatureAlgorithm}"`);
      expect(end).toBe('/envelopes');
      expect((await browser.who()).user.email).toBe(made.email);
    },
  );

  it('takes the address from the name, where that is an address', async () => {
    const made = await place();
    idp.saying = { email: null, subject: made.email, format: EMAIL_FORMAT };
    const { browser } = await signIn(made);
    expect((await browser.who()).user.email).toBe(made.email);
  });

  it.each([['Email'], ['MAIL'], ['User.email'], ['urn:oid:0.9.2342.19200300.100.1.3']])(
    'takes the address from the attribute %s',
    async (emailName) => {
      const made = await place();
      idp.saying = { ...idp.saying, emailName };
      const { browser } = await signIn(made);
      expect((await browser.who()).user.email).toBe(made.email);
    },
  );

  it('takes the address only from the attribute that the connection names, if it names one', async () => {
    const made = await place();
    const settings = { kind: 'saml' as const, metadata: idp.metadata, emailAttribute: 'contact' };
    await made.owner.singleSignOn.change({ ...made.body, id: made.id, settings });
    expect((await made.owner.singleSignOn.get({})).connections[0]?.settings).toMatchObject({
      emailAttribute: 'contact',
    });
    expect((await signIn(made)).end).toBe('/login/single-sign-on?problem=no_email');
    idp.saying = { ...idp.saying, emailName: 'Contact' };
    const { browser } = await signIn(made);
    expect((await browser.who()).user.email).toBe(made.email);
  });

  it('takes an address from a name of which the provider does not say what it is', async () => {
    const made = await place();
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
    idp.saying = { email: null, subject: made.email, format };
    const { browser } = await signIn(made);
    expect((await browser.who()).user.email).toBe(made.email);
    idp.saying = { email: null, subject: 'alice', format };
    expect((await signIn(made)).end).toBe('/login/single-sign-on?problem=no_email');
  });

  it('publishes what the provider has to know', async () => {
    const made = await place();
    const { status, headers, bytes } = await api.call('GET', `/sso/${made.id}/metadata`);
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/samlmetadata+xml; charset=utf-8',
    ]);
    const answerUrl = `http://localhost:3000/sso/${made.id}`;
    expect(bytes.toString()).toContain(`entityID="${answerUrl}"`);
    expect(bytes.toString()).toContain(`Location="${answerUrl}"`);
    expect(bytes.toString()).toContain('WantAssertionsSigned="true"');
    expect(bytes.toString()).toMatch(/ ID="_[0-9a-f]{64}"/);
    expect(bytes.toString()).toContain(
      '<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>',
    );
    expect((await api.call('GET', `/sso/${made.id}/metadata`)).bytes).toEqual(bytes);
  });

  it('keeps two connections of an organization apart, each with its own domain', async () => {
    const made = await place();
    const second = await place({ tenant: made.tenant });
    idp.saying = { email: made.email };
    expect((await signIn(made)).end).toBe('/envelopes');
    expect((await signIn(second)).end).toBe('/login/single-sign-on?problem=foreign_domain');
  });
});

describe('an answer is refused', () => {
  const REFUSED = [
    ['the audience is another service', { audience: 'https://elsewhere.example' }],
    ['the issuer is another provider', { issuer: 'https://elsewhere.example' }],
    ['the recipient is another service', { recipient: 'https://elsewhere.example/acs' }],
    ['it answers no request of ours', { inResponseTo: '_0123456789abcdef' }],
    ['it has expired', { lifetimeInSeconds: -600 }],
    ['the assertion is not signed', { signAssertion: false }],
    ['only the response is signed', { signAssertion: false, signResponse: true }],
    ['the signature uses SHA-1', { signatureAlgorithm: 'rsa-sha1' }],
    ['the name changes every time', { format: TRANSIENT }],
  ] as const;

  it.each(REFUSED)('if %s', async (_what, saying) => {
    const made = await place();
    idp.saying = { ...idp.saying, ...saying };
    const { browser, end } = await signIn(made);
    expect(end).toBe(INVALID);
    expect(await browser.who()).toBeNull();
    // The same person gets in with a correct response.
    idp.saying = { email: made.email };
    expect((await signIn(made)).end).toBe('/envelopes');
  });

  it('if someone else signed it', async () => {
    const made = await place();
    idp.saying = { ...idp.saying, signer: await makeSigningKey() };
    expect((await signIn(made)).end).toBe(INVALID);
  });

  it('if its signature was taken off, or what it signs was changed', async () => {
    const made = await place();
    for (const change of [
      (xml: string) => xml.replace(SIGNATURE, ''),
      (xml: string) => xml.replace(/<ds:SignatureValue>[^<]*</, '<ds:SignatureValue><'),
      (xml: string) => xml.replaceAll(made.email, `boss@${made.domain}`),
      (xml: string) => xml.replace(/<saml:Audience>[^<]*</, '<saml:Audience>https://elsewhere.example<'),
    ]) {
      const { xml } = await answered(made);
      expect(change(xml)).not.toBe(xml);
      expect(await post(made.id, change(xml))).toBe(INVALID);
    }
  });

  it.each<[string, (xml: string) => string]>([
    [
      'is for another destination',
      (xml) => xml.replace(/ Destination="[^"]*"/, ' Destination="https://x.test/"'),
    ],
    ['is from another issuer', (xml) => xml.replace(/(<saml:Issuer[^>]*>)[^<]*</, '$1https://x.test/<')],
    ['has a status other than success', (xml) => xml.replace('status:Success', 'status:Responder')],
    ['has no status', (xml) => xml.replace(/<samlp:Status>[\s\S]*?<\/samlp:Status>/, '')],
  ])('if the response around a good assertion %s', async (_what, change) => {
    const made = await place();
    const { xml } = await answered(made);
    expect(change(xml)).not.toBe(xml);
    expect(await post(made.id, change(xml))).toBe(INVALID);
    expect(await post(made.id, xml)).toMatch(/^\/sso\//);
  });

  it.each<[string, (xml: string) => string]>([
    ['was changed', (xml) => xml.replace('<samlp:Response ', '<samlp:Response Consent="urn:x" ')],
    ['names no destination', (xml) => xml.replace(/ Destination="[^"]*"/, '')],
  ])('if a signed response %s', async (_what, change) => {
    const made = await place();
    idp.saying = { ...idp.saying, signResponse: true };
    const { xml } = await answered(made);
    expect(change(xml)).not.toBe(xml);
    expect(await post(made.id, change(xml))).toBe(INVALID);
    expect(await post(made.id, xml)).toMatch(/^\/sso\//);
  });

  it('if nobody asked for it', async () => {
    const made = await place();
    const { xml } = await unsolicitedAt(made.id);
    expect(await post(made.id, xml)).toBe(INVALID);
  });

  it('if the assertion answers another request than the response around it says', async () => {
    const made = await place();
    const { xml: stolen } = await answered(made);
    const { xml: own } = await answered(made);
    const request = (xml: string) => /<samlp:Response[^>]* InResponseTo="([^"]*)"/.exec(xml)?.[1] ?? '';
    expect(request(own)).not.toBe('');
    const wrapped = stolen.replace(`InResponseTo="${request(stolen)}"`, `InResponseTo="${request(own)}"`);
    expect(wrapped).not.toBe(stolen);
    expect(await post(made.id, wrapped)).toBe(INVALID);
  });

  it('if the assertion names no request, whatever the response around it says', async () => {
    const made = await place();
    const { xml } = await answered(made);
    const request = / InResponseTo="([^"]*)"/.exec(xml)?.[1] ?? '';
    // A correctly signed, unsolicited assertion in a response that claims to answer our request.
    const { samlResponseFor } = await unsolicitedAt(made.id);
    expect(await post(made.id, samlResponseFor(request))).toBe(INVALID);
  });

  it('if it came before, also at the same moment', async () => {
    const made = await place();
    const { browser, xml } = await answered(made);
    const [first = '', second = ''] = (
      await Promise.all([post(made.id, xml), post(made.id, xml)])
    ).toSorted();
    expect([first, second.startsWith(`/sso/${made.id}/finish?answer=`)]).toEqual([INVALID, true]);
    expect(await post(made.id, xml)).toBe(INVALID);
    expect(locationOf(await browser.visit(second))).toBe('/envelopes');
    expect(await post(made.id, xml)).toBe(INVALID);
    expect(locationOf(await browser.visit(second))).toBe('/login/single-sign-on?problem=expired');
  });

  it('if the assertion was used before, although another request waits for it', async () => {
    const made = await place();
    const { xml } = await signIn(made);
    const { browser } = await answered(made);
    expect(await post(made.id, xml)).toBe(INVALID);
    expect(await browser.who()).toBeNull();
  });

  it('if it is for a connection of another organization', async () => {
    const [made, other] = [await place(), await place()];
    idp.saying = { email: made.email };
    const { browser, xml } = await answered(made);
    expect(await post(other.id, xml)).toBe(INVALID);
    expect(await browser.who()).toBeNull();
  });

  it('if the address is another organization’s', async () => {
    const [made, other] = [await place(), await place()];
    idp.saying = { email: other.email };
    expect((await signIn(made)).end).toBe('/login/single-sign-on?problem=foreign_domain');
  });

  it('if another browser comes to finish it', async () => {
    const made = await place();
    const { browser: attacker, xml } = await answered(made);
    const next = await post(made.id, xml);
    const victim = new Browser(api);
    await victim.start(made.email);
    expect(locationOf(await victim.visit(next))).toBe('/login/single-sign-on?problem=expired');
    expect(await victim.who()).toBeNull();
    // The person who started it can't finish it without the cookie that only the posting browser got.
    expect(locationOf(await attacker.visit(`/sso/${made.id}/finish?answer=guess`))).toBe(INVALID);
    expect(await attacker.who()).toBeNull();
  });

  it.each(['', 'no XML', '<samlp:Response/>', '<!DOCTYPE x [<!ENTITY e "x">]><x>&e;</x>'])(
    'if it is %j',
    async (xml) => {
      const made = await place();
      expect(await post(made.id, xml)).toBe(INVALID);
    },
  );

  it('if its elements nest so deeply that reading them would take all memory', async () => {
    const made = await place();
    const before = process.memoryUsage().rss;
    expect(await post(made.id, '<a>'.repeat(12_000) + '</a>'.repeat(12_000))).toBe(INVALID);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('if it is no form, or too long', async () => {
    const made = await place();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await api.call('POST', `/sso/${made.id}`, { body: {} })).status).toBe(400);
    const raw = Buffer.alloc(300_000, 'a');
    expect((await api.call('POST', `/sso/${made.id}`, { headers: type, raw })).status).toBe(413);
    expect((await api.call('GET', `/sso/${made.id}`)).status).toBe(405);
  });
});

describe('an answer that is not signed', () => {
  const postFrom = async (address: string, id: string, xml: string) => {
    const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
    const request = new Request(`http://localhost:3000/sso/${id}`, { method: 'POST', body });
    const { headers } = await answerApi(api.services, request, address);
    expect(headers.get('location')).toBe(INVALID);
  };
  const readAudited = async ({ owner }: Awaited<ReturnType<typeof place>>) => {
    const { items } = await owner.administrativeAction.list({});
    return items.filter(({ action }) => action === 'sign_in.refused').map(({ details }) => details);
  };
  const STATUS = /<samlp:Status>[\s\S]*?<\/samlp:Status>/;
  const complain = (xml: string) =>
    xml.replace(
      STATUS,
      '<samlp:Status><samlp:StatusCode Value="urn:x:Denied"/><samlp:StatusMessage>Call 555-0100</samlp:StatusMessage></samlp:Status>',
    );

  it('leaves nothing in the audit log that no sign-in waits for', async () => {
    const made = await place();
    const { xml } = await answered(made);
    await postFrom('198.51.100.1', made.id, complain(xml).replaceAll(/InResponseTo="[^"]*"/g, ''));
    await postFrom(
      '198.51.100.2',
      made.id,
      complain(xml).replaceAll(/InResponseTo="[^"]*"/g, 'InResponseTo="_x"'),
    );
    await postFrom('198.51.100.3', made.id, 'Call 555-0100');
    expect(await readAudited(made)).toEqual([]);
  });

  it('leaves none of its words there, and few entries, even where a sign-in waits', async () => {
    const made = await place();
    const { xml } = await answered(made);
    for (const last of [1, 1, 2, 3, 4, 5, 6, 7]) await postFrom(`198.51.100.${last}`, made.id, complain(xml));
    expect(await readAudited(made)).toEqual(Array.from({ length: 5 }, () => ({ problem: 'invalid' })));
  });
});

const SIGNATURE = /<ds:Signature[ >][\s\S]*<\/ds:Signature>/;
const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;

/** An assertion that refers to no request, as in a sign-in started by the provider. */
async function unsolicitedAt(id: string) {
  const action = `http://localhost:3000/sso/${id}`;
  idp.saying = { ...idp.saying, audience: action, recipient: action };
  const { xml } = await idp.visit(idp.signInUrl);
  expect(xml).not.toContain('InResponseTo');
  return {
    xml,
    samlResponseFor: (request: string) =>
      xml.replace('<samlp:Response ', `<samlp:Response InResponseTo="${request}" `),
  };
}

describe('wrapping a signature (XSW)', () => {
  const parts = (xml: string, victim: string, email: string) => {
    const assertion = ASSERTION.exec(xml)?.[0] ?? '';
    const signature = SIGNATURE.exec(assertion)?.[0] ?? '';
    const unsigned = assertion.replace(SIGNATURE, '');
    const evil = unsigned.replaceAll(email, victim).replace(/ID="[^"]*"/, 'ID="_evil"');
    return { assertion, signature, unsigned, evil };
  };
  const inside = (outer: string, inner: string) =>
    outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`);
  const object = (signature: string, inner: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);
  type Parts = ReturnType<typeof parts>;

  const VARIANTS: readonly (readonly [string, (p: Parts) => string])[] = [
    ['a forged assertion before the signed one', ({ evil, assertion }) => evil + assertion],
    ['a forged assertion after the signed one', ({ evil, assertion }) => assertion + evil],
    ['the signed assertion within a forged one', ({ evil, assertion }) => inside(evil, assertion)],
    [
      'the signature in a forged assertion, and what it signs beside it',
      ({ evil, signature, unsigned }) => inside(evil, signature) + unsigned,
    ],
    [
      'the signature in a forged assertion, and what it signs within the signature',
      ({ evil, signature, unsigned }) => inside(evil, object(signature, unsigned)),
    ],
    [
      'the forged assertion within the signature',
      ({ assertion, signature, evil }) => assertion.replace(signature, object(signature, evil)),
    ],
    [
      'the signed assertion in an extension',
      ({ evil, assertion }) => `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}`,
    ],
    [
      'a forged assertion with the same ID',
      ({ evil, assertion }) =>
        evil.replace('ID="_evil"', /ID="[^"]*"/.exec(assertion)?.[0] ?? '') + assertion,
    ],
  ];

  it.each(VARIANTS)('with %s signs nobody else in', async (_what, wrap) => {
    const made = await place();
    const { browser, xml } = await answered(made);
    const victim = `boss@${made.domain}`;
    const cut = parts(xml, victim, made.email);
    const wrapped = xml.replace(cut.assertion, () => wrap(cut));
    expect(wrapped).toContain(victim);
    expect(await post(made.id, wrapped)).toBe(INVALID);
    expect(await browser.who()).toBeNull();
  });

  it('with a copied response around a signed one signs nobody else in', async () => {
    const made = await place();
    idp.saying = { ...idp.saying, signResponse: true };
    const { xml } = await answered(made);
    const victim = `boss@${made.domain}`;
    const evil = xml
      .replaceAll(made.email, victim)
      .replace(/ID="[^"]*"/, 'ID="_evil"')
      .replace('</samlp:Response>', `<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`);
    expect(await post(made.id, evil)).toBe(INVALID);
  });

  it('does not shorten an address by a comment', async () => {
    const made = await place();
    idp.saying = { email: `${made.email}.attacker.example`, subject: 'attacker' };
    const { browser, xml } = await answered(made);
    const commented = xml.replaceAll(`${made.email}.attacker`, `${made.email}<!---->.attacker`);
    expect(commented).toContain('<!---->');
    const next = await post(made.id, commented);
    const end = next.startsWith('/sso/') ? locationOf(await browser.visit(next)) : next;
    expect(end).toMatch(/problem=(?:foreign_domain|invalid)$/);
    expect(await browser.who()).toBeNull();
  });
});

describe('a test that fails', () => {
  async function test(made: Awaited<ReturnType<typeof place>>) {
    const { userId, organizationId } = made.tenant;
    const starting = { userId, organizationId, secondFactor: true };
    const session = await api.services.sessions.start(starting, { ipAddress: null, userAgent: null });
    const browser = new Browser(api);
    browser.cookies.set('countersign_session', session.token);
    const started = await api.call('POST', '/api/trpc/singleSignOn.test', {
      headers: { cookie: browser.cookie, origin: 'http://localhost:3000' },
      body: { id: made.id },
    });
    browser.keep(started.headers);
    const { xml } = await idp.visit(started.json.result.data.url);
    const next = await post(made.id, xml);
    return next.startsWith('/sso/') ? locationOf(await browser.visit(next)) : next;
  }
  const problemOf = async (made: Awaited<ReturnType<typeof place>>) =>
    (await made.owner.singleSignOn.get({})).connections[0]?.testProblem;

  it('tells administrators why, until one passes or the settings change', async () => {
    const made = await place();
    const settings = `/settings/single-sign-on?tested=${made.id}`;
    expect(await problemOf(made)).toBeNull();
    idp.saying = { email: made.email, audience: 'https://elsewhere.example' };
    expect(await test(made)).toBe(`${settings}&problem=invalid`);
    expect(await problemOf(made)).toMatch(/audience/i);
    idp.saying = { email: null };
    expect(await test(made)).toBe(`${settings}&problem=no_email`);
    expect(await problemOf(made)).toBe('no_email');
    idp.saying = { email: made.email };
    expect(await test(made)).toBe(settings);
    expect(await problemOf(made)).toBeNull();
    idp.saying = { email: made.email, issuer: 'https://elsewhere.example' };
    await test(made);
    expect(await problemOf(made)).toMatch(/issuer/);
    const other = { kind: 'saml' as const, metadata: idp.metadata, emailAttribute: 'contact' };
    await made.owner.singleSignOn.change({ ...made.body, id: made.id, settings: other });
    expect(await problemOf(made)).toBeNull();
  });

  it('is not told to those who only sign in, and they change nothing', async () => {
    const made = await place();
    idp.saying = { email: made.email, audience: 'https://elsewhere.example' };
    expect((await signIn(made)).end).toBe(INVALID);
    expect(await problemOf(made)).toBeNull();
  });
});

describe('setting up SAML', () => {
  const body = { name: 'Example ID', createsMembers: true, joiningRole: 'member' as const };

  it('reads metadata, or single fields', async () => {
    const { owner, id } = await place();
    const fields = { entityId: idp.entityId, signInUrl: idp.signInUrl, certificates: idp.signer.certificate };
    const settings = async () => (await owner.singleSignOn.get({})).connections[0]?.settings;
    const fromMetadata = await settings();
    await owner.singleSignOn.change({ ...body, id, settings: { kind: 'saml', ...fields } });
    expect(await settings()).toEqual(fromMetadata);
  });

  it('takes certificates with RSA and EC keys only, since no others can be checked', async () => {
    const { owner, id } = await place();
    const other = await makeSigningKey('Ed25519');
    const { certificate: rsa } = idp.signer;
    const fields = { kind: 'saml' as const, entityId: idp.entityId, signInUrl: idp.signInUrl };
    const change = (settings: object) =>
      owner.singleSignOn.change({ ...body, id, settings: { ...fields, ...settings } });
    await expect(change({ certificates: rsa + other.certificate })).rejects.toMatchObject({
      cause: {
        details: {
          issues: [
            { path: '/certificates', message: 'must have RSA keys, or EC keys of P-256, P-384 or P-521' },
          ],
        },
      },
    });
    const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
    const onlyOther = idp.metadata.replace(bare(rsa), bare(other.certificate));
    await expect(change({ metadata: onlyOther })).rejects.toMatchObject({
      cause: { code: 'validation_failed' },
    });
    const key = /<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/.exec(idp.metadata)?.[0] ?? '';
    const both = idp.metadata.replace(key, key + key.replace(bare(rsa), bare(other.certificate)));
    await change({ metadata: both });
    expect((await owner.singleSignOn.get({})).connections[0]?.settings).toMatchObject({
      certificates: [bare(rsa)],
    });
  });

  it.each([
    ['no metadata', { metadata: '<x/>' }],
    ['broken XML', { metadata: '<x' }],
    ['a document type', { metadata: '<!DOCTYPE x><x/>' }],
    ['nothing', {}],
    ['no certificate', { entityId: 'x', signInUrl: 'https://login.example.com', certificates: 'x' }],
    ['a sign-in URL that is none', { entityId: 'x', signInUrl: 'javascript:alert(1)', certificates: 'real' }],
  ] as const)('refuses %s', async (_what, given) => {
    const { owner, id } = await place();
    const real = 'certificates' in given && given.certificates === 'real';
    const certificates = real ? { certificates: idp.signer.certificate } : {};
    const settings = { kind: 'saml' as const, ...given, ...certificates };
    const changing = owner.singleSignOn.change({ ...body, id, settings });
    await expect(changing).rejects.toMatchObject({ cause: { code: 'validation_failed' } });
  });
});
