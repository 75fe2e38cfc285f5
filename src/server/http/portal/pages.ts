import type { Config } from '#server/runtime/config.ts';
import { renderBlocks, renderBlocksMarkdown, listHeadings, type Block } from './blocks.ts';
import { PORTAL_PATH, type Guide } from './guide.ts';
import { FURTHER_SAMPLES, GUIDES } from './guides/guides.ts';
import { escapeHtml, renderInline, stripMarks } from './html.ts';
import type { Navigation, Page } from './layout.ts';
import { renderAside, renderOperation, renderOperationMarkdown } from './reference/operation-page.ts';
import { buildReference, type Described, type Reference } from './reference/operations.ts';
import { readSamples } from './sample-files.ts';

/** A page that is rendered on request. */
export type Entry = {
  readonly page: () => Page;
  readonly markdown: () => string;
  readonly navigation: Navigation;
  readonly title: string;
  readonly about: string;
  readonly method: string | null;
};

export type Portal = { readonly entries: ReadonlyMap<string, Entry>; readonly reference: Reference };

/** The page at the portal's own path. */
export const FIRST_PAGE = 'quick-start';

/** Returns all pages by their path below the portal, in the order of the navigation. */
export function buildPortal(http: Config['http']): Portal {
  const reference = buildReference(http.origin);
  const guides = buildGuideNavigation();
  const operations = buildReferenceNavigation(reference);
  const entries = new Map<string, Entry>();
  for (const guide of GUIDES) entries.set(guide.slug, buildGuideEntry(guide, http, guides));
  entries.set('reference', buildOverviewEntry(reference, operations));
  for (const operation of reference.groups.flatMap((group) => group.operations))
    entries.set(`reference/${operation.id}`, buildOperationEntry(operation, reference, operations));
  return { entries, reference };
}

function buildGuideEntry(guide: Guide, http: Config['http'], navigation: Navigation): Entry {
  const { slug, title, lead } = guide;
  const buildBlocks = (): readonly Block[] =>
    guide.blocks({
      origin: http.origin,
      mcpUrl: http.mcpUrl,
      sample: (name) => readSamples([slug, ...(FURTHER_SAMPLES[slug] ?? [])], name, http.origin),
    });
  return {
    navigation,
    title,
    about: lead,
    method: null,
    page: () => ({
      path: slug,
      title,
      about: stripMarks(lead),
      section: slug === 'libraries' ? 'libraries' : slug === 'versions' ? 'changes' : 'guides',
      main: `<h1>${escapeHtml(title)}</h1><p class="lead">${renderInline(lead)}</p>${renderBlocks(buildBlocks())}`,
      beside: null,
      headings: listHeadings(buildBlocks()),
    }),
    markdown: () => `# ${title}\n\n${lead}\n\n${renderBlocksMarkdown(buildBlocks())}`,
  };
}

function buildOperationEntry(operation: Described, { schemas }: Reference, navigation: Navigation): Entry {
  const { id, title, about, method } = operation;
  return {
    navigation,
    title,
    about: stripMarks(about),
    method,
    page: () => ({
      path: `reference/${id}`,
      title,
      about: stripMarks(about),
      section: 'reference',
      main: renderOperation(operation, schemas, PORTAL_PATH),
      beside: renderAside(operation),
      headings: [],
    }),
    markdown: () => renderOperationMarkdown(operation, schemas),
  };
}

function buildOverviewEntry({ groups }: Reference, navigation: Navigation): Entry {
  const title = 'API reference';
  const about = 'Every operation with its parameters, bodies, responses, and errors.';
  const renderRows = (operations: readonly Described[]) =>
    operations
      .map(
        ({ id, method, path, title: name }) =>
          `<li><a href="${PORTAL_PATH}/reference/${id}">${escapeHtml(name)}</a><code>${method} ${escapeHtml(path)}</code></li>`,
      )
      .join('');
  return {
    navigation,
    title,
    about,
    method: null,
    page: () => ({
      path: 'reference',
      title,
      about,
      section: 'reference',
      main: `<h1>${title}</h1><p class="lead">${about} The same as an <a href="/api/openapi.json">OpenAPI document</a>.</p>${groups
        .map(
          ({ tag, about: text, operations }) =>
            `<h2 id="${tag.toLowerCase().replaceAll(' ', '-')}">${escapeHtml(tag)}</h2><p>${renderInline(text)}</p><ul class="operations">${renderRows(operations)}</ul>`,
        )
        .join('')}`,
      beside: null,
      headings: groups.map(({ tag }) => tag),
    }),
    markdown: () =>
      [
        `# ${title}`,
        about,
        ...groups.flatMap(({ tag, about: text, operations }) => [
          `## ${tag}`,
          text,
          operations
            .map(
              ({ id, method, path, title: name }) =>
                `- [${name}](${PORTAL_PATH}/reference/${id}): \`${method} ${path}\``,
            )
            .join('\n'),
        ]),
      ].join('\n\n'),
  };
}

function buildGuideNavigation(): Navigation {
  return [...Map.groupBy(GUIDES, ({ group }) => group)].map(([title, guides]) => ({
    title,
    items: guides.map(({ slug, name }) => ({ path: slug, name })),
  }));
}

function buildReferenceNavigation({ groups }: Reference): Navigation {
  return groups.map(({ tag, operations }) => ({
    title: tag,
    items: operations.map(({ id, title, method }) => ({ path: `reference/${id}`, name: title, method })),
  }));
}
