import type { Issue } from '../errors.ts';
import { AUTHENTICATION_METHODS, type AuthenticationMethod } from './status.ts';

/** What is set up for proving who one is: an SMS gateway, and the organization's enabled identity providers by id. */
export type Means = { readonly sms: boolean; readonly providers: readonly string[] };

/** A way to prove who one is that can be chosen. Each identity provider is one of its own. */
export type AvailableMethod = {
  readonly method: AuthenticationMethod;
  readonly provider: { readonly id: string; readonly name: string } | null;
};

/** Returns the ways to prove who one is that can be chosen. */
export function listAvailableMethods(
  sms: boolean,
  providers: readonly { readonly id: string; readonly name: string }[],
): AvailableMethod[] {
  return AUTHENTICATION_METHODS.flatMap((method): AvailableMethod[] => {
    if (method === 'oidc') return providers.map(({ id, name }) => ({ method, provider: { id, name } }));
    return method === 'sms_code' && !sms ? [] : [{ method, provider: null }];
  });
}

/** Those that need nothing to be set up. */
export const ALWAYS_AVAILABLE: readonly AvailableMethod[] = listAvailableMethods(false, []);

type Chosen = { readonly method: AuthenticationMethod; readonly provider?: string | null };

/** Reports a way to prove who one is that isn't set up. `path` is the person's JSON pointer. */
export function validateMeans(chosen: Chosen | undefined, { sms, providers }: Means, path: string): Issue[] {
  const at = `${path}/authentication`;
  if (chosen?.method === 'sms_code' && !sms)
    return [{ path: `${at}/method`, message: 'must not be sms_code: no SMS gateway is configured' }];
  if (chosen?.method === 'oidc' && !providers.includes(chosen.provider ?? ''))
    return [{ path: `${at}/provider`, message: 'is not an enabled identity provider of this organization' }];
  return [];
}
