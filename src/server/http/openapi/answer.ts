import { digestEntity, matchesEntityTag } from '#server/http/entity-tag.ts';
import { buildGeneratorDocument, openApiDocument } from './document.ts';

type Encoded = { readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: string };
/** Documents are encoded once for each origin. */
const encodedDocuments = new WeakMap<object, Encoded>();

/** Answers the API's document, or its translation for generators. */
export function answerOpenApi(
  request: Request,
  path: '/api/openapi.json' | '/api/openapi-3.0.json',
  origin: string,
): Response {
  const document = path === '/api/openapi.json' ? openApiDocument(origin) : buildGeneratorDocument(origin);
  const known = encodedDocuments.get(document) ?? encodeDocument(document);
  encodedDocuments.set(document, known);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag: known.tag };
  if (matchesEntityTag(request.headers.get('if-none-match'), known.tag))
    return new Response(null, { status: 304, headers });
  return new Response(known.bytes, { headers });
}

function encodeDocument(document: object): Encoded {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, tag: `"${digestEntity(bytes)}"` };
}
