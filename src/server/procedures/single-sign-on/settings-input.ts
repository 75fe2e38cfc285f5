import { createInvalidRefusal } from '#domain/errors.ts';
import type { ConnectionSettings } from '#domain/organization/identity/single-sign-on.ts';
import type { ConnectionInput } from '#wire/single-sign-on.ts';
import { findTargetProblem } from '#server/outbound/target.ts';
import { sealConnectionSecret } from '#server/single-sign-on/attempt.ts';
import {
  parseCertificates,
  readProviderMetadata,
  type ProviderMetadata,
} from '#server/single-sign-on/provider-metadata.ts';
import { requireIssuer } from '#server/procedures/identity-provider.ts';
import type { Services } from '#server/runtime/services.ts';

type Kept = { readonly settings: ConnectionSettings; readonly secretBox: string | null };

/**
 * Returns the settings in the form in which they are stored. `kept` has the secret that stays. Refuses with
 * `validation_failed`.
 */
export function readSettings(
  services: Pick<Services, 'config'>,
  input: ConnectionInput,
  kept: string | null,
): Kept {
  if (input.kind === 'saml')
    return { settings: { kind: 'saml', ...readSamlSettings(services, input) }, secretBox: null };
  const { clientSecret, ...settings } = input;
  requireIssuer(services, settings.issuer);
  const secretBox = clientSecret === undefined ? kept : sealConnectionSecret(services.config, clientSecret);
  if (secretBox === null) throw createInvalidRefusal([{ path: '/clientSecret', message: 'is required' }]);
  return { settings, secretBox };
}

function readSamlSettings(
  services: Pick<Services, 'config'>,
  { metadata, entityId, signInUrl, certificates }: Extract<ConnectionInput, { kind: 'saml' }>,
): ProviderMetadata {
  const isGiven = metadata !== undefined && metadata.trim() !== '';
  const given = isGiven ? readProviderMetadata(metadata) : fromFields({ entityId, signInUrl, certificates });
  if (typeof given === 'string') throw createInvalidRefusal([{ path: '/metadata', message: given }]);
  const problem = findTargetProblem(services.config.outbound, given.signInUrl);
  if (problem !== null)
    throw createInvalidRefusal([{ path: isGiven ? '/metadata' : '/signInUrl', message: problem.message }]);
  if (given.entityId === '') throw createInvalidRefusal([{ path: '/entityId', message: 'is required' }]);
  return given;
}

function fromFields(fields: {
  readonly entityId: string | undefined;
  readonly signInUrl: string | undefined;
  readonly certificates: string | undefined;
}): ProviderMetadata {
  const { entityId, signInUrl } = fields;
  if (entityId === undefined || signInUrl === undefined)
    throw createInvalidRefusal([
      { path: '/metadata', message: 'is required, or the entity ID, the sign-in URL and the certificate' },
    ]);
  const certificates = parseCertificates([fields.certificates ?? '']);
  if (certificates === null)
    throw createInvalidRefusal([
      { path: '/certificates', message: 'must be one or more certificates in PEM' },
    ]);
  return { entityId, signInUrl, certificates };
}
