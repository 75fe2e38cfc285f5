import { DEFAULT_SCOPE, SIGN_IN_MATCHES } from '#domain/organization/identity/identity-provider.ts';
import type { WireIdentityProvider } from '#wire/identity-provider.ts';
import { getFormText } from '#ui/kit/form-action.ts';

/** The values of the inputs in an identity provider's form. Lists are text. */
export type ProviderValues = Readonly<
  Record<'name' | 'issuer' | 'clientId' | 'match' | 'scope' | 'acrValues' | 'requiredClaims', string>
> & { readonly trustEmail: boolean };

export const NEW_PROVIDER: ProviderValues = {
  ...{ name: '', issuer: '', clientId: '', match: 'email', scope: DEFAULT_SCOPE },
  ...{ acrValues: '', requiredClaims: '', trustEmail: false },
};

/** Returns the form values for a provider. */
export function toProviderValues({
  acrValues,
  requiredClaims,
  ...provider
}: WireIdentityProvider): ProviderValues {
  return {
    ...provider,
    acrValues: acrValues.join(' '),
    requiredClaims: Object.entries(requiredClaims)
      .map(([claim, value]) => `${claim}=${value}`)
      .join('\n'),
  };
}

/** Returns the values that were typed, for showing them again after a refusal. */
export function toTypedProvider(typed: Readonly<Record<string, string>>): ProviderValues {
  const texts = Object.fromEntries(
    Object.entries(NEW_PROVIDER).map(([name, value]) => [name, typed[name] ?? value]),
  );
  return { ...NEW_PROVIDER, ...texts, trustEmail: typed['trustEmail'] === 'on' };
}

/** Reads the form into the operation's input. */
export function readProviderForm(form: FormData) {
  const readTrimmed = (name: string) => getFormText(form, name).trim();
  const claims = readTrimmed('requiredClaims')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    name: readTrimmed('name'),
    issuer: readTrimmed('issuer'),
    clientId: readTrimmed('clientId'),
    match: SIGN_IN_MATCHES.find((known) => known === readTrimmed('match')) ?? 'email',
    scope: readTrimmed('scope').replaceAll(/\s+/g, ' '),
    acrValues: readTrimmed('acrValues').split(/\s+/).filter(Boolean),
    requiredClaims: Object.fromEntries(claims.map(readClaim)),
    trustEmail: form.get('trustEmail') !== null,
  };
}

/** The value can contain further equals signs. */
function readClaim(line: string): [string, string] {
  const [claim = '', ...value] = line.split('=');
  return [claim.trim(), value.join('=').trim()];
}
