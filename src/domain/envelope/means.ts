import type { Issue } from '../errors.ts';
import { AUTHENTICATION_METHODS, type AuthenticationMethod } from './status.ts';

/**
 * What is set up for proving a person's identity: an SMS gateway, and the organization's enabled identity
 * providers by id.
 */
export type Means = { readonly sms: boolean; readonly providers: readonly string[] };

/** An authentication method that can be chosen. Each identity provider counts as a separate method. */
export type AvailableMethod = {
  readonly method: AuthenticationMethod;
  readonly provider: { readonly id: string; readonly name: string } | null;
};

/** Returns the authentication methods that can be chosen. */
export function listAvailableMethods(
  sms: boolean,
  providers: readonly { readonly id: string; readonly name: string }[],
): AvailableMethod[] {
  return AUTHENTICATION_METHODS.flatMap((method): AvailableMethod[] => {
    if (method === 'oidc') return providers.map(({ id, name }) => ({ method, provider: { id, name } }));
    return method === 'sms_code' && !sms ? [] : [{ method, provider: null }];
  });
}

/** The methods that work without any setup. */
export const ALWAYS_AVAILABLE: readonly AvailableMethod[] = listAvailableMethods(false, []);

type Chosen = { readonly method: AuthenticationMethod; readonly provider?: string | null };

/** Reports an authentication method that isn't set up. `path` is the person's JSON pointer. */
export function validateMeans(chosen: Chosen | undefined, { sms, providers }: Means, path: string): Issue[] {
  const at = `${path}/authentication`;
  if (chosen?.method === 'sms_code' && !sms)
    return [{ path: `${at}/method`, message: 'must not be sms_code: no SMS gateway is configured' }];
  if (chosen?.method === 'oidc' && !providers.includes(chosen.provider ?? ''))
    return [{ path: `${at}/provider`, message: 'is not an enabled identity provider of this organization' }];
  return [];
}
