import { createHash, randomBytes } from 'node:crypto';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertMembership, insertUser } from '#server/db/accounts/users.ts';
import { finishRequest, grantAccess } from '#server/procedures/agent/consent.ts';
import type { Session } from '#server/surface/principal.ts';
import type { TestApi } from './api.ts';

const ISSUER = 'http://localhost:3000';
export const RESOURCE = `${ISSUER}/mcp`;
export const REDIRECT = 'https://client.example/callback';
const AUDIT = { ipAddress: '192.0.2.7', userAgent: 'test' };

type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly json: any;
  readonly text: string;
};
export type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
};

/** A client that talks HTTP to the authorization server, and a browser that keeps its cookies. */
export type OAuthClient = {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  readonly post: (
    path: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
  readonly register: (metadata?: unknown) => Promise<Reply>;
  /** Requests access and follows redirects to the consent page. Returns the request's id, or the refusal. */
  readonly authorize: (
    parameters: Record<string, string | undefined>,
  ) => Promise<{ id: string | null; reply: Reply }>;
  /** Follows the browser's redirect. Returns what the client receives at its redirect URI. */
  readonly proceed: (url: string) => Promise<URL>;
  readonly exchange: (form: Record<string, string | undefined>) => Promise<Reply>;
};

/** A PKCE verifier with its S256 challenge (RFC 7636). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A client whose requests go to the address where the program listens. */
export function oauthClient(listening: { readonly origin: string }): OAuthClient {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const url = new URL(path.replace(ISSUER, ''), listening.origin);
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : null };
  };
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(form), headers });
  return {
    get: (path, headers = {}) => send(path, { headers }),
    post,
    register: (metadata = { client_name: 'Test agent', redirect_uris: [REDIRECT] }) =>
      send('/oauth/register', {
        method: 'POST',
        body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
        headers: { 'content-type': 'application/json' },
      }),
    authorize: async (parameters) => {
      const reply = await send(`/oauth/authorize?${new URLSearchParams(present(parameters))}`);
      const id = /^\/oauth\/consent\/([^/]+)$/.exec(reply.headers.get('location') ?? '')?.[1] ?? null;
      return { id, reply };
    },
    proceed: async (url) => {
      const reply = await send(url);
      const location = reply.headers.get('location');
      if (location === null) throw new Error(`no redirect: ${reply.status} ${reply.text}`);
      return new URL(location);
    },
    exchange: (form) => post('/oauth/token', present(form)),
  };
}

/** A member of an organization according to their session. */
export async function personOf(
  api: TestApi,
  organization: { id: string; name: string },
  role: Session['role'] = 'member',
): Promise<Session> {
  const { services } = api;
  const id = services.newId('user');
  const user = { id, name: 'Pia Person', email: `${id}@acme.example` };
  await transaction(services.db, { organizationId: organization.id }, async (tx) => {
    await insertUser(tx, { ...user, passwordHash: '-' }, services.clock());
    await insertMembership(tx, { organizationId: organization.id, userId: id, role }, services.clock());
  });
  return {
    id: `session of ${id}`,
    user: { ...user, emailVerified: true, language: null, timeZone: null },
    organization: { ...organization, standing: 'active', testOf: null },
    role,
    hasSecondFactor: false,
    needsSecondFactor: false,
    singleSignOn: false,
    administersInstance: false,
  };
}

/** Goes all the way from a new client to its tokens, with a person who allows `scopes`. */
export async function dance(
  api: TestApi,
  client: OAuthClient,
  person: Session,
  {
    clientId,
    scopes = ALL_SCOPES,
    redirect = REDIRECT,
  }: { clientId?: string; scopes?: readonly Scope[]; redirect?: string } = {},
): Promise<Tokens & { clientId: string }> {
  const id = clientId ?? (await client.register()).json.client_id;
  const { verifier, challenge } = pkce();
  const asked = await client.authorize({ ...request(id, challenge), redirect_uri: redirect });
  if (asked.id === null) throw new Error(`refused: ${asked.reply.status} ${asked.reply.text}`);
  const next = await allow(api, asked.id, person, scopes);
  const code = (await client.proceed(next)).searchParams.get('code') ?? '';
  const reply = await client.exchange({
    grant_type: 'authorization_code',
    client_id: id,
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
  });
  if (reply.status !== 200) throw new Error(`no tokens: ${reply.status} ${reply.text}`);
  return { ...reply.json, clientId: id };
}

/** The parameters of an ordinary authorization request. */
export function request(clientId: string, challenge: string): Record<string, string> {
  return {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: ALL_SCOPES.join(' '),
    state: 'st ate',
    resource: RESOURCE,
  };
}

/** Has a person allow a request. Returns where their browser goes next. */
export function allow(
  { services }: TestApi,
  id: string,
  person: Session,
  scopes: readonly Scope[] = ALL_SCOPES,
): Promise<string> {
  const choice = { organizationId: person.organization.id, scopes, asksFirst: false };
  return grantAccess(services, { id, session: person, audit: AUDIT }, choice);
}

export function deny({ services }: TestApi, id: string): Promise<string> {
  return finishRequest(services, id, { denied: true });
}

function present(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
