import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Scope } from '#domain/organization/scope.ts';
import { useApi } from '../support/api.ts';
import { useListening } from '../support/listening.ts';
import { allow, oauthClient, personOf } from '../support/oauth-client.ts';

const api = useApi();
const listening = useListening(api);
const ISSUER = 'http://localhost:3000';

/** What a client remembers about its authorization, and how it redirects its user. */
function providerOf(redirects: URL[]): OAuthClientProvider & { readonly kept: Record<string, any> } {
  const kept: Record<string, any> = {};
  return {
    kept,
    redirectUrl: 'http://127.0.0.1:33418/callback',
    clientMetadata: {
      client_name: 'A client of the SDK',
      redirect_uris: ['http://127.0.0.1:33418/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept['client'],
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept['tokens'],
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    redirectToAuthorization: (url) => void redirects.push(url),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    codeVerifier: () => kept['verifier'],
    saveDiscoveryState: (state) => void (kept['discovery'] = state),
    discoveryState: () => kept['discovery'],
    invalidateCredentials: () => undefined,
  };
}

/** The service goes by its configured name, and is reached where it listens. */
const reaching: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return fetch(url.replace(ISSUER, listening.origin), init);
};

describe.each(['2025', '2026'] as const)('a client of %s that knows nothing but the address', (era) => {
  it('finds its way in, is let in by a person, and stays in by itself', async () => {
    // The authorization server uses the real time.
    api.clock.now = new Date();
    const { organizationId } = await api.tenant();
    const person = await personOf(api, { id: organizationId, name: 'Acme GmbH' });
    const redirects: URL[] = [];
    const provider = providerOf(redirects);
    const url = new URL(`${ISSUER}/mcp`);
    const mode = era === '2026' ? { pin: '2026-07-28' } : ('legacy' as const);
    const open = () => ({
      client: new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } }),
      transport: new StreamableHTTPClientTransport(url, { authProvider: provider, fetch: reaching }),
    });

    const first = open();
    await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
    const [asked] = redirects;
    expect(asked?.href).toMatch(/^http:\/\/localhost:3000\/oauth\/authorize\?/);
    expect(asked?.searchParams.get('resource')).toBe(`${ISSUER}/mcp`);
    expect(asked?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(asked?.searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['envelopes:read', 'envelopes:write', 'envelopes:send']),
    );

    // A user allows less than the client asked for.
    const browser = oauthClient(listening);
    const page = await browser.authorize(Object.fromEntries(asked?.searchParams ?? []));
    const scopes: Scope[] = ['envelopes:read', 'envelopes:write', 'templates:read'];
    const back = await browser.proceed(await allow(api, page.id ?? '', person, scopes));
    expect(back.searchParams.get('iss')).toBe(ISSUER);
    await first.transport.finishAuth(back.searchParams);

    const second = open();
    await second.client.connect(second.transport);
    const { tools } = await second.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('send');
    const found = await second.client.callTool({ name: 'find_envelopes', arguments: {} });
    expect(found.content).toContainEqual(expect.objectContaining({ text: '0 envelopes' }));

    // The access token has expired. The client renews it without its user.
    const used = provider.kept['tokens'];
    provider.kept['tokens'] = { ...used, access_token: `${String(used.access_token)}x` };
    await second.client.callTool({ name: 'find_envelopes', arguments: {} });
    expect(provider.kept['tokens'].access_token).not.toBe(used.access_token);
    expect(provider.kept['tokens'].refresh_token).not.toBe(used.refresh_token);
    expect(redirects).toHaveLength(1);

    // For missing scopes, the client sends its user to the consent page again, with its existing scopes and
    // the ones it needs.
    const wanting = second.client.callTool({
      name: 'save_template',
      arguments: { template: 'tpl_x', archived: true },
    });
    await expect(wanting).rejects.toThrow();
    expect(redirects).toHaveLength(2);
    const again = new Set(redirects[1]?.searchParams.get('scope')?.split(' '));
    for (const scope of [...scopes, 'templates:write']) expect(again).toContain(scope);
    await second.client.close();
  });
});
