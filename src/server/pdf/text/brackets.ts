const PAIRS = ['()', '[]', '{}'] as const;

/**
 * Turns the brackets of a line with right-to-left text the way they are read. Some files mirror brackets and
 * others don't, so those that don't match are made to open and close in turns.
 */
export function withMatchingBrackets(line: string): string {
  return PAIRS.reduce((text, [open = '', close = '']) => {
    const brackets = [...text].filter((character) => character === open || character === close);
    if (brackets.length % 2 === 1 || isMatched(brackets, open)) return text;
    let count = 0;
    return Array.from(text, (character) => {
      if (character !== open && character !== close) return character;
      count += 1;
      return count % 2 === 1 ? open : close;
    }).join('');
  }, line);
}

function isMatched(brackets: readonly string[], open: string): boolean {
  let depth = 0;
  for (const bracket of brackets) {
    depth += bracket === open ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
