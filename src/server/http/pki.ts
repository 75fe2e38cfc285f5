import { createHash } from 'node:crypto';
import { createRefusal } from '#domain/errors.ts';
import { ensureInstanceAuthority, PKI_PATH } from '#server/sealing/pki/authority.ts';
import { ensureRevocationList } from '#server/sealing/pki/revocation.ts';
import type { Services } from '#server/runtime/services.ts';

const PATH = new RegExp(`^${PKI_PATH}/([a-z0-9_]{1,64})\\.(cer|crl)$`);
/** An authority's certificate never changes, but it is rarely needed. */
const CERTIFICATE_CACHE = 'public, max-age=86400';
/** A revocation should be known within an hour, although the list states the latest time of the next one. */
const LIST_CACHE = 'public, max-age=3600';

/**
 * Serves what the instance's certificates refer to: its authority's certificate and revocation list (RFC
 * 2585, DER). Refuses with `not_found`.
 */
export async function answerPki(services: Services, path: string): Promise<Response> {
  const [, id, kind] = PATH.exec(path) ?? [];
  const authority = id === undefined ? null : await ensureInstanceAuthority(services);
  if (authority?.id !== id || authority === null) throw createRefusal('not_found');
  if (kind === 'cer') return answerFile(authority.certificate, 'application/pkix-cert', CERTIFICATE_CACHE);
  const { list } = await ensureRevocationList(services);
  return answerFile(list, 'application/pkix-crl', LIST_CACHE);
}

function answerFile(bytes: Uint8Array, contentType: string, cacheControl: string): Response {
  return new Response(Buffer.from(bytes), {
    headers: {
      'content-type': contentType,
      'content-length': String(bytes.length),
      'cache-control': cacheControl,
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      // Verifiers that run in a browser read this from any site.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
