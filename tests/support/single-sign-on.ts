import { createPageCaller } from '#server/procedures/router.ts';
import { openCookies } from '#server/surface/cookies.ts';
import type { ConnectionInput } from '#wire/single-sign-on.ts';
import type { Answer, Tenant, TestApi } from './api.ts';
import type { DnsServer } from './dns-server.ts';
import type { IdentityProviderServer } from './identity-provider.ts';
import { ownerOf } from './person.ts';
import { ORIGIN } from './session.ts';

let domains = 0;

/** A browser that keeps cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly api: TestApi;
  constructor(api: TestApi) {
    this.api = api;
  }

  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Starts a sign-in on the sign-in page. Returns the provider's URL. */
  async start(email: string, next = '/envelopes'): Promise<string> {
    const replyHeaders = new Headers();
    const caller = createPageCaller({
      services: this.api.services,
      principal: { kind: 'nobody' },
      audit: { ipAddress: '192.0.2.7', userAgent: null },
      requestId: 'test',
      body: null,
      contentType: null,
      idempotency: null,
      replyHeaders,
      cookies: openCookies(new Headers({ cookie: this.cookie }), replyHeaders, ORIGIN),
    });
    const { url } = await caller.singleSignOnVisit.start({ email, next });
    this.keep(replyHeaders);
    return url;
  }

  /** Visits one of our paths. Returns the response, and keeps its cookies. */
  async visit(path: string): Promise<Answer> {
    const answer = await this.api.call('GET', path, { headers: { cookie: this.cookie } });
    this.keep(answer.headers);
    return answer;
  }

  /** Returns who is signed in; null for nobody. */
  async who(): Promise<any> {
    const { status, json } = await this.visit('/api/auth/session');
    return status === 200 ? json : null;
  }
}

/** Adds a domain to an organization and verifies it. */
export async function verifiedDomain(api: TestApi, dns: DnsServer, tenant: Tenant, name?: string) {
  const domain = name ?? `company${(domains += 1)}.example`;
  const owner = ownerOf(api, tenant);
  const { id } = await owner.singleSignOn.addDomain({ domain });
  const { domains: all } = await owner.singleSignOn.get({});
  const record = all.find((one) => one.id === id)?.record;
  dns.records.set(record?.name ?? '', record?.value ?? '');
  await owner.singleSignOn.verifyDomain({ id });
  return { id, domain };
}

type Options = { createsMembers?: boolean; joiningRole?: 'member' | 'viewer'; enabled?: boolean };

/** Sets up a connection for a domain of a new organization, or of `tenant`. */
export async function connected(
  api: TestApi,
  dns: DnsServer,
  settings: ConnectionInput,
  { tenant: given, ...options }: Options & { tenant?: Tenant } = {},
) {
  const tenant = given ?? (await api.tenant());
  const { createsMembers = true, joiningRole = 'member', enabled = true } = options;
  const owner = ownerOf(api, tenant);
  const body = { name: 'Example ID', settings, createsMembers, joiningRole };
  const { id } = await owner.singleSignOn.create(body);
  const { id: domainId, domain } = await verifiedDomain(api, dns, tenant);
  await owner.singleSignOn.assignDomain({ id: domainId, connectionId: id });
  await owner.singleSignOn.switch({ id, enabled, enforced: false });
  return { tenant, owner, id, domainId, domain, body };
}

/** Returns an OpenID Connect provider's settings. */
export function oidcSettings(
  { issuer, clientId, clientSecret }: IdentityProviderServer,
  trustEmail = false,
): ConnectionInput {
  return { kind: 'oidc', issuer, clientId, clientSecret, trustEmail };
}

/** Signs in with an OpenID Connect provider. Returns where the browser ends up. */
export async function signInByOidc(
  browser: Browser,
  idp: IdentityProviderServer,
  id: string,
  { email, login, next }: { email: string; login: string; next?: string },
): Promise<string> {
  const query = await idp.signIn(await browser.start(email, next), login);
  return locationOf(await browser.visit(`/sso/${id}?${query}`));
}

export function locationOf({ status, headers }: Answer): string {
  return status === 303 ? (headers.get('location') ?? '') : `status ${status}`;
}
