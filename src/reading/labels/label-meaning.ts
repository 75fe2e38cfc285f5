import type { TextLine } from '#reading/page/page-facts.ts';
import type { Blank } from '#reading/blanks/signing-blanks.ts';
import type { SigningKind } from './label-grammar.ts';
import { findSigner, detectSigningKind } from './signing-labels.ts';

/** What a blank is for, the words that say so, and the words next to it that name its owner. */
export type Meaning = {
  readonly kind: SigningKind;
  readonly words: TextLine | null;
  readonly owner: string | null;
  /**
   * Whether the words are in a place where only labels are, as opposed to part of a sentence that continues
   * after the blank.
   */
  readonly sure: boolean;
};

/**
 * Finds blanks whose labels are above them. In a column of lines with words in between, the first line
 * decides: either it has a label above it, or the label of the last line is under that line.
 */
export function findHeadedBlanks(drawn: readonly Blank[]): ReadonlySet<Blank> {
  const headed = new Set<Blank>();
  // Words beside a line label that line, not the next one below.
  const beside = new Set(drawn.map(({ label }) => label));
  const bare = drawn.filter(({ cue, label }) => cue !== 'cell' && label === null);
  const open = bare.filter(({ head }) => head === null || !beside.has(head));
  for (const first of open) {
    const column = bare
      .filter(({ box }) => Math.abs(box.x - first.box.x) < 5)
      .toSorted((one, other) => one.box.y - other.box.y);
    const from = column.indexOf(first);
    if (fromWords(first.head) === null || headed.has(first)) continue;
    const before = column[from - 1];
    // Words under the previous line label that line, unless it also has a label above it.
    if (before !== undefined && !headed.has(before) && before.caption === first.head) continue;
    if (isCaption(first.head, drawn) || /on behalf of/i.test(first.head?.text ?? '')) continue;
    for (const blank of column.slice(from)) {
      if (fromWords(blank.head) === null || beside.has(blank.head)) break;
      headed.add(blank);
    }
  }
  return headed;
}

/** Checks whether words without a colon are right under a line that has its own label. */
function isCaption(words: TextLine | null, drawn: readonly Blank[]): boolean {
  if (words === null || /:\s*$/.test(words.text)) return false;
  return drawn.some(({ label, caption }) => label !== null && caption === words);
}

/** Returns the meaning of words if they are a label, or null. */
export function fromWords(words: TextLine | null): Meaning | null {
  const kind = words === null ? null : detectSigningKind(words.text);
  return kind === null
    ? null
    : { kind, words, owner: words === null ? null : findSigner(words.text), sure: false };
}
