import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  findConnectionOrganization,
  readConnection,
  type StoredConnection,
} from '#server/db/single-sign-on/connections.ts';
import {
  finishSamlAnswer,
  takeOidcAnswer,
  takeSamlAnswer,
} from '#server/procedures/single-sign-on/answer.ts';
import { buildAnswerUrl } from '#server/single-sign-on/attempt.ts';
import { isSaml, buildSamlMetadata } from '#server/single-sign-on/saml.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Context } from '#server/trpc/init.ts';
import { MethodNotAllowed } from './rest/rest.ts';

const PATH = /^\/sso\/(sso_[0-9a-z]{26})(?:\/(metadata|finish))?$/;
const FORM = 'application/x-www-form-urlencoded';

/**
 * Answers the URLs of connections: the ones that identity providers send people back to, and the metadata
 * that the providers read.
 */
export async function answerSingleSignOn(request: Request, url: URL, ctx: Context): Promise<Response> {
  const [, id = '', part = ''] = PATH.exec(url.pathname) ?? [];
  const stored = id === '' ? null : await loadConnection(ctx.services, id);
  if (stored === null) throw createRefusal('not_found');
  const { connection } = stored;
  if (part !== '' && !isSaml(connection)) throw createRefusal('not_found');
  if (part === '' && isSaml(connection)) {
    if (request.method !== 'POST') throw new MethodNotAllowed(['POST']);
    return goTo(await takeSamlAnswer(ctx, stored, await readSamlResponse(request)));
  }
  if (request.method !== 'GET') throw new MethodNotAllowed(['GET']);
  if (part === 'metadata' && isSaml(connection))
    return new Response(buildSamlMetadata(connection, buildAnswerUrl(ctx.services.config, id)), {
      headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
    });
  return goTo(
    part === 'finish'
      ? await finishSamlAnswer(ctx, stored, url.searchParams.get('answer') ?? '')
      : await takeOidcAnswer(ctx, stored, url.search.slice(1)),
  );
}

async function loadConnection({ db }: Services, connectionId: string): Promise<StoredConnection | null> {
  const organizationId = await transaction(db, { connectionId }, (tx) =>
    findConnectionOrganization(tx, connectionId),
  );
  if (organizationId === null) return null;
  return await transaction(db, { organizationId }, (tx) => readConnection(tx, organizationId, connectionId));
}

async function readSamlResponse(request: Request): Promise<string> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM) throw createRefusal('malformed_request', undefined, `The body must be ${FORM}.`);
  const maxBytes = LIMITS.samlAnswerMaxBytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw createRefusal('payload_too_large', { maxBytes });
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString()).get('SAMLResponse') ?? '';
}

function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
