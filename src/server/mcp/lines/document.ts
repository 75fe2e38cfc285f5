import { formatFraction } from './words.ts';

type Line = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
};
export type ReadPage = { readonly number: number; readonly lines: readonly Line[]; readonly omitted: number };

/** What an answer says of pages, and where to go on if it can't have all: a page, and how many of its lines were said. */
export type SaidPages = { readonly lines: readonly string[]; readonly next: number | null };

/**
 * The text of pages within a number of tokens, whole pages as far as possible. `places`: each line with where it starts.
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

/** An upper estimate of the tokens of a line: three Latin characters each, or one of another script. */
function estimateTokens(line: string): number {
  let latin = 0;
  let others = 0;
  for (const character of line) {
    if (character <= '\u024f') latin += 1;
    else others += 1;
  }
  return Math.ceil(latin / 3) + others + 1;
}
