import { LIMITS } from '../limits.ts';
import { printable } from '../text.ts';

/** A piece of a resolved pattern: the pattern's own text, or what a token gave. */
export type NamePiece = { readonly kind: 'text' | 'value'; readonly text: string };

/** Noncharacters (Unicode 23.7), which `printable` takes out of every text, so that no piece can hold them. */
const GAP = '\u{FFFF}';
const EDGE = '\u{FFFE}';

/** What separates the parts of a name. A full stop is not among it: it often ends an abbreviation. */
const SEPARATORS = String.raw`\s\-–—_,;:·•|/\\+&`;
const RUN = `[${SEPARATORS}${GAP}]*${GAP}[${SEPARATORS}${GAP}]*`;
const EMPTY_BRACKETS = new RegExp(String.raw`[(\[<«„“"]${RUN}[)\]>»”“"]`, 'gu');
const GAP_RUN = new RegExp(RUN, 'gu');

/**
 * Joins the pieces on one line. Where a value is empty, brackets or quotes that held nothing else go, and of the
 * separators around it one is left between its neighbours, none at either end. Separators within a value, and those
 * that stand beside no empty value, stay as they are.
 */
export function joinPieces(pieces: readonly NamePiece[]): string {
  const marked = pieces.map(({ kind, text }) => {
    if (kind === 'text') return text.replace(/\s/gu, ' ').replaceAll(GAP, '').replaceAll(EDGE, '');
    // More than the longest name cannot show anyway.
    const value = printable(text).slice(0, 4 * LIMITS.nameMaxChars);
    return value === '' ? GAP : `${EDGE}${value}${EDGE}`;
  });
  const joined = withoutEmptyBrackets(marked.join(''));
  const tidied = joined.replace(GAP_RUN, (run, offset: number) => {
    if (offset === 0 || offset + run.length === joined.length) return '';
    const separators = run.split(GAP);
    return separators.find((text) => text.trim() !== '') ?? separators.find((text) => text !== '') ?? '';
  });
  return printable(tidied);
}

/** Brackets within brackets empty from the inside out. */
function withoutEmptyBrackets(text: string): string {
  for (let before = text; ; before = text) {
    text = before.replace(EMPTY_BRACKETS, GAP);
    if (text === before) return text;
  }
}
