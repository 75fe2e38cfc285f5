import type { Tenant, TestApi } from './api.ts';
import { sentWith, startCode } from './authentication.ts';
import { ALICE } from './envelopes.ts';
import type { IdentityProviderServer, Person } from './identity-provider.ts';

/** The account of the envelope's first signer. */
export const ALICES: Person = {
  email: ALICE.email,
  email_verified: true,
  name: ALICE.name,
  acr: 'high',
  amr: ['pwd', 'otp'],
};

/** Sets up an identity provider for an organization. Returns its id. */
export async function setUpProvider(
  api: TestApi,
  { apiKey: key }: Pick<Tenant, 'apiKey'>,
  { issuer, clientId, clientSecret }: IdentityProviderServer,
  rules: object = {},
): Promise<string> {
  const body = { name: 'Example ID', issuer, clientId, clientSecret, match: 'email' as const, ...rules };
  const { status, json } = await api.ask('POST /api/v1/identity-providers', { key, body });
  if (status !== 201) throw new Error(`the identity provider was refused: ${JSON.stringify(json)}`);
  return json.id;
}

/** An envelope whose first signer signs in with her sender's provider. */
export async function sentForSignIn(api: TestApi, server: IdentityProviderServer, rules: object = {}) {
  const tenant = await api.tenant();
  const provider = await setUpProvider(api, tenant, server, rules);
  return { ...(await sentWith(api, { method: 'oidc', provider }, tenant)), tenant, provider };
}

/** Starts a sign-in from a link. Returns the URL that the person is sent to. */
export async function signInUrl(api: TestApi, token: string): Promise<string> {
  const { status, json } = await startCode(api, token);
  if (status !== 200) throw new Error(`the sign-in was refused: ${JSON.stringify(json)}`);
  return json.url as string;
}
