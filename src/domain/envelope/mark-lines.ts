/** The average width of a handwritten letter in font sizes. */
const LETTER = 0.5;
/** A second line must make the letters larger by this factor. */
const LEAST_GAIN = 1.25;

/**
 * Returns the one or two lines in which a typed signature is largest in a box of these proportions, so that a
 * long name stays readable. Page and sealed document use the same lines.
 */
export function breakMark(text: string, width: number, height: number): string[] {
  const words = text.trim().split(' ');
  const estimateSize = (lines: readonly string[]) =>
    Math.min(height / lines.length, width / LETTER / countLongestLine(lines));
  let best = [text];
  let least = estimateSize(best) * LEAST_GAIN;
  for (let index = 1; index < words.length; index += 1) {
    const lines = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    if (estimateSize(lines) <= least) continue;
    best = lines;
    least = estimateSize(lines);
  }
  return best;
}

/** Letters as wide as they are high, which are twice as wide as others. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;

/** Returns the length of the longest line, in which a wide letter counts twice; at least 1. */
export function countLongestLine(lines: readonly string[]): number {
  return Math.max(1, ...lines.map((line) => line.length + (line.match(WIDE)?.length ?? 0)));
}
