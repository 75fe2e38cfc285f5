import { LIMITS } from '#domain/limits.ts';
import type { Outbound } from '#server/outbound/outbound.ts';
import { keepKnownMetadata } from './client-metadata.ts';

const TIMEOUT_MS = 5_000;

/**
 * Fetches client ID metadata documents, and the keys that they name, for the authorization server. The URL
 * comes from a stranger, so it is fetched through the guarded outbound client. No redirect is followed, and
 * an answer that is too long is refused.
 */
export function createClientDocumentFetch({ outbound }: { readonly outbound: Outbound }): typeof fetch {
  return async (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    const { status, headers, body, truncated } = await outbound({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: LIMITS.clientDocumentMaxBytes,
    });
    if (truncated) throw new Error('the document is too long');
    return new Response(status === 200 ? reduceDocument(url, body) : null, {
      status,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          CACHING.has(name) && typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
    });
  };
}

const CACHING = new Set(['cache-control', 'expires']);

/**
 * Returns a client's document reduced to the metadata that is stored. Returns any other document unchanged.
 */
function reduceDocument(url: string, body: Buffer): string {
  const text = body.toString('utf8');
  const document: unknown = JSON.parse(text);
  if (typeof document !== 'object' || document === null || !('client_id' in document)) return text;
  return document.client_id === url ? JSON.stringify(keepKnownMetadata({ ...document })) : text;
}
