export type Token = { readonly kind: 'number' | 'key' | 'sign'; readonly text: string };

const SPACE = /\s+/uy;
/** A word with a letter or underscore is a key, even if it starts with a digit. */
const WORD = /[\p{L}\p{M}\p{N}_]+(?:\.[0-9]+)?/uy;
const NUMBER = /^[0-9]+(?:\.[0-9]+)?$/;
const KEY = /^[\p{L}\p{M}\p{N}_]+$/u;
const SIGNS = '+-*/(),';

/** Splits a formula into numbers, keys and signs. */
export function tokenizeFormula(
  text: string,
): { readonly tokens: readonly Token[] } | { readonly problem: string } {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const space = matchFrom(SPACE, text, at);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const word = matchFrom(WORD, text, at) ?? [...text.slice(at, at + 2)][0] ?? '';
    if (NUMBER.test(word)) tokens.push({ kind: 'number', text: word });
    else if (KEY.test(word)) tokens.push({ kind: 'key', text: word });
    else if (SIGNS.includes(word)) tokens.push({ kind: 'sign', text: word });
    else return { problem: `has an unexpected ${word}` };
    at += word.length;
  }
  return { tokens };
}

function matchFrom(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
