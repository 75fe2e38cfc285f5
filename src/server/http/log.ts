import { createRefusal } from '#domain/errors.ts';
import { formatVerifierKey } from '#domain/log/note.ts';
import { parseTilePath } from '#domain/log/tiles.ts';
import { readTileFor, readPublished } from '#server/log/serve.ts';
import { openLogIdentity } from '#server/log/identity.ts';
import { readPublishedTimestamp } from '#server/log/timestamps.ts';
import { verifyApiKey } from '#server/surface/developer.ts';
import type { Context } from '#server/trpc/init.ts';

/** The path at which the log is served, in the layout of c2sp.org/tlog-tiles. */
export const LOG = '/log';

const TEXT = 'text/plain; charset=utf-8';
const FOREVER = 'max-age=31536000, immutable';

/**
 * Serves a file of the log. Refuses with `not_found`, and with `unauthorized` if tiles are for members only.
 */
export async function answerLog(request: Request, url: URL, context: Context): Promise<Response> {
  const { services } = context;
  const path = url.pathname.slice(LOG.length + 1);
  if (path === 'vkey') {
    const { key } = await openLogIdentity(services);
    return createFileResponse(`${formatVerifierKey(key)}\n`, TEXT, 'public, max-age=3600');
  }
  if (path === 'checkpoint') {
    const note = await readPublished(services.db.drizzle);
    if (note === null) throw createRefusal('not_found');
    return createFileResponse(note, TEXT, 'public, max-age=5');
  }
  if (path === 'checkpoint.tsr') {
    const timestamp = await readPublishedTimestamp(services.db.drizzle);
    if (timestamp === null) throw createRefusal('not_found');
    return createFileResponse(Uint8Array.from(timestamp), 'application/timestamp-reply', 'public, max-age=5');
  }
  const tile = parseTilePath(path);
  if (tile === null) throw createRefusal('not_found');
  if (!services.config.log.isPublic) await requireMember(request, context);
  const content = await readTileFor(services.db.drizzle, tile);
  if (content === null) throw createRefusal('not_found');
  const scope = services.config.log.isPublic ? 'public' : 'private';
  return createFileResponse(Uint8Array.from(content), 'application/octet-stream', `${scope}, ${FOREVER}`);
}

async function requireMember(request: Request, { services, principal, audit }: Context): Promise<void> {
  if (principal.kind === 'nobody') await verifyApiKey(services, request.headers, audit.ipAddress);
}

function createFileResponse(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  cacheControl: string,
): Response {
  return new Response(body, {
    headers: { 'content-type': type, 'cache-control': cacheControl, 'access-control-allow-origin': '*' },
  });
}
