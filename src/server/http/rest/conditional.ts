import { createHash } from 'node:crypto';
import { createInvalidRefusal } from '#domain/errors.ts';
import type { ByteSpan } from '#server/storage/driver.ts';
import { StoredFileResponse } from '#server/storage/stored-file-response.ts';
import { JsonAnswer } from './json-response.ts';

const TAG = /^(?:W\/)?"v(\d{1,9})-[\w-]+"$/;

/**
 * Returns the version named by the request's `If-Match`, which has the tag of an envelope that was read
 * before (RFC 9110, section 13.1.1). Returns null without the field. Refuses other tags with
 * `validation_failed`.
 */
export function readIfMatchVersion(headers: Headers): number | null {
  const field = headers.get('if-match');
  if (field === null) return null;
  const version = TAG.exec(field.trim())?.[1];
  if (version === undefined)
    throw createInvalidRefusal([
      { path: '/expectedVersion', message: 'needs an If-Match with the ETag of the envelope' },
    ]);
  return Number(version);
}

/**
 * Gives a response to GET its entity tag, and leaves out the body if the request's `If-None-Match` names the
 * tag (RFC 9110, sections 8.8.3 and 13.1.2). Files already have a tag. The tag of an envelope begins with its
 * version.
 */
export async function answerConditionally(
  request: Request,
  response: Response,
  value: unknown,
): Promise<Response> {
  if (response.status !== 200) return response;
  if (response instanceof JsonAnswer) response.headers.set('etag', computeEntityTag(response.encoded, value));
  const tag = response.headers.get('etag');
  if (tag === null || !matchesEntityTag(request.headers.get('if-none-match'), tag)) return response;
  if (!(response instanceof JsonAnswer)) await response.body?.cancel();
  return new Response(null, { status: 304, headers: { etag: tag } });
}

/**
 * Cuts a stored file to the single range that the request asks for (RFC 9110, section 14). Responds with 206,
 * or with 416 if the file doesn't reach that far. Requests for several ranges, or for a range of an older
 * file (`If-Range`), get the whole file.
 */
export async function answerRange(request: Request, response: Response): Promise<Response> {
  const field = request.headers.get('range');
  if (field === null || request.method !== 'GET' || !(response instanceof StoredFileResponse))
    return response;
  const same = request.headers.get('if-range');
  if (same !== null && same !== response.headers.get('etag')) return response;
  const size = Number(response.headers.get('content-length'));
  const span = parseRange(field, size);
  if (span === 'whole') return response;
  await response.body?.cancel();
  const headers = new Headers(response.headers);
  if (span === 'beyond') {
    headers.set('content-range', `bytes */${size}`);
    headers.set('content-length', '0');
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${span.first}-${span.last}/${size}`);
  headers.set('content-length', String(span.last - span.first + 1));
  return new Response(await response.open(span), { status: 206, headers });
}

function parseRange(field: string, size: number): ByteSpan | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(field.trim()) ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '')
    return to === '0' || size === 0 ? 'beyond' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (first >= size) return 'beyond';
  return last < first ? 'whole' : { first, last };
}

function computeEntityTag(bytes: Uint8Array, value: unknown): string {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const version = (value as { readonly envelope?: { readonly version?: unknown } }).envelope?.version;
  return typeof version === 'number' ? `"v${version}-${digest}"` : `"${digest}"`;
}

/** Compares tags weakly, as this field does. A proxy that compresses a response makes its tag weak. */
function matchesEntityTag(field: string | null, tag: string): boolean {
  if (field === null) return false;
  return field.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
