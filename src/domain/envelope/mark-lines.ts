import { splitGraphemes } from '../field/value/graphemes.ts';

/** The average width of a handwritten letter in font sizes. */
const LETTER = 0.5;
const MOST_LINES = 3;
/** Another line must make the letters larger by this factor. */
const LEAST_GAIN = 1.25;

/**
 * Returns the lines in which a typed signature is largest in a box of these proportions, so that a long name
 * stays readable. Page and sealed document use the same lines.
 */
export function breakMark(text: string, width: number, height: number): string[] {
  const words = text.trim().split(/\s+/u);
  let best = { lines: [text], size: estimateSize([text], width, height) };
  for (let count = 2; count <= Math.min(MOST_LINES, words.length); count += 1) {
    const lines = balanceLines(words, count);
    const size = estimateSize(lines, width, height);
    if (size > best.size * LEAST_GAIN) best = { lines, size };
  }
  return best.lines;
}

/** Returns the number of letters in the longest line. */
export function countLongestLine(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => splitGraphemes(line).length));
}

function estimateSize(lines: readonly string[], width: number, height: number): number {
  return Math.min(height / lines.length, width / (LETTER * Math.max(1, countLongestLine(lines))));
}

/** Divides words into this many lines whose longest is as short as possible. */
function balanceLines(words: readonly string[], count: number): string[] {
  if (count === 1) return [words.join(' ')];
  const ways = words.slice(0, words.length - count + 1).map((_, index) => {
    const first = words.slice(0, index + 1).join(' ');
    return [first, ...balanceLines(words.slice(index + 1), count - 1)];
  });
  const [shortest = [words.join(' ')]] = ways.toSorted(
    (one, other) => countLongestLine(one) - countLongestLine(other),
  );
  return shortest;
}
