type Piece = { readonly text: string; readonly href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** Cuts plain text into pieces, those that are web addresses with the address to link to. Nothing is lost or changed. */
export function linkedText(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    // Punctuation that closes a sentence is not part of the address before it.
    const address = match[0].replace(/[.,;:!?)\]]+$/, '');
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null });
    pieces.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}
