import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

/** Shorter answers fit into one packet as they are. */
const LEAST_BYTES = 1_000;

/** Text that is sent whole. Events are sent piece by piece, and documents and pictures are compressed already. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest))/;

/**
 * Lets the answer to a request be compressed with Brotli or gzip, as its `Accept-Encoding` asks (RFC 9110, section
 * 12.5.3), and then calls `next`.
 */
export const compress = compression({ threshold: LEAST_BYTES, filter: mayCompress });

/**
 * A foreign page could find out what a person's answers contain by having the browser ask again and again for some that
 * repeat a guess, and watching their length (the BREACH attack). So nothing is compressed that it asks for with cookies.
 */
function mayCompress({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const isForeign = headers['sec-fetch-site'] === 'cross-site' && headers.cookie !== undefined;
  const type = response.getHeader('content-type');
  return !isForeign && !isPart(response) && typeof type === 'string' && COMPRESSIBLE.test(type);
}

/** The bytes of a range count from the file's start (RFC 9110, section 14.4). */
function isPart(response: ServerResponse): boolean {
  return response.hasHeader('content-range');
}
