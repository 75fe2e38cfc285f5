import { createRefusal } from '#domain/errors.ts';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import type { Services } from '#server/app/services.ts';
import type { Principal } from './principal.ts';

/**
 * Verifies a signer's token, sent as a bearer token or in the `token` query parameter. Whether the link still
 * works depends on the envelope and is decided where the envelope is read.
 */
export function verifySignerToken(
  services: Pick<Services, 'config'>,
  headers: Headers,
  query: URLSearchParams,
): Principal {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const claims = readSignerToken(bearer ?? query.get('token') ?? '', services.config.secretKeys);
  if (claims === null) throw createRefusal('unauthorized', undefined, 'Missing or invalid signing link.');
  return { kind: 'signer', claims };
}
