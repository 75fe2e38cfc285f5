import type { Issue } from '../errors.ts';
import { type Chosen, type Means, validateMeans } from './authentication.ts';
import type { SigningInput } from './signing.ts';

type Person = {
  readonly authentication?: Chosen | undefined;
  readonly signing?: SigningInput | undefined;
};

/** Reports how a person can't prove who they are, or can't sign, here. `path` is the person's JSON pointer. */
export function validatePersonMeans(
  { authentication, signing }: Person,
  means: Means,
  path: string,
): Issue[] {
  const issues = validateMeans(authentication, means, path);
  if (signing?.method !== 'passkey' || means.passkeys) return issues;
  const message = 'must not be passkey: browsers have passkeys only for HTTPS and a domain';
  return [...issues, { path: `${path}/signing/method`, message }];
}
