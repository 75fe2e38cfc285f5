import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

/** Shorter responses fit into one packet uncompressed. */
const LEAST_BYTES = 1_000;

/**
 * Types of text that are sent whole. Events are sent piece by piece, and documents and pictures are already
 * compressed.
 */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest))/;

/**
 * Lets the response to a request be compressed with Brotli or gzip, as the request's `Accept-Encoding` asks
 * (RFC 9110, section 12.5.3), and then calls `next`.
 */
export const compress = compression({ threshold: LEAST_BYTES, filter: mayCompress });

/**
 * Checks whether a response may be compressed. A foreign page could find out what a person's responses
 * contain: it would make the browser request responses that repeat a guess, again and again, and watch their
 * length (the BREACH attack). So nothing that a foreign page requests with cookies is compressed.
 */
function mayCompress({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const isForeign = headers['sec-fetch-site'] === 'cross-site' && headers.cookie !== undefined;
  const type = response.getHeader('content-type');
  return !isForeign && !isPart(response) && typeof type === 'string' && COMPRESSIBLE.test(type);
}

/**
 * Checks whether a response is a range. The bytes of a range count from the file's start (RFC 9110, section
 * 14.4).
 */
function isPart(response: ServerResponse): boolean {
  return response.hasHeader('content-range');
}
