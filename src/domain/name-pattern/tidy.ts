import { LIMITS } from '../limits.ts';
import { toPrintable } from '../text.ts';

/** A piece of a resolved pattern: the pattern's own text, or the value of a token. */
export type NamePiece = { readonly kind: 'text' | 'value'; readonly text: string };

/** A noncharacter (Unicode 23.7). `printable` removes them, so no piece can contain it. */
const GAP = '\u{FFFF}';
const EDGE = '\u{FFFE}';

/**
 * The characters that separate the parts of a name. The period isn't one of them, because it often ends an
 * abbreviation.
 */
const SEPARATORS = String.raw`\s\-–—_,;:·•|/\\+&`;
const RUN = `[${SEPARATORS}${GAP}]*${GAP}[${SEPARATORS}${GAP}]*`;
const EMPTY_BRACKETS = new RegExp(String.raw`[(\[<«„“"]${RUN}[)\]>»”“"]`, 'gu');
const GAP_RUN = new RegExp(RUN, 'gu');

/**
 * Joins the pieces on one line. Around an empty value, removes brackets and quotes that contain nothing else,
 * and all separators except one. Other separators stay as they are.
 */
export function joinPieces(pieces: readonly NamePiece[]): string {
  const marked = pieces.map(({ kind, text }) => {
    if (kind === 'text') return text.replace(/\s/gu, ' ').replaceAll(GAP, '').replaceAll(EDGE, '');
    // Cut early, to more than the longest name can hold.
    const value = toPrintable(text).slice(0, 4 * LIMITS.nameMaxChars);
    return value === '' ? GAP : `${EDGE}${value}${EDGE}`;
  });
  const joined = withoutEmptyBrackets(marked.join(''));
  const tidied = joined.replace(GAP_RUN, (run, offset: number) => {
    if (offset === 0 || offset + run.length === joined.length) return '';
    const separators = run.split(GAP);
    return separators.find((text) => text.trim() !== '') ?? separators.find((text) => text !== '') ?? '';
  });
  return toPrintable(tidied);
}

/** Removes nested brackets from the inside out. */
function withoutEmptyBrackets(text: string): string {
  for (let before = text; ; before = text) {
    text = before.replace(EMPTY_BRACKETS, GAP);
    if (text === before) return text;
  }
}
