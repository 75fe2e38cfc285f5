import { createRefusal } from '#domain/errors.ts';
import type { Config } from '#server/runtime/config.ts';
import { matchesEntityTag } from '#server/http/entity-tag.ts';
import { findAsset, createAsset, type Asset } from './assets.ts';
import { PORTAL_PATH } from './guide.ts';
import { renderPage } from './layout.ts';
import { FIRST_PAGE, buildPortal, type Portal } from './pages.ts';
import { renderLlmsText, renderMarkdown, buildSearchIndex } from './plain.ts';

/** Only this server is contacted, and no inline code or style is allowed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The browser revalidates each time, and mostly gets a 304. */
const ASK_AGAIN = 'no-cache';
/** The addresses of files change with their content. */
const KEEP_A_DAY = 'public, max-age=86400';
const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** What one instance serves. It contains the instance's own addresses. */
type Served = { readonly portal: Portal; readonly made: Map<string, Asset> };
const served = new Map<string, Served>();

/**
 * Serves the developer portal: its pages, each also as Markdown, and their files. Refuses any other path
 * below it with `not_found`.
 */
export function answerPortal(request: Request, path: string, http: Config['http']): Response {
  const name = path.slice(PORTAL_PATH.length).replace(/^\//, '');
  const asset = findFile(name, http);
  if (asset !== undefined) return answer(request, asset, KEEP_A_DAY);
  const [, pagePath, suffix] = /^([\w/-]*?)(\.md)?$/.exec(name) ?? [];
  const entry =
    pagePath === undefined ? undefined : getServed(http).portal.entries.get(pagePath || FIRST_PAGE);
  if (entry === undefined) throw createRefusal('not_found');
  const page =
    suffix === undefined
      ? makeAssetOnce(http, name, HTML, () =>
          renderPage(entry.page(), entry.navigation, (file) => buildFileUrl(file, http)),
        )
      : makeAssetOnce(http, name, MARKDOWN, () => renderMarkdown(entry, http.origin));
  return answer(request, page, ASK_AGAIN);
}

/** Serves the list of all pages for programs that read documentation. */
export function answerLlms(request: Request, http: Config['http']): Response {
  const { portal } = getServed(http);
  const list = makeAssetOnce(http, 'llms.txt', 'text/plain; charset=utf-8', () =>
    renderLlmsText(portal, http.origin),
  );
  return answer(request, list, ASK_AGAIN);
}

function getServed(http: Config['http']): Served {
  const id = `${http.origin} ${http.mcpUrl}`;
  const known = served.get(id) ?? { portal: buildPortal(http), made: new Map<string, Asset>() };
  served.set(id, known);
  return known;
}

function makeAssetOnce(http: Config['http'], name: string, type: string, make: () => string): Asset {
  const { made: all } = getServed(http);
  const known = all.get(name) ?? createAsset(type, make());
  all.set(name, known);
  return known;
}

function findFile(name: string, http: Config['http']): Asset | undefined {
  if (name !== 'search.json') return findAsset(name);
  return makeAssetOnce(http, name, 'application/json', () => buildSearchIndex(getServed(http).portal));
}

function buildFileUrl(file: string, http: Config['http']): string {
  const etag = findFile(file, http)?.etag ?? '';
  return `${PORTAL_PATH}/${file}?v=${etag.slice(1, 13)}`;
}

function answer(request: Request, { type, bytes, etag }: Asset, cacheControl: string): Response {
  const headers = {
    'cache-control': cacheControl,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'same-origin',
    etag,
  };
  if (matchesEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(bytes), { headers: { ...headers, 'content-type': type } });
}
