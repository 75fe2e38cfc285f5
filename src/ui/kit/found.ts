import type { IconName } from './icons/icon-paths.ts';
import type { Intent } from './intent.ts';

/** A piece of a text, and whether it matches the search. */
export type Part = { readonly text: string; readonly isMatch: boolean };

/** Something that a search found. */
export type Found = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  readonly detail?: string | undefined;
  /** The matching passage of the document, shown instead of a detail. */
  readonly passage?: readonly Part[];
  /** A note at the end of the entry, such as where the passage is. */
  readonly note?: string;
  readonly status?: { readonly label: string; readonly intent: Intent };
};

/** Returns the words of a search, ignoring case and accents. */
export function splitSearchWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}@._-]+/u)
    .filter((word) => word !== '');
}

/** Checks whether a text contains all words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => foldText(text).includes(word));
}

/** Splits a text into parts that match the search and parts that don't, so that matches can be marked. */
export function splitMarkedParts(text: string, words: readonly string[]): Part[] {
  const hits = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (hits.length === 0) return [{ text, isMatch: false }];
  return text
    .split(new RegExp(`(${hits.join('|')})`, 'giu'))
    .map((part, at) => ({ text: part, isMatch: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
