/** Noncharacters (Unicode 23.7), which no message and no valid input contains. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';

/**
 * Returns a value to pass to a message. In its place, `Sentence.svelte` renders the snippet with this name.
 */
export function createSlot(name: string): string {
  return `${OPEN}${name}${CLOSE}`;
}

/** Splits a message at its slots. */
export function splitSentence(text: string): { readonly text: string; readonly isSlot: boolean }[] {
  return text
    .split(/\ufdd0(\w+)\ufdd1/u)
    .map((piece, index) => ({ text: piece, isSlot: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
