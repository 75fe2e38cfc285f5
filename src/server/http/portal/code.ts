import { escapeHtml } from './html.ts';
import { renderIcon } from './icons.ts';

/** The same code in one or more languages. */
export type Sample = { readonly label: string; readonly source: string };

const KEYWORDS =
  'import|from|export|const|let|await|async|for|of|new|return|if|throw|try|catch|function|while|until|do|done|with|as|def|in|not|except|raise|else';
const TOKENS = new RegExp(
  [
    // Member names aren't highlighted, so that the values stand out.
    String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))`,
    String.raw`(?<comment>(?<=^|\s)(?:#|//)\s.*$)`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\`(?:[^\`\\]|\\.)*\`)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS})\b)`,
  ].join('|'),
  'gm',
);

/** Renders code with its strings, comments and keywords highlighted. */
function renderCode(source: string): string {
  let html = '';
  let end = 0;
  for (const match of source.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [''];
    html += `${escapeHtml(source.slice(end, match.index))}<i class="${kind}">${escapeHtml(match[0])}</i>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(source.slice(end));
}

/** Renders samples as tabs. The reader's choice of language is remembered for all of them. */
export function renderSamples(samples: readonly Sample[], name: string, about: string): string {
  const many = samples.length > 1;
  const tabs = samples
    .map(({ label }, index) =>
      many
        ? `<button type="button" role="tab" id="${name}-tab-${index}" aria-controls="${name}-${index}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}" data-language="${label}">${label}</button>`
        : `<span>${escapeHtml(label)}</span>`,
    )
    .join('');
  const panels = samples
    .map(
      ({ label, source }, index) =>
        `<pre id="${name}-${index}" tabindex="0" ${many ? `role="tabpanel" aria-labelledby="${name}-tab-${index}"` : `role="region" aria-label="${escapeHtml(label)}"`}${index === 0 ? '' : ' hidden'}><code>${renderCode(source)}</code></pre>`,
    )
    .join('');
  const list = many ? ` role="tablist" aria-label="${escapeHtml(about)}"` : '';
  return `<div class="card samples"${many ? ' data-tabs' : ''}><div class="samples-head"><div class="tabs"${list}>${tabs}</div>${copyButton()}</div>${panels}</div>`;
}

function copyButton(): string {
  return `<button type="button" class="icon-button" data-copy aria-label="Copy code">${renderIcon('copy')}</button>`;
}

/** Formats a sample as a fenced code block in Markdown. */
export function formatFence({ label, source }: Sample): string {
  const language = { curl: 'sh', TypeScript: 'ts', Python: 'python' }[label] ?? label.toLowerCase();
  return `\`\`\`${language}\n${source}\n\`\`\``;
}
