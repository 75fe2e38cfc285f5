import type { TextLine } from '#reading/page/page-facts.ts';
import type { Blank } from '#reading/blanks/signing-blanks.ts';
import type { SigningKind } from './label-grammar.ts';
import { signerOf, signingKind } from './signing-labels.ts';

/** What a blank asks for, the words that say so, and the words that say whose it is where they stand right at it. */
export type Meaning = {
  readonly kind: SigningKind;
  readonly words: TextLine | null;
  readonly owner: string | null;
  /** Whether the words stand where only labels do, and are no part of a sentence that goes on behind the blank. */
  readonly sure: boolean;
};

/**
 * Blanks whose labels stand over them. In a column of lines with words between them the first line tells whether these
 * belong to the line above or below: over the first stands a label, or under the last.
 */
export function headedBlanks(drawn: readonly Blank[]): ReadonlySet<Blank> {
  const headed = new Set<Blank>();
  // Words beside a line are its label, and not that of the next line under them.
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
    // Words under the line before are that one's, unless its own label stands over it as well.
    if (before !== undefined && !headed.has(before) && before.caption === first.head) continue;
    if (isCaption(first.head, drawn) || /on behalf of/i.test(first.head?.text ?? '')) continue;
    for (const blank of column.slice(from)) {
      if (fromWords(blank.head) === null || beside.has(blank.head)) break;
      headed.add(blank);
    }
  }
  return headed;
}

/** Words without a colon right under a line that has a label of its own. */
function isCaption(words: TextLine | null, drawn: readonly Blank[]): boolean {
  if (words === null || /:\s*$/.test(words.text)) return false;
  return drawn.some(({ label, caption }) => label !== null && caption === words);
}

/** What words ask for as a label; null where they are none. */
export function fromWords(words: TextLine | null): Meaning | null {
  const kind = words === null ? null : signingKind(words.text);
  return kind === null
    ? null
    : { kind, words, owner: words === null ? null : signerOf(words.text), sure: false };
}
