import { createHash } from 'node:crypto';
import { createRefusal } from '#domain/errors.ts';
import { formatVerifierKey } from '#domain/log/note.ts';
import { parseTilePath } from '#domain/log/tiles.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { openLogIdentity } from '#server/log/identity.ts';
import { readPublished, readTileFor } from '#server/log/serve.ts';
import { readPublishedTimestamp } from '#server/log/timestamps.ts';
import { formatEnvelopeLines } from '#server/mcp/lines/envelope.ts';
import { callOperation, requireOperation } from '#server/mcp/operations.ts';
import { LOGOS_PATH } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { ensureInstanceAuthority, PKI_PATH } from '#server/sealing/pki/authority.ts';
import { ensureRevocationList } from '#server/sealing/pki/revocation.ts';
import { buildLogoKey } from '#server/storage/keys.ts';
import { verifyApiKey } from '#server/surface/credentials.ts';
import type { Context } from '#server/trpc/init.ts';
import { limitBody } from './rest/input.ts';
import { MethodNotAllowed } from './rest/rest.ts';

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

const CERTIFICATE_PATH = new RegExp(`^${PKI_PATH}/([a-z0-9_]{1,64})\\.(cer|crl)$`);

/** An authority's certificate never changes, but it is rarely needed. */
const CERTIFICATE_CACHE = 'public, max-age=86400';

/** A revocation should be known within an hour, although the list states the latest time of the next one. */
const LIST_CACHE = 'public, max-age=3600';

/**
 * Serves what the instance's certificates refer to: its authority's certificate and revocation list (RFC
 * 2585, DER). Refuses with `not_found`.
 */
export async function answerPki(services: Services, path: string): Promise<Response> {
  const [, id, kind] = CERTIFICATE_PATH.exec(path) ?? [];
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

const LOGO_PATH = new RegExp(`^${LOGOS_PATH}/([0-9a-f]{64})\\.png$`);

/**
 * Serves a logo, a PNG that the service drew itself. The picture at an address never changes, so mail
 * programs and browsers may cache it. Refuses with `not_found`.
 */
export async function answerLogo({ storage }: Pick<Services, 'storage'>, path: string): Promise<Response> {
  const sha256 = LOGO_PATH.exec(path)?.[1];
  const blob = sha256 === undefined ? null : await storage.get(buildLogoKey(sha256));
  if (blob === null) throw createRefusal('not_found');
  return new Response(blob.stream, {
    headers: {
      'content-type': 'image/png',
      'content-length': String(blob.sizeBytes),
      'cache-control': 'public, max-age=31536000, immutable',
      // Mail programs and signers' pages on other origins show the logo. When it is opened by itself, it can
      // do nothing.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${sha256}"`,
    },
  });
}

/**
 * Receives the document that is uploaded to an agent's link, acting as that agent, and responds in plain text
 * with what was found. The link works until then.
 */
export async function answerUploadedDocument(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'PUT') throw new MethodNotAllowed(['PUT']);
  const { principal, services } = context;
  if (principal.kind !== 'upload_link') throw createRefusal('unauthorized');
  const { env: id, document: documentId } = principal.claims;
  const agent: Context = {
    ...context,
    principal: principal.agent,
    // A file may take minutes to arrive, and meanwhile the grant may have ended.
    renewPrincipal: async (trustedMs) => {
      const current = await context.renewPrincipal?.(trustedMs);
      return current?.kind === 'upload_link' ? current.agent : null;
    },
    body: limitBody(request, services.config.limits.documentBytes),
  };
  const call = async (
    name: 'envelope.upload' | 'envelope.uploadAdded' | 'envelope.completeUpload',
    input: object,
  ) => await callOperation(requireOperation(name), input, agent, request.signal);
  await (documentId === undefined
    ? call('envelope.upload', { id })
    : call('envelope.uploadAdded', { id, documentId }));
  const { envelope } = (await call('envelope.completeUpload', { id })) as { envelope: WireGraph };
  return new Response(`${formatEnvelopeLines(envelope).join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
