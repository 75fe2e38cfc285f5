import { importJWK, SignJWT, type JWTPayload } from 'jose';
import type { Role } from '#domain/organization/role.ts';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';
import { insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertMembership, insertUser } from '#server/db/accounts/users.ts';
import type { TestApi } from './api.ts';

export type TestAgent = {
  readonly token: string;
  readonly grantId: string;
  readonly userId: string;
  readonly clientId: string;
};

/**
 * An agent that a new member of an organization authorized, with a token like those of the authorization
 * server.
 */
export async function agentOf(
  api: TestApi,
  organizationId: string,
  {
    scopes = ALL_SCOPES,
    role = 'member',
    asksFirst = false,
  }: { scopes?: readonly Scope[]; role?: Role; asksFirst?: boolean } = {},
): Promise<TestAgent> {
  const { services } = api;
  const userId = services.newId('user');
  const grantId = services.newId('grant');
  const clientId = 'https://agent.example/client.json';
  const now = services.clock();
  await transaction(services.db, { organizationId }, async (tx) => {
    const email = `${userId}@acme.example`;
    await insertUser(tx, { id: userId, email, name: 'Aino Agentson', passwordHash: '-' }, now);
    await insertMembership(tx, { organizationId, userId, role }, now);
    await insertGrant(tx, {
      id: grantId,
      organizationId,
      userId,
      clientId,
      clientName: 'Test agent',
      redirectHost: 'agent.example',
      scopes,
      asksFirst,
      createdAt: now,
      requestHash: null,
    });
  });
  const token = await tokenOf(api, {
    sub: userId,
    client_id: clientId,
    scope: scopes.join(' '),
    grant: grantId,
    org: organizationId,
  });
  return { token, grantId, userId, clientId };
}

/** An access token with these claims in addition to the standard ones, signed with the service's own key. */
export async function tokenOf(api: TestApi, claims: JWTPayload, typ = 'at+jwt'): Promise<string> {
  const { services } = api;
  const [key] = await services.accessTokens.keys.all();
  if (key === undefined) throw new Error('there is no signing key');
  const seconds = Math.floor(services.clock().getTime() / 1000);
  const common = {
    iss: services.config.http.origin,
    aud: services.accessTokens.audience,
    iat: seconds,
    exp: seconds + 600,
    jti: 'test',
  };
  return await new SignJWT({ ...common, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ, kid: key.kid })
    .sign(await importJWK(key.privateJwk, 'ES256'));
}
