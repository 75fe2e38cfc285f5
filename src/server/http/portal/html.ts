const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML, both between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Renders a sentence with `code`, **bold** and [links](…), the format of the API's descriptions. */
export function renderInline(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : renderMarks(part)))
    .join('');
}

/** Renders paragraphs that are separated by empty lines. */
export function renderParagraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${renderInline(paragraph)}</p>`)
    .join('');
}

function renderMarks(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\((https?:[^\s)]+|[/#][^\s)]*)\)/g, '<a href="$2">$1</a>');
}

/** Returns the text of a sentence without its markup. */
export function stripMarks(text: string): string {
  return text.replaceAll(/[`]|\*\*/g, '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

/** Converts a heading to an anchor. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
