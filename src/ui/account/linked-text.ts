type Piece = { readonly text: string; readonly href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/**
 * Splits plain text into pieces, so that web addresses can be shown as links. The text itself stays the same.
 */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    // Punctuation after an address isn't part of it.
    const address = match[0].replace(/[.,;:!?)\]]+$/, '');
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null });
    pieces.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}
