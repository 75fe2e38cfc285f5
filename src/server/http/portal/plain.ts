import { ERRORS } from '#domain/errors.ts';
import { PORTAL_PATH } from './guide.ts';
import type { Entry, Portal } from './pages.ts';

/** Renders a page as Markdown, with links that also lead to Markdown. */
export function renderMarkdown(entry: Entry, origin: string): string {
  const text = entry
    .markdown()
    .replaceAll(new RegExp(`\\]\\((${PORTAL_PATH}/[\\w/-]+)\\)`, 'g'), `](${origin}$1.md)`)
    .replaceAll(/\]\((\/[^)\s]*)\)/g, `](${origin}$1)`);
  return `${text}\n`;
}

/** Returns the list of all pages for programs that read documentation (llmstxt.org). */
export function renderLlmsText({ entries }: Portal, origin: string): string {
  const linkTo = ([path, { title, about }]: [string, Entry]) =>
    `- [${title}](${origin}${PORTAL_PATH}/${path}.md): ${getFirstSentence(about)}`;
  const all = [...entries];
  const isReference = ([path]: [string, Entry]) => path.startsWith('reference');
  return [
    '# Countersign',
    '> Send documents for signature, in order, and get them back sealed with evidence that anyone can verify.',
    `The API is at ${origin}/api/v1, described by ${origin}/api/openapi.json (OpenAPI 3.1). Agents connect over the Model Context Protocol.`,
    '## Guides',
    all
      .filter((entry) => !isReference(entry))
      .map(linkTo)
      .join('\n'),
    '## API reference',
    all.filter(isReference).map(linkTo).join('\n'),
    '',
  ].join('\n\n');
}

/** Returns the index that the pages' search uses. */
export function buildSearchIndex({ entries }: Portal): string {
  const pages = [...entries].map(([path, { title, about, method }]) => ({
    kind: path.startsWith('reference') ? 'API reference' : 'Guides',
    title,
    text: about,
    url: `${PORTAL_PATH}/${path}`,
    ...(method === null ? {} : { method }),
  }));
  const errors = Object.entries(ERRORS).map(([code, { status, message }]) => ({
    kind: 'Errors',
    title: code,
    text: message,
    url: `${PORTAL_PATH}/errors#codes`,
    method: String(status),
  }));
  return JSON.stringify([...pages, ...errors]);
}

function getFirstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;
}
