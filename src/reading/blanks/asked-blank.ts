import type { Meaning } from '#reading/labels/label-meaning.ts';
import type { TextLine } from '#reading/page/page-facts.ts';
import type { Blank } from './signing-blanks.ts';
import type { SigningKind } from '#reading/labels/label-grammar.ts';

/**
 * A blank and its meaning. `left` and `right` span the label and the blank; `bottom` is the line of the
 * blank.
 */
export type Asked = {
  readonly blank: Blank;
  readonly kind: SigningKind;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** The words that state the meaning; null if only the position gives it away. */
  readonly words: TextLine | null;
  /** Words right next to the blank that name its owner. */
  readonly owner: string | null;
};

/** The meaning of a signature line that only its position identifies. */
export const FOR_PERSON: Meaning = { kind: 'signature', words: null, owner: null, sure: false };

export function toAsked(blank: Blank, { kind, words, owner }: Meaning, drawn: readonly Blank[]): Asked {
  const { x, y, width, height } = blank.box;
  const isShared = blank.cue === 'cell' && drawn.some((other) => isBetween(blank, other));
  const left = isShared ? x : Math.min(blank.label?.x ?? x, x);
  return { blank, kind, left, right: x + width, bottom: y + height, words, owner };
}

/** Checks whether another cell between a label and this one shares the label. */
function isBetween({ box, label }: Blank, other: Blank): boolean {
  return (
    other.cue === 'cell' &&
    Math.abs(other.box.y - box.y) < 3 &&
    other.box.x < box.x - 2 &&
    other.box.x > (label?.x ?? box.x)
  );
}
