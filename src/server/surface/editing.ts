import { createRefusal } from '#domain/errors.ts';
import { readEditingToken } from '#server/crypto/tokens/editing-token.ts';
import type { Services } from '#server/app/services.ts';
import type { Principal } from './principal.ts';

/**
 * Verifies the bearer token of a page that edits one draft. Whether the session is over is decided where the
 * session is read.
 */
export function verifyEditingToken(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  headers: Headers,
): Principal {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const claims = readEditingToken(bearer ?? '', config.secretKeys, clock());
  if (claims === null) throw createRefusal('unauthorized', { reason: 'session_over' });
  return { kind: 'editor', claims };
}
