import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** What the provider knows about a person, by their login. `acr` and `amr` are how they signed in. */
export type Person = {
  readonly sub?: string;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly [claim: string]: unknown;
};

/** An identity provider with a page that asks for a login. */
export type IdentityProviderServer = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly people: Map<string, Person>;
  /** Signs in at a URL like a browser. Returns the query that the person comes back with. */
  readonly signIn: (url: string, login: string) => Promise<string>;
  /** The same for someone who cancels. */
  readonly cancel: (url: string) => Promise<string>;
  /** Answers every request with this status; null for normal operation. */
  readonly fail: (status: number | null) => void;
  /** Changes the response to a code; null for correct responses. */
  readonly tamper: (change: Tampering | null) => void;
  /** Changes the keys that it publishes; null for its own. */
  readonly publish: (change: Tampering | null) => void;
  /** How often its keys were asked for. */
  readonly countKeyRequests: () => number;
  /**
   * Returns an ID token with other claims that is signed by the provider, or by someone else with their own
   * key, and maybe another key's name.
   */
  readonly resign: (idToken: string, claims: object, key?: KeyObject, kid?: string) => string;
  readonly close: () => Promise<void>;
};

/** Changes what it answers: the tokens that a code is exchanged for, or its keys. */
export type Tampering = (tokens: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const CLIENT = { clientId: 'countersign', clientSecret: 'a secret that only the two of us know' };

/** Starts oidc-provider on loopback. It redirects people to any page below `redirectUri`. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProviderServer> {
  const people = new Map<string, Person>();
  let failing: number | null = null;
  let tampering: Tampering | null = null;
  let publishing: Tampering | null = null;
  let keyRequests = 0;
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => {
    if (failing !== null) return void response.writeHead(failing).end();
    if (tampering !== null && request.url === '/token') tamperWith(response, tampering);
    if (request.url === '/jwks') keyRequests += 1;
    if (publishing !== null && request.url === '/jwks') tamperWith(response, publishing);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = providerOf(issuer, redirectUri, people);
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) void callback(request, response);
    else void interact(provider, people, request, response);
  };
  return {
    ...CLIENT,
    issuer,
    people,
    signIn: (url, login) => visit(url, redirectUri, new URLSearchParams({ login })),
    cancel: (url) => visit(url, redirectUri, new URLSearchParams({ cancel: 'yes' })),
    fail: (status) => {
      failing = status;
    },
    tamper: (change) => {
      tampering = change;
    },
    publish: (change) => {
      publishing = change;
    },
    countKeyRequests: () => keyRequests,
    resign,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}

function resign(idToken: string, claims: object, key = KEY, kid = 'test'): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const [header = {}, body = {}] = idToken
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  const signed = `${encode({ ...header, kid })}.${encode({ ...body, ...claims })}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Makes a response send modified JSON. */
function tamperWith(response: ServerResponse, change: Tampering): void {
  const end = response.end.bind(response);
  const changed = (body: string | Buffer) => {
    const json = JSON.stringify(change(JSON.parse(body.toString()) as Record<string, unknown>));
    response.setHeader('content-length', Buffer.byteLength(json));
    return end(json);
  };
  Object.assign(response, { end: changed });
}

function providerOf(issuer: string, redirectUri: string, people: ReadonlyMap<string, Person>): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${redirectUri}/any`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...KEY.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    acrValues: ['low', 'high'],
    claims: {
      openid: ['sub', 'amr', 'hd', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    cookies: { keys: ['for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, login) => {
      const { acr: _acr, sub = login, ...claims } = people.get(login) ?? {};
      return { accountId: login, claims: () => ({ sub, ...claims }) };
    },
    // Skips the consent prompt for this client.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const grant = new provider.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.startsWith(`${redirectUri}/`);
  return provider;
}

async function interact(
  provider: Provider,
  people: ReadonlyMap<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(PAGE);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const login = form.get('login') ?? '';
  const { acr } = people.get(login) ?? {};
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'The person canceled.' }
    : {
        login: {
          accountId: login,
          ...(acr === undefined ? {} : { acr }),
        },
      };
  await provider.interactionFinished(request, response, result);
}

const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Example ID</title>
<form method="post"><label>Account <input name="login"></label> <button>Continue</button></form>
<form method="post"><button name="cancel" value="yes">Cancel</button></form></html>`;

/** Follows redirects with cookies, and submits a form if the provider shows one. */
async function visit(start: string, redirectUri: string, form: URLSearchParams): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: URL; body?: URLSearchParams } = { url: new URL(start) };
  for (let step = 0; step < 10; step++) {
    const { url, body } = next;
    if (url.href.startsWith(`${redirectUri}/`))
      return `${url.search.slice(1)}&at=${url.pathname.split('/')[2] ?? ''}`;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) next = { url: new URL(location, url) };
    else if (response.ok && body === undefined) next = { url, body: form };
    else throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
  }
  throw new Error('the identity provider never sent the person back');
}
