import { readFileSync } from 'node:fs';
import { computeSha256Hex } from '#server/crypto/hash.ts';

export type Asset = { readonly type: string; readonly bytes: Uint8Array; readonly etag: string };

const own = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
const LOOK = new URL('../../../tokens.css', import.meta.url);
const FAVICON = new URL('../../../../static/favicon.svg', import.meta.url);
const SCRIPT = 'text/javascript; charset=utf-8';

/** All files of the portal by name, so that no request path ever reaches the disk. */
const FILES: Readonly<Record<string, { readonly type: string; readonly read: () => string | Uint8Array }>> = {
  'portal.css': {
    type: 'text/css; charset=utf-8',
    read: () => allowThemeChoice(readFileSync(LOOK, 'utf8')) + own('portal.css'),
  },
  'portal.js': { type: SCRIPT, read: () => own('portal.js') },
  'find.js': { type: SCRIPT, read: () => own('find.js') },
  'try-it.js': { type: SCRIPT, read: () => own('try-it.js') },
  'theme.js': { type: SCRIPT, read: () => own('theme.js') },
  'favicon.svg': { type: 'image/svg+xml', read: () => readFileSync(FAVICON) },
  'inter.woff2': {
    type: 'font/woff2',
    read: () =>
      readFileSync(
        new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
      ),
  },
};

const loaded = new Map<string, Asset>();

/** Returns a file of the portal; undefined for any other name. */
export function findAsset(name: string): Asset | undefined {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file === undefined) return undefined;
  const known = loaded.get(name) ?? createAsset(file.type, file.read());
  loaded.set(name, known);
  return known;
}

export function createAsset(type: string, content: string | Uint8Array): Asset {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { type, bytes, etag: `"${computeSha256Hex(bytes)}"` };
}

/**
 * Lets a reader choose the theme. The dark tokens apply according to the system's scheme or the page's own
 * attribute.
 */
function allowThemeChoice(css: string): string {
  const [, dark = ''] =
    /@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(css) ?? [];
  const [, light = ''] = /:root \{([^}]*)\}/.exec(css) ?? [];
  return `${css}
:root[data-theme='light'] { ${light} color-scheme: light; }
:root[data-theme='dark'] { ${dark} color-scheme: dark; }
`;
}
