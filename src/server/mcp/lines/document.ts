import { formatFraction } from './words.ts';

type Line = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
};
export type ReadPage = { readonly number: number; readonly lines: readonly Line[]; readonly omitted: number };

/**
 * The lines of the pages that fit into an answer. `next` is the number of the page to go on with, or null if
 * all of the text fit.
 */
export type SaidPages = { readonly lines: readonly string[]; readonly next: number | null };

/**
 * Returns the text of pages within a number of tokens, in whole pages as far as possible. With `places`, each
 * line includes the position where it starts.
 */
export function formatPageTextLines(pages: readonly ReadPage[], places: boolean, tokens: number): SaidPages {
  const said: string[] = [];
  let left = tokens;
  for (const page of pages) {
    const lines = formatPage(page, places);
    const cost = lines.reduce((sum, line) => sum + estimateTokens(line), 0);
    if (cost > left && said.length > 0) return { lines: said, next: page.number };
    if (cost > left)
      return {
        lines: [...takeWithinTokens(lines, left), '(The page has more text than fits here.)'],
        next: page.number + 1,
      };
    said.push(...lines);
    left -= cost;
  }
  return { lines: said, next: null };
}

function formatPage({ number, lines, omitted }: ReadPage, places: boolean): string[] {
  const texts = lines.map(({ text, x, y }) =>
    places ? `[p${number} ${formatFraction(x)} ${formatFraction(y)}] ${text}` : text,
  );
  return [
    `Page ${number}:`,
    ...(texts.length === 0 ? ['(no text: look at it with as=pictures)'] : texts),
    ...(omitted > 0 ? [`(${omitted} lines more)`] : []),
  ];
}

function takeWithinTokens(lines: readonly string[], tokens: number): string[] {
  let left = tokens;
  return lines.filter((line) => (left -= estimateTokens(line)) >= 0);
}

/**
 * Returns an upper estimate of the tokens in a line. A token is three Latin characters or one character of
 * another script.
 */
function estimateTokens(line: string): number {
  let latin = 0;
  let others = 0;
  for (const character of line) {
    if (character <= '\u024f') latin += 1;
    else others += 1;
  }
  return Math.ceil(latin / 3) + others + 1;
}
