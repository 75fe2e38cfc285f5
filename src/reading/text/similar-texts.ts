import { cutTo, toPrintable } from '#domain/text.ts';
import { fold, toLowercase } from './fold.ts';
import type { PageText } from './page-text.ts';
import type { VisualOrders } from './find.ts';
import { GAP } from './rows.ts';

/** How many texts to suggest, and how many code points of each to quote. */
const SUGGESTED = 3;
const MOST_QUOTED = 60;

const BUCKETS = 4096;

/** Texts that differ only in the punctuation around them are suggested once. */
const ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

type Candidate = {
  readonly page: PageText;
  readonly from: number;
  readonly to: number;
  readonly score: number;
};

/**
 * Returns the texts among a document's first words that are most similar to a text that isn't in the
 * document. Each is quoted as drawn and has as many words of a row as the text has.
 */
export function findSimilarTexts(
  pages: readonly PageText[],
  text: string,
  visualOrders: VisualOrders,
  mostWords: number,
): string[] {
  const needle = toLowercase(fold(visualOrders(text)[0] ?? text));
  if (needle.length < 2) return [];
  const pairs = new Uint8Array(BUCKETS);
  for (let at = 1; at < needle.length; at += 1) pairs[getBucket(needle, at)] = 1;
  const words = text.trim().split(/\s+/u).length;
  const best = new Best();
  let left = mostWords;
  for (const page of pages) {
    if (left <= 0) break;
    const starts = findWordStarts(page);
    left -= starts.length;
    for (let first = 0; first + 1 < starts.length; first += 1) {
      const from = starts[first] ?? 0;
      const to = findEnd(page, starts, first, words);
      // A much longer or shorter text isn't similar.
      if (to - from < 2 || to - from > needle.length * 2 + 4) continue;
      let shared = 0;
      for (let at = from + 1; at < to; at += 1) shared += pairs[getBucket(page.lower, at)] ?? 0;
      const score = (2 * shared) / (to - from + needle.length - 2);
      if (score > best.least) best.add({ page, from, to, score });
    }
  }
  return best.found.map((candidate) => quoteCandidate(candidate, visualOrders));
}

/** Keeps the best candidates and includes each text only once. */
class Best {
  found: Candidate[] = [];
  least = 0;
  readonly #seen = new Set<string>();

  add(candidate: Candidate): void {
    const key = candidate.page.lower.slice(candidate.from, candidate.to).replace(ENDS, '');
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.found = [...this.found, candidate].sort((one, other) => other.score - one.score).slice(0, SUGGESTED);
    this.least = this.found[SUGGESTED - 1]?.score ?? 0;
  }
}

/** Returns where words start and rows end. */
function findWordStarts({ gap }: PageText): Uint32Array {
  const starts = new Uint32Array(gap.length + 1);
  let count = 0;
  for (let unit = 0; unit < gap.length; unit += 1) {
    if (gap[unit] !== GAP.none) {
      starts[count] = unit;
      count += 1;
    }
  }
  starts[count] = gap.length;
  return starts.subarray(0, count + 1);
}

/** Returns where the given number of words ends, or where the row ends if that comes first. */
function findEnd(page: PageText, starts: Uint32Array, first: number, words: number): number {
  const last = Math.min(first + words, starts.length - 1);
  for (let index = first; index <= last; index += 1) {
    const at = starts[index] ?? 0;
    if (index === last || page.lower.charCodeAt(at) === LINE_FEED) return at;
  }
  return 0;
}

const LINE_FEED = 10;

function getBucket(text: string, at: number): number {
  return (text.charCodeAt(at - 1) * 31 + text.charCodeAt(at)) % BUCKETS;
}

function quoteCandidate({ page, from, to }: Candidate, visualOrders: VisualOrders): string {
  let text = '';
  let last = -1;
  for (let unit = from; unit < to; unit += 1) {
    const character = page.character[unit] ?? 0;
    if (character === last) continue;
    if (unit > from && page.gap[unit] !== GAP.none) text += ' ';
    text += page.drawn[character] ?? '';
    last = character;
  }
  // Text ordered from left to right is put back into reading order by the same function.
  return cutTo(toPrintable(visualOrders(text)[0] ?? text), MOST_QUOTED);
}
