import type { Config } from '#server/app/config.ts';
import { blocksHtml, blocksMarkdown, headingsOf, type Block } from './blocks.ts';
import { PORTAL_PATH, type Guide } from './guide.ts';
import { FURTHER_SAMPLES, GUIDES } from './guides/guides.ts';
import { escapeHtml, inlineHtml, plainText } from './html.ts';
import type { Navigation, Page } from './layout.ts';
import { besideHtml, operationHtml, operationMarkdown } from './reference/operation-page.ts';
import { referenceOf, type Described, type Reference } from './reference/operations.ts';
import { samplesOf } from './sample-files.ts';

/** A page, rendered when it is asked for. */
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
export function pagesOf(http: Config['http']): Portal {
  const reference = referenceOf(http.origin);
  const guides = navigationOfGuides();
  const operations = navigationOfReference(reference);
  const entries = new Map<string, Entry>();
  for (const guide of GUIDES) entries.set(guide.slug, guideEntry(guide, http, guides));
  entries.set('reference', overviewEntry(reference, operations));
  for (const operation of reference.groups.flatMap((group) => group.operations))
    entries.set(`reference/${operation.id}`, operationEntry(operation, reference, operations));
  return { entries, reference };
}

function guideEntry(guide: Guide, http: Config['http'], navigation: Navigation): Entry {
  const { slug, title, lead } = guide;
  const blocks = (): readonly Block[] =>
    guide.blocks({
      origin: http.origin,
      mcpUrl: http.mcpUrl,
      sample: (name) => samplesOf([slug, ...(FURTHER_SAMPLES[slug] ?? [])], name, http.origin),
    });
  return {
    navigation,
    title,
    about: lead,
    method: null,
    page: () => ({
      path: slug,
      title,
      about: plainText(lead),
      section: slug === 'libraries' ? 'libraries' : slug === 'versions' ? 'changes' : 'guides',
      main: `<h1>${escapeHtml(title)}</h1><p class="lead">${inlineHtml(lead)}</p>${blocksHtml(blocks())}`,
      beside: null,
      headings: headingsOf(blocks()),
    }),
    markdown: () => `# ${title}\n\n${lead}\n\n${blocksMarkdown(blocks())}`,
  };
}

function operationEntry(operation: Described, { schemas }: Reference, navigation: Navigation): Entry {
  const { id, title, about, method } = operation;
  return {
    navigation,
    title,
    about: plainText(about),
    method,
    page: () => ({
      path: `reference/${id}`,
      title,
      about: plainText(about),
      section: 'reference',
      main: operationHtml(operation, schemas, PORTAL_PATH),
      beside: besideHtml(operation),
      headings: [],
    }),
    markdown: () => operationMarkdown(operation, schemas),
  };
}

function overviewEntry({ groups }: Reference, navigation: Navigation): Entry {
  const title = 'API reference';
  const about = 'Every operation with its parameters, bodies, responses, and errors.';
  const rows = (operations: readonly Described[]) =>
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
            `<h2 id="${tag.toLowerCase().replaceAll(' ', '-')}">${escapeHtml(tag)}</h2><p>${inlineHtml(text)}</p><ul class="operations">${rows(operations)}</ul>`,
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

function navigationOfGuides(): Navigation {
  return [...Map.groupBy(GUIDES, ({ group }) => group)].map(([title, guides]) => ({
    title,
    items: guides.map(({ slug, name }) => ({ path: slug, name })),
  }));
}

function navigationOfReference({ groups }: Reference): Navigation {
  return groups.map(({ tag, operations }) => ({
    title: tag,
    items: operations.map(({ id, title, method }) => ({ path: `reference/${id}`, name: title, method })),
  }));
}
