import { Countersign } from '../../../client/src/index.ts';
import type { Functions, HttpResponse } from './n8n.ts';

export const CREDENTIALS = 'countersignApi';

/**
 * Returns a client with the node's credentials. Its requests go through n8n, so n8n's proxy and limits apply.
 */
export async function connect(functions: Functions): Promise<Countersign> {
  const { baseUrl, apiKey } = await functions.getCredentials(CREDENTIALS);
  return new Countersign({
    baseUrl: String(baseUrl),
    key: String(apiKey),
    fetch: async (request) => {
      const body = Buffer.from(await request.arrayBuffer());
      return toResponse(
        await functions.helpers.httpRequest({
          url: request.url,
          method: request.method,
          headers: Object.fromEntries(request.headers),
          ...(body.length === 0 ? {} : { body }),
          encoding: 'arraybuffer',
          json: false,
          returnFullResponse: true,
          ignoreHttpStatusErrors: true,
          disableFollowRedirect: true,
          abortSignal: request.signal,
        }),
      );
    },
  });
}

function toResponse({ statusCode, headers, body }: HttpResponse): Response {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const isEmpty = body.length === 0 || statusCode === 204 || statusCode === 304;
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(isEmpty ? null : bytes, { status: statusCode, headers: sent });
}
