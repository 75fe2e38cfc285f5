import { fold, locateWords, searchTerms } from './words.ts';

/** A passage of a document that matches a search. */
export type Passage = {
  /** Page number, from 1. */
  readonly page: number;
  /** Some words of the page, in order. */
  readonly parts: readonly { readonly text: string; readonly isMatch: boolean }[];
  /** How often the rarest of the page's matching search terms occurs on it. */
  readonly matches: number;
};

/** The length of the text that is shown before the first match, and in total, in UTF-16 units. */
const BEFORE = 32;
const LENGTH = 180;

type Mark = { readonly start: number; readonly end: number; readonly term: number };

/** Returns the passage of a document that matches the most terms of a search; null if no page matches any. */
export function findPassage(pages: readonly string[], search: string): Passage | null {
  const terms = searchTerms(search);
  let best: { readonly page: number; readonly marks: readonly Mark[]; readonly held: number } | null = null;
  for (const [index, text] of pages.entries()) {
    const folded = fold(text);
    // This check is faster than marking, and also finds terms within words.
    if (terms.filter((term) => folded.includes(term)).length <= (best?.held ?? 0)) continue;
    const marks = findMarks(text, terms);
    const held = countTerms(marks);
    if (held > (best?.held ?? 0)) best = { page: index + 1, marks, held };
    if (held === terms.length) break;
  }
  if (best === null) return null;
  return {
    page: best.page,
    parts: cutParts(pages[best.page - 1] ?? '', best.marks),
    matches: countRarest(best.marks),
  };
}

/** Returns how often the least frequent term occurs. */
function countRarest(marks: readonly Mark[]): number {
  const counts = new Map<number, number>();
  for (const { term } of marks) counts.set(term, (counts.get(term) ?? 0) + 1);
  return Math.min(...counts.values());
}

function findMarks(text: string, terms: readonly string[]): Mark[] {
  return locateWords(text).flatMap((word) => {
    if (word.isUnspaced) return findMarksInRun(word.text, word.at, terms);
    const folded = fold(word.text);
    const term = terms.findIndex((one) => folded.startsWith(one));
    return term < 0 ? [] : [{ start: word.at, end: word.at + word.text.length, term }];
  });
}

/** Marks terms anywhere in a run of a script without spaces. */
function findMarksInRun(run: string, at: number, terms: readonly string[]): Mark[] {
  const places: number[] = [];
  let folded = '';
  let place = at;
  for (const character of run) {
    const plain = fold(character);
    for (let unit = 0; unit < plain.length; unit += 1) places.push(place);
    folded += plain;
    place += character.length;
  }
  const marks = terms.flatMap((one, term) => {
    const found: Mark[] = [];
    for (let from = folded.indexOf(one); from >= 0; from = folded.indexOf(one, from + 1))
      found.push({ start: places[from] ?? place, end: places[from + one.length] ?? place, term });
    return found;
  });
  return marks.sort((a, b) => a.start - b.start);
}

function countTerms(marks: readonly Mark[]): number {
  return new Set(marks.map(({ term }) => term)).size;
}

/** Cuts out the text around the densest group of marks, at spaces if there are any nearby. */
function cutParts(text: string, marks: readonly Mark[]): Passage['parts'] {
  const start = findFullest(marks)?.start ?? 0;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const from = start <= BEFORE ? 0 : start - before.length + before.indexOf(' ') + 1;
  const rest = text.slice(from, from + LENGTH);
  const space = rest.lastIndexOf(' ');
  const to = from + LENGTH >= text.length ? text.length : from + (space > LENGTH / 2 ? space : rest.length);
  const parts: { text: string; isMatch: boolean }[] = [];
  let at = from;
  const add = (end: number, isMatch: boolean) => {
    if (end <= at) return;
    const last = parts.at(-1);
    const piece = text.slice(at, end);
    if (last?.isMatch === isMatch) last.text += piece;
    else parts.push({ text: piece, isMatch });
    at = end;
  };
  if (from > 0) parts.push({ text: '…', isMatch: false });
  for (const mark of marks) {
    if (mark.start < from || mark.start >= to) continue;
    add(mark.start, false);
    add(Math.min(mark.end, to), true);
  }
  add(to, false);
  if (to < text.length) parts.push({ text: '…', isMatch: false });
  return parts.map(({ text: piece, isMatch }) => ({ text: piece.toWellFormed(), isMatch }));
}

/** Returns the mark that is followed by the most terms within the length of a passage. */
function findFullest(marks: readonly Mark[]): Mark | undefined {
  let best = { mark: marks[0], held: 0 };
  for (const [index, mark] of marks.entries()) {
    const seen = new Set<number>();
    for (let next = index; (marks[next]?.start ?? Infinity) < mark.start + LENGTH - BEFORE; next += 1)
      seen.add(marks[next]?.term ?? 0);
    if (seen.size > best.held) best = { mark, held: seen.size };
  }
  return best.mark;
}
