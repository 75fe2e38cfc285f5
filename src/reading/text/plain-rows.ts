import { isTextRightToLeft } from '#domain/text.ts';
import type { PageText } from './page-text.ts';

/** Returns a page's rows with spaces between words. The characters of each word are in reading order. */
export function listPlainRows({ exact, gap }: PageText): string[] {
  const words: string[] = [];
  const rows: string[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') words.push(isTextRightToLeft(word) ? [...word].reverse().join('') : word);
    word = '';
  };
  for (let unit = 0; unit < exact.length; unit += 1) {
    const character = exact.charAt(unit);
    if (character === '\n' || gap[unit] !== 0) endWord();
    if (character !== '\n') word += character;
    else rows.push(words.splice(0).join(' '));
  }
  endWord();
  return words.length === 0 ? rows : [...rows, words.join(' ')];
}
