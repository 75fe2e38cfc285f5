import { redirect, type Handle, type HandleServerError, type ResolveOptions } from '@sveltejs/kit';
import { getErrorCode } from '#domain/error-code.ts';
import { LANGUAGE_PARAMETER, getTextDirection, type Language } from '#domain/language.ts';
import landingStyle from './landing.css?inline';
import type { App } from './server/main/app.ts';
import { m } from '#i18n/compiled/messages.js';
import { getTextsPart } from '#i18n/texts-list.ts';
import { ASK_EARLY, nameScripts } from './server/http/pages/inline-scripts.ts';
import { withLanguage, requestLanguage } from '#i18n/request-language.ts';
import { toWireError } from '#wire/error.ts';

const LINK_PAGES: readonly string[] = ['/sign', '/copy', '/edit'];
/**
 * Pages opened by an emailed link with its token in the path. Sessions of embedding sites use a different
 * kind of link.
 */
const LANDING_PAGE = /^\/sign(?:\/(?!session(?:\/|$))[^/]+)?$/;

/** Returns the running program. Pages are bundled separately from it, so they find it through a symbol. */
function getRunningApp(): App {
  const app = (globalThis as Record<symbol, unknown>)[Symbol.for('countersign.app')];
  if (app === undefined) throw new Error('Pages run only within the server. Start it with npm start.');
  return app as App;
}

/** Lets the program admit the request for a page, then renders the page in the reader's language. */
export const handle: Handle = async ({ event, resolve }) => {
  const { request, url } = event;
  const entry = await getRunningApp().admit({ request, url, socketAddress: event.getClientAddress() });
  if (entry.kind === 'refused') return entry.response;
  if (entry.kind === 'sign_in') redirect(303, entry.location);
  const { requestId, session, frameOrigin, caller, finish } = entry;
  Object.assign(event.locals, { requestId, session, frameOrigin, caller });
  // The signer's language has nothing to do with the account that this browser may be signed in to.
  const isLink = LINK_PAGES.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`));
  const account = isLink ? null : (session?.user.language ?? null);
  const sent = isLink ? url.searchParams.get(LANGUAGE_PARAMETER) : null;
  const language = requestLanguage({ account, sent, cookies: event.cookies, request });
  return finish(
    await withLanguage(language, () => resolve(event, renderOptions(language, url.pathname, isLink))),
  );
};

/** The font of the pages' body text. */
const TEXT_FONT = /inter-latin[^/]*\.woff2$/;

const STYLE_SHEET = /<link\b[^>]* rel="stylesheet"[^>]*>/g;

/**
 * Lists a page's scripts and font in its head. Otherwise, SvelteKit would also list them in a `Link` header
 * field of up to 4 kB, which is more than a proxy such as nginx accepts by default. Pages opened by a link
 * are often read on slow networks, so their font comes after their scripts. The landing page can be read and
 * its button pressed with only the style in its head, so its style sheets come next, then its scripts.
 */
function renderOptions(language: Language, path: string, isLink: boolean): ResolveOptions {
  const texts = getRunningApp().pageTexts(getTextsPart(path), language);
  const isLanding = LANDING_PAGE.test(path);
  const scripts: string[] = [];
  const fonts: string[] = [];
  return {
    preload: ({ type, path }) => {
      if (type === 'js') scripts.push(path);
      if (type === 'font' && !isLink && TEXT_FONT.test(path)) fonts.push(path);
      return false;
    },
    transformPageChunk: ({ html }) => {
      const sheets = isLanding ? (html.match(STYLE_SHEET) ?? []).join('') : '';
      return (isLanding ? html.replaceAll(STYLE_SHEET, '') : html)
        .replace('%lang%', language)
        .replace('%dir%', getTextDirection(language))
        .replace('%old%', () => renderTooOld(language))
        .replace('%early%', () => (isLanding ? ASK_EARLY : ''))
        .replace('%style%', () => (isLanding ? `<style>${landingStyle}</style>` : ''))
        .replace('%sheets%', () => sheets)
        .replace('%preloads%', () => (isLanding ? '' : renderPreloadTags(fonts, [...scripts, ...texts])))
        .replace('%scripts%', () => (isLanding ? nameScripts([...scripts, ...texts]) : ''))
        .replace('%font%', isLink ? 'after-scripts' : 'at-once');
    },
  };
}

function renderPreloadTags(fonts: readonly string[], scripts: readonly string[]): string {
  return [
    ...fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}" />`),
    ...scripts.map((path) => `<link rel="modulepreload" href="${path}" />`),
  ].join('');
}

/** Renders the notice for browsers that can't run the page's scripts. */
function renderTooOld(language: Language): string {
  const style =
    'padding:1rem;background:#fff;color:#8f1d1d;border-bottom:2px solid;font:1rem/1.5 system-ui,sans-serif';
  return `<p id="too-old" role="alert" style="${style}" hidden>${m.common_browser_too_old({}, { locale: language })}</p>`;
}

/**
 * Describes an error to the reader of a page: a refusal in its own words, anything else only by its request
 * ID.
 */
export const handleError: HandleServerError = ({ error: thrown, event, status, message }) => {
  const { requestId } = event.locals;
  const refused = toWireError(thrown);
  if (refused !== null) return { message: refused.message, code: refused.code, requestId };
  if (status >= 500 && !isLeftEarly(thrown, event.request))
    getRunningApp().reportPageError(thrown, requestId, event.url.pathname);
  return { message, requestId };
};

/** Checks whether a page failed because its client left before its form had arrived. Connections are counted. */
function isLeftEarly(thrown: unknown, { signal }: Request): boolean {
  return signal.aborted && getErrorCode(thrown) === 'ECONNRESET';
}
