import { toAnchor, escapeHtml } from './html.ts';
import { renderIcon, MARK } from './icons.ts';
import { PORTAL_PATH } from './guide.ts';

/** One page of the portal. */
export type Page = {
  /** The page's path below the portal, without a leading slash. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly section: 'guides' | 'reference' | 'libraries' | 'changes';
  readonly main: string;
  /** The content beside the page: samples of an operation. */
  readonly beside: string | null;
  /** The page's headings, for its list of contents. */
  readonly headings: readonly string[];
};

export type Navigation = readonly {
  readonly title: string;
  readonly items: readonly { readonly path: string; readonly name: string; readonly method?: string }[];
}[];

const THEME = `<div class="theme" role="group" aria-label="Color scheme"><button type="button" data-theme-choice="light" aria-label="Light" aria-pressed="false">${renderIcon('sun')}</button><button type="button" data-theme-choice="dark" aria-label="Dark" aria-pressed="false">${renderIcon('moon')}</button></div>`;

/** Renders a complete page. Its style and scripts are files, because the browser accepts nothing else. */
export function renderPage(page: Page, navigation: Navigation, assetUrl: (name: string) => string): string {
  const sections = [
    { name: 'Guides', href: PORTAL_PATH, section: 'guides' },
    { name: 'API reference', href: `${PORTAL_PATH}/reference`, section: 'reference' },
    { name: 'Libraries', href: `${PORTAL_PATH}/libraries`, section: 'libraries' },
    { name: 'Changelog', href: `${PORTAL_PATH}/versions`, section: 'changes' },
  ] as const;
  const sectionLinks = sections
    .map(
      ({ name, href, section }) =>
        `<a href="${href}"${section === page.section ? ' aria-current="true"' : ''}>${name}</a>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeHtml(page.title)} · Countersign Developers</title>
<meta name="description" content="${escapeHtml(page.about)}" />
<link rel="icon" type="image/svg+xml" href="${assetUrl('favicon.svg')}" />
<link rel="preload" as="font" type="font/woff2" crossorigin href="${PORTAL_PATH}/inter.woff2" />
<link rel="stylesheet" href="${assetUrl('portal.css')}" />
<link rel="alternate" type="text/markdown" href="${PORTAL_PATH}/${page.path}.md" />
<script src="${assetUrl('theme.js')}"></script>
${['portal.js', 'find.js', 'try-it.js'].map((name) => `<script type="module" src="${assetUrl(name)}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="${PORTAL_PATH}">${MARK}<span><span class="brand-name">Countersign </span>Developers</span></a>
<nav class="sections" aria-label="Sections">${sectionLinks}</nav>
<button type="button" class="search-button" data-search aria-label="Search" aria-haspopup="dialog">${renderIcon('search')}<span>Search</span><kbd>/</kbd></button>
${THEME}
<a class="button dashboard" href="/envelopes">Open dashboard</a>
<button type="button" class="icon-button menu-button" data-menu aria-label="Menu" aria-expanded="false" aria-controls="navigation">${renderIcon('menu')}</button>
</header>
<div class="body">
<div class="side" id="navigation">
<nav class="sections" aria-label="Sections in the menu">${sectionLinks}<a href="/envelopes">Open dashboard</a></nav>
${THEME}
<nav class="pages" aria-label="${page.section === 'reference' ? 'API reference' : 'Guides'}">${renderNavigation(navigation, page)}</nav>
</div>
<main id="main" tabindex="-1" class="${page.beside === null ? 'guide' : 'operation'}">
<article>${page.main}</article>
${page.beside === null ? renderContents(page.headings) : `<aside aria-label="Samples">${page.beside}</aside>`}
</main>
</div>
<dialog class="find" data-find aria-label="Search" data-index="${assetUrl('search.json')}">
<div class="find-head">${renderIcon('search')}<input type="search" role="combobox" aria-label="Search" aria-expanded="false" aria-controls="find-hits" autocomplete="off" spellcheck="false" placeholder="Search" /><button type="button" class="icon-button" data-close aria-label="Close">${renderIcon('close')}</button></div>
<div id="find-hits" role="listbox" aria-label="Results"></div>
<p class="find-foot" role="status">Type to search guides, operations, and errors.</p>
</dialog>
</body>
</html>
`;
}

function renderNavigation(navigation: Navigation, page: Page): string {
  return navigation
    .map(({ title, items }) => {
      const links = items
        .map(
          ({ path, name, method }) =>
            `<li><a href="${PORTAL_PATH}/${path}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(name)}${method === undefined ? '' : `<span class="verb">${method}</span>`}</a></li>`,
        )
        .join('');
      return `<h2>${escapeHtml(title)}</h2><ul>${links}</ul>`;
    })
    .join('');
}

function renderContents(headings: readonly string[]): string {
  if (headings.length === 0) return '<div></div>';
  const items = headings.map(
    (heading) => `<li><a href="#${toAnchor(heading)}">${escapeHtml(heading)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${items.join('')}</ul></nav>`;
}
