import type { Issue } from '../errors.ts';
import { AUTHENTICATION_METHODS, type AuthenticationMethod } from './status.ts';

/** What the operator has set up for proving who one is. */
export type Means = { readonly sms: boolean };

/** Returns the ways to prove who one is that can be chosen. */
export function availableMethods(means: Means): AuthenticationMethod[] {
  return AUTHENTICATION_METHODS.filter((method) => meansIssues(method, means, '').length === 0);
}

/** Those that need nothing to be set up. */
export const ALWAYS_AVAILABLE: readonly AuthenticationMethod[] = availableMethods({ sms: false });

/** Reports a way to prove who one is that isn't set up. `path` is the person's JSON pointer. */
export function meansIssues(method: AuthenticationMethod | undefined, { sms }: Means, path: string): Issue[] {
  if (method !== 'sms_code' || sms) return [];
  return [
    { path: `${path}/authentication/method`, message: 'must not be sms_code: no SMS gateway is configured' },
  ];
}
