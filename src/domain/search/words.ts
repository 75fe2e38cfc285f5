import { toPrintable } from '../text.ts';

/**
 * The words of a text, as searches compare them: lowercase and without accents. Scripts that don't part words by
 * spaces are indexed by pairs of characters.
 */

/** More characters of a word aren't compared. */
const WORD_MAX_CHARS = 40;
/** A query's further words aren't looked for. */
const MOST_TERMS = 8;
/** Keep an envelope with many recipients, or a long document, within what a row may hold: together less than 1 MB. */
const MOST_NAMES = { words: 6000, bytes: 400_000 };
const MOST_TEXT = { words: 5000, bytes: 400_000 };

/** Keep what is shown of a document small: about a hundred full pages, and no page that is mostly noise. */
const MOST_SHOWN = { characters: 400_000, ofPage: 20_000 };

const UNSPACED_CLASS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = /[\p{L}\p{N}]+/gu;
/** Words as they are written, with the marks that `fold` takes away. */
const MARKED_RUNS = /[\p{L}\p{N}\p{M}]+/gu;
const PIECES = new RegExp(`[${UNSPACED_CLASS}]+|[^${UNSPACED_CLASS}]+`, 'gu');
const UNSPACED = new RegExp(`^[${UNSPACED_CLASS}]`, 'u');
/** Lines of such scripts break anywhere, and their names are written with and without a space. */
const INNER_SPACE = new RegExp(`(?<=[${UNSPACED_CLASS}])\\s+(?=[${UNSPACED_CLASS}])`, 'gu');

/** Letters that Unicode doesn't decompose, and what people type instead. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' },
};

/** Returns the words of names. Each part of a word can be found, so its endings count as words too. */
export function nameWords(texts: readonly string[]): string[] {
  return collectWithin(MOST_NAMES, splitPieces(removeInnerSpace(texts.join(' · '))), listEndings);
}

/** A document's text: the words by which it is found, and its pages to show them in. */
export type SearchText = { readonly words: readonly string[]; readonly pages: readonly string[] };

/** Returns the words of a document's text, of which the start can be found. */
export function collectTextWords(texts: Iterable<string>): string[] {
  return collectWithin(MOST_TEXT, iteratePieces(texts), (word) => [cut(word)]);
}

/** Returns the first pages of a document as passages show them. */
export function formatShownPages(texts: Iterable<string>): string[] {
  const pages: string[] = [];
  let left = MOST_SHOWN.characters;
  for (const text of texts) {
    if (left <= 0) break;
    const page = toPrintable(removeInnerSpace(text))
      .slice(0, Math.min(left, MOST_SHOWN.ofPage))
      .toWellFormed();
    pages.push(page);
    left -= page.length;
  }
  return pages;
}

function* iteratePieces(texts: Iterable<string>): Iterable<string> {
  for (const text of texts) yield* splitPieces(removeInnerSpace(text));
}

/** Collects words until there are too many, or they take too many bytes in UTF-8. */
function collectWithin(
  most: { readonly words: number; readonly bytes: number },
  pieces: Iterable<string>,
  wordsOf: (piece: string) => string[],
): string[] {
  const words = new Set<string>();
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const piece of pieces) {
    for (const word of UNSPACED.test(piece) ? listPairs(piece) : wordsOf(piece)) {
      if (words.has(word)) continue;
      bytes += encoder.encode(word).length;
      if (words.size === most.words || bytes > most.bytes) return [...words];
      words.add(word);
    }
  }
  return [...words];
}

/** The words of a text and where they stand; scripts without spaces come as whole runs. */
export function locateWords(
  text: string,
): { readonly at: number; readonly text: string; readonly isUnspaced: boolean }[] {
  return [...text.matchAll(MARKED_RUNS)].flatMap((run) =>
    [...run[0].matchAll(PIECES)].map((piece) => ({
      at: run.index + piece.index,
      text: piece[0],
      isUnspaced: UNSPACED.test(piece[0]),
    })),
  );
}

/** Returns what a query looks for: every term must be the start of some word. Empty if it has no letters and digits. */
export function searchTerms(query: string): string[] {
  const terms = new Set(
    splitPieces(query).flatMap((piece) =>
      UNSPACED.test(piece) && [...piece].length > 1 ? listPairs(piece).slice(0, -1) : [cut(piece)],
    ),
  );
  const all = [...terms];
  return all
    .filter((term) => !all.some((other) => other !== term && other.startsWith(term)))
    .slice(0, MOST_TERMS);
}

function splitPieces(text: string): string[] {
  return (fold(text).match(RUNS) ?? []).flatMap((run) => run.match(PIECES) ?? []);
}

function removeInnerSpace(text: string): string {
  return text.replace(INNER_SPACE, '');
}

/** Returns a text as searches compare it. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßøłđðþæœıħ]/gu, (letter) => PLAIN[letter] ?? letter);
}

function cut(word: string): string {
  return word.length <= WORD_MAX_CHARS ? word : [...word].slice(0, WORD_MAX_CHARS).join('');
}

function listEndings(word: string): string[] {
  const characters = [...word];
  return characters.map((_, start) => characters.slice(start, start + WORD_MAX_CHARS).join(''));
}

/** Pairs of neighbors, and the last character by itself. */
function listPairs(run: string): string[] {
  const characters = [...run];
  return characters.map((_, start) => characters.slice(start, start + 2).join(''));
}
