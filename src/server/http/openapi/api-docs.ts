import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { refusal } from '#domain/errors.ts';
import { sha256Hex } from '#server/crypto/hash.ts';

/** Path of the API reference. */
export const API_DOCS_PATH = '/api/docs';

type Asset = {
  readonly type: string;
  readonly cacheControl: string;
  readonly bytes: () => Promise<Uint8Array>;
};
type LoadedAsset = { readonly bytes: Uint8Array; readonly etag: string };

/** Only our own server is contacted. Swagger UI sets inline styles; scripts are files. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Countersign API</title>
    <link rel="icon" type="image/png" href="${API_DOCS_PATH}/favicon-32x32.png" />
    <link rel="stylesheet" href="${API_DOCS_PATH}/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="${API_DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${API_DOCS_PATH}/open.js"></script>
  </body>
</html>
`;

/** Opens the viewer without a validator badge, which would contact a third party. */
const OPEN = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
});
`;

/** Revalidated each time, mostly with 304. */
const ASK_AGAIN = 'no-cache';
const KEEP_A_DAY = 'public, max-age=86400';

/** All files of the reference by name, so no request path ever reaches the disk. */
const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['', { type: 'text/html; charset=utf-8', cacheControl: ASK_AGAIN, bytes: text(PAGE) }],
  ['open.js', { type: 'text/javascript; charset=utf-8', cacheControl: ASK_AGAIN, bytes: text(OPEN) }],
  ['swagger-ui-bundle.js', viewerFile('swagger-ui-bundle.js', 'text/javascript; charset=utf-8')],
  ['swagger-ui.css', viewerFile('swagger-ui.css', 'text/css; charset=utf-8')],
  ['favicon-32x32.png', viewerFile('favicon-32x32.png', 'image/png')],
]);

const loaded = new Map<string, Promise<LoadedAsset>>();

/** Serves the API reference and the viewer's files; `not_found` for any other path below it. */
export async function answerApiDocs(request: Request, path: string): Promise<Response> {
  const name = path.slice(API_DOCS_PATH.length).replace(/^\//, '');
  const asset = ASSETS.get(name);
  if (asset === undefined) throw refusal('not_found');
  const { bytes, etag } = await load(name, asset);
  const headers = {
    'content-type': asset.type,
    'cache-control': asset.cacheControl,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
    etag,
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(bytes), { headers });
}

function load(name: string, asset: Asset): Promise<LoadedAsset> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const loading = asset.bytes().then((bytes) => ({ bytes, etag: `"${sha256Hex(bytes)}"` }));
  loaded.set(name, loading);
  // After a failed read, the next request tries again.
  loading.catch(() => loaded.delete(name));
  return loading;
}

function text(content: string): Asset['bytes'] {
  return () => Promise.resolve(new TextEncoder().encode(content));
}

function viewerFile(name: string, type: string): Asset {
  const file = () => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));
  return { type, cacheControl: KEEP_A_DAY, bytes: () => readFile(file()) };
}
