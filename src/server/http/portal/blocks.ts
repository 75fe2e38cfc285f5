import { formatFence, renderSamples, type Sample } from './code.ts';
import { toAnchor, escapeHtml, renderInline } from './html.ts';

/** A part of a guide. Its text may contain `code`, **bold** and [links](…). */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'step'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly samples: readonly Sample[] }
  | { readonly kind: 'links'; readonly links: readonly Link[] };
type Link = { readonly href: string; readonly title: string; readonly text: string };

export const createHeading = (text: string): Block => ({ kind: 'heading', text });
export const createText = (content: string): Block => ({ kind: 'text', text: content });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
export const createTable = (head: string[], ...rows: string[][]): Block => ({ kind: 'table', head, rows });
export const createStep = (title: string, ...blocks: Block[]): Block => ({ kind: 'step', title, blocks });
export const code = (samples: readonly Sample[]): Block => ({ kind: 'code', samples });
export const createLinks = (...all: Link[]): Block => ({ kind: 'links', links: all });

/** Returns the headings of a guide, for the list of contents of the page. */
export function listHeadings(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'heading' ? [block.text] : block.kind === 'step' ? [block.title] : [],
  );
}

/** Renders a guide as HTML. */
export function renderBlocks(blocks: readonly Block[], at = 'code'): string {
  let steps = 0;
  return blocks
    .map((block, index) => {
      if (block.kind !== 'step') return renderBlock(block, `${at}-${index}`);
      steps += 1;
      const { title, blocks: inner } = block;
      return `<section class="step"><span class="step-number" aria-hidden="true">${steps}</span><div><h2 id="${toAnchor(title)}">${escapeHtml(title)}</h2>${renderBlocks(inner, `${at}-${index}`)}</div></section>`;
    })
    .join('');
}

function renderBlock(block: Exclude<Block, { kind: 'step' }>, name: string): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 id="${toAnchor(block.text)}">${escapeHtml(block.text)}</h2>`;
    case 'text':
      return `<p>${renderInline(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${renderInline(item)}</li>`).join('')}</ul>`;
    case 'table':
      return renderTable(block.head, block.rows);
    case 'code':
      return renderSamples(block.samples, name, 'Language');
    case 'links':
      return `<div class="links">${block.links
        .map(
          ({ href, title, text: about }) =>
            `<a class="card" href="${href}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(about)}</span></a>`,
        )
        .join('')}</div>`;
  }
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderCells = (row: readonly string[], tag: 'th' | 'td') =>
    row.map((cell) => `<${tag}>${renderInline(cell)}</${tag}>`).join('');
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(head.join(', '))}"><table><thead><tr>${renderCells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${renderCells(row, 'td')}</tr>`).join('')}</tbody></table></div>`;
}

/** Renders a guide as Markdown. */
export function renderBlocksMarkdown(blocks: readonly Block[]): string {
  let steps = 0;
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `## ${block.text}`;
        case 'text':
          return block.text;
        case 'list':
          return block.items.map((item) => `- ${item}`).join('\n');
        case 'table':
          return [block.head, block.head.map(() => '---'), ...block.rows]
            .map((row) => `| ${row.join(' | ')} |`)
            .join('\n');
        case 'code':
          return block.samples.map(formatFence).join('\n\n');
        case 'links':
          return block.links
            .map(({ href, title, text: about }) => `- [${title}](${href}): ${about}`)
            .join('\n');
        case 'step':
          steps += 1;
          return `## ${steps}. ${block.title}\n\n${renderBlocksMarkdown(block.blocks)}`;
      }
    })
    .join('\n\n');
}
