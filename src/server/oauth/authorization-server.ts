import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionResults, Provider } from 'oidc-provider';
import { redirectTarget, type RedirectTarget } from '#domain/organization/redirect.ts';
import { pickScopes, type Scope } from '#domain/organization/scope.ts';
import { toShownName } from './client-metadata.ts';
import { makeProvider, type OAuthServices, wasRefused } from './provider.ts';
import { getProtectedResource } from './resource.ts';

/** What an app requests of a person. */
export type AuthorizationRequest = {
  readonly clientId: string;
  readonly clientName: string;
  /** The host of the app's metadata document, which vouches for it; null if the app registered itself. */
  readonly verifiedHost: string | null;
  readonly target: RedirectTarget;
  readonly scopes: readonly Scope[];
};
type Decision =
  | { readonly grantId: string; readonly userId: string; readonly scopes: readonly Scope[] }
  | { readonly denied: true };

/** The authorization server of this instance. */
export type AuthorizationServer = {
  /**
   * Answers a request to one of its endpoints. Returns whether it was refused because the client isn't who it
   * says, or has no right to what it asked for.
   */
  readonly answer: (message: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Returns a request that waits for a person's decision; null if it is unknown, decided or expired. */
  readonly request: (id: string) => Promise<AuthorizationRequest | null>;
  /**
   * Records a person's decision and returns where the browser goes next; null if there is nothing left to
   * decide. The record of a grant has to be written beforehand.
   */
  readonly decide: (id: string, decision: Decision) => Promise<string | null>;
};

/** Opens the authorization server. Nothing is created before the first request. */
export function openAuthorizationServer(services: OAuthServices): AuthorizationServer {
  let made: { readonly keys: readonly unknown[]; readonly provider: Provider } | null = null;
  /** Recreates the provider when the keys change, because the provider reads the keys only once. */
  const getProvider = async (): Promise<Provider> => {
    const keys = await services.accessTokens.keys.all();
    if (made?.keys !== keys) made = { keys, provider: makeProvider(services, keys) };
    return made.provider;
  };
  const findUndecided = async (id: string) => {
    const found = await (await getProvider()).Interaction.find(id);
    return found === undefined || found.result !== undefined ? null : found;
  };

  return {
    answer: async (message, response) => {
      await (await getProvider()).callback()(message, response);
      return wasRefused(response);
    },
    request: async (id) => {
      const found = await findUndecided(id);
      if (found === null) return null;
      const { client_id: clientId, redirect_uri: uri, scope } = found.params;
      const client = await (await getProvider()).Client.find(String(clientId));
      const target = redirectTarget(String(uri));
      if (client === undefined || target === null) return null;
      return {
        clientId: client.clientId,
        clientName: toShownName(client.clientName),
        verifiedHost: URL.parse(client.clientId)?.host ?? null,
        target,
        scopes: pickScopes(String(scope).split(' ')),
      };
    },
    decide: async (id, decision) => {
      const found = await (await getProvider()).Interaction.find(id);
      if (found === undefined) return null;
      if (found.result !== undefined) return isSame(found.result, decision) ? found.returnTo : null;
      const result: InteractionResults =
        'denied' in decision
          ? { error: 'access_denied', error_description: 'The user denied the request.' }
          : await saveGrant(await getProvider(), String(found.params['client_id']), decision);
      found.result = result;
      await found.persist();
      return found.returnTo;
    },
  };

  async function saveGrant(
    { Grant }: Provider,
    clientId: string,
    { grantId, userId, scopes }: Extract<Decision, { grantId: string }>,
  ): Promise<InteractionResults> {
    const grant = new Grant({ accountId: userId, clientId });
    grant.jti = grantId;
    grant.addResourceScope(getProtectedResource(services.config), scopes.join(' '));
    await grant.save();
    return { login: { accountId: userId, remember: false }, consent: { grantId } };
  }
}

/** Checks whether a double click has already recorded the same decision. */
function isSame({ consent }: InteractionResults, decision: Decision): boolean {
  return 'grantId' in decision && consent?.grantId === decision.grantId;
}
