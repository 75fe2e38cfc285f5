import { toPrintable } from '../text.ts';

/**
 * The words of a text in the form that searches compare: lowercase and without accents. Scripts that don't
 * separate words by spaces are indexed by pairs of characters.
 */

/** Longer words are compared only up to this length. */
const WORD_MAX_CHARS = 40;
/** Further words of a query are ignored. */
const MOST_TERMS = 8;
/**
 * These limits keep an envelope with many recipients, or a long document, within the size of a row: together
 * less than 1 MB.
 */
const MOST_NAMES = { words: 6000, bytes: 400_000 };
const MOST_TEXT = { words: 5000, bytes: 400_000 };

/**
 * These limits keep the shown text of a document small: about a hundred full pages, and no page that is
 * mostly noise.
 */
const MOST_SHOWN = { characters: 400_000, ofPage: 20_000 };

const UNSPACED_CLASS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = /[\p{L}\p{N}]+/gu;
/** Words as they are written, including the marks that `fold` removes. */
const MARKED_RUNS = /[\p{L}\p{N}\p{M}]+/gu;
const PIECES = new RegExp(`[${UNSPACED_CLASS}]+|[^${UNSPACED_CLASS}]+`, 'gu');
const UNSPACED = new RegExp(`^[${UNSPACED_CLASS}]`, 'u');
/** Lines in these scripts break anywhere, and names are written both with and without a space. */
const INNER_SPACE = new RegExp(`(?<=[${UNSPACED_CLASS}])\\s+(?=[${UNSPACED_CLASS}])`, 'gu');

/** Letters that Unicode doesn't decompose, and what people type instead. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' },
};

/**
 * Returns the words of names. A search can match any part of a word in a name, so the endings of each word
 * count as words too.
 */
export function listNameWords(texts: readonly string[]): string[] {
  return collectWithin(MOST_NAMES, splitPieces(removeInnerSpace(texts.join(' · '))), listEndings);
}

/** A document's text: the words by which it is found, and the pages that passages are shown from. */
export type SearchText = { readonly words: readonly string[]; readonly pages: readonly string[] };

/** How surely pages were read from pictures, by page number, from 0 to 1. */
export type PictureConfidence = Readonly<Record<number, number>>;

/** A page with less text may be a picture. */
const LEAST_TEXT = 20;

/** Returns the numbers of the shown pages that have hardly any text. */
export function listPagesWithoutText({ pages }: SearchText): number[] {
  return pages.flatMap((text, index) => (text.trim().length < LEAST_TEXT ? [index + 1] : []));
}

/** Adds the text of pages that were read from pictures, by page number. */
export function addPictureText({ words, pages }: SearchText, read: ReadonlyMap<number, string>): SearchText {
  const added = collectTextWords(read.values());
  return {
    words: [...new Set([...words, ...added])].slice(0, MOST_TEXT.words),
    pages: formatShownPages(pages.map((text, index) => [text, read.get(index + 1) ?? ''].join('\n').trim())),
  };
}

/** Returns the words of a document's text. Searches can match the start of each. */
export function collectTextWords(texts: Iterable<string>): string[] {
  return collectWithin(MOST_TEXT, iteratePieces(texts), (word) => [cut(word)]);
}

/** Returns the first pages of a document in the form that passages show. */
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

/** Checks whether the shown pages are all pages of a document, with all of their text. */
export function isShownWhole(shown: readonly string[], pageCount: number): boolean {
  const characters = shown.reduce((sum, { length }) => sum + length, 0);
  return (
    shown.length === pageCount &&
    characters < MOST_SHOWN.characters &&
    shown.every(({ length }) => length < MOST_SHOWN.ofPage)
  );
}

function* iteratePieces(texts: Iterable<string>): Iterable<string> {
  for (const text of texts) yield* splitPieces(removeInnerSpace(text));
}

/** Collects words until it reaches the maximum number of words or of UTF-8 bytes. */
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

/** Locates the words of a text. A script without spaces yields whole runs. */
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

/**
 * Returns the terms of a query. Each must be the start of some word. Empty if the query has no letters or
 * digits.
 */
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

/** Returns a text in the form that searches compare. */
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

/** Returns the pairs of neighboring characters, and the last character by itself. */
function listPairs(run: string): string[] {
  const characters = [...run];
  return characters.map((_, start) => characters.slice(start, start + 2).join(''));
}
