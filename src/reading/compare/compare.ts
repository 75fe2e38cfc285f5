import type { ComparedWord } from './words.ts';
import { type Difference, findDifferences } from './differences.ts';

/** A rectangle on a page, in fractions of the page, with the origin at the top left. */
type ChangeBox = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** What one version says where the other says something else. The text is empty if it says nothing there. */
type ChangedText = {
  readonly text: string;
  /** Where the text is; for an empty text, the page where it would be. */
  readonly page: number;
  readonly boxes: ChangeBox[];
};

type Change = {
  readonly kind: 'changed' | 'added' | 'removed';
  readonly before: ChangedText;
  readonly after: ChangedText;
  /** The words around it in the new version. */
  readonly leading: string;
  readonly trailing: string;
};

export type Comparison = {
  readonly changes: Change[];
  /** How many further changes there are, which aren't listed. */
  readonly omitted: number;
};

/** How many changes are listed, and how long each of their texts is at most. */
const MOST_CHANGES = 500;
const MOST_CHARACTERS = 2000;
/** Changes with fewer equal words between them read as one. */
const LEAST_BETWEEN = 3;
const CONTEXT_WORDS = 8;

/** Compares two documents word by word. What is at another place, but the same, hasn't changed. */
export function compareWords(before: readonly ComparedWord[], after: readonly ComparedWord[]): Comparison {
  const numbers = new Map<string, number>();
  const toNumbers = (words: readonly ComparedWord[]) =>
    words.map(({ text }) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  const [old, now] = [joinDivided(before, after), joinDivided(after, before)];
  const joined = joinNear(findDifferences(toNumbers(old), toNumbers(now)));
  const changes = joined.slice(0, MOST_CHANGES).map((difference) => toChange(difference, old, now));
  return { changes, omitted: joined.length - changes.length };
}

/**
 * A word that was divided at the end of a line has a hyphen of its own, or doesn't: as the other version has it, if that
 * has one of them.
 */
function joinDivided(words: readonly ComparedWord[], others: readonly ComparedWord[]): ComparedWord[] {
  const known = new Set(others.map(({ text }) => text));
  const joined: ComparedWord[] = [];
  for (const word of words) {
    const [begun, hyphen] = joined.slice(-2);
    const isDivided =
      word.isSpaced &&
      begun !== undefined &&
      hyphen !== undefined &&
      !hyphen.isSpaced &&
      /^[-\u2010\u00AD]$/u.test(hyphen.text) &&
      word.box[1] > hyphen.box[1] &&
      known.has(begun.text + word.text);
    if (isDivided) joined.splice(-2, 2, { ...begun, text: begun.text + word.text });
    else joined.push(word);
  }
  return joined;
}

function joinNear(differences: readonly Difference[]): Difference[] {
  const joined: Difference[] = [];
  for (const difference of differences) {
    const last = joined.at(-1);
    if (last === undefined || difference.before[0] - last.before[1] >= LEAST_BETWEEN) joined.push(difference);
    else
      joined[joined.length - 1] = {
        before: [last.before[0], difference.before[1]],
        after: [last.after[0], difference.after[1]],
      };
  }
  return joined;
}

function toChange(
  { before, after }: Difference,
  old: readonly ComparedWord[],
  now: readonly ComparedWord[],
): Change {
  const kind = before[0] === before[1] ? 'added' : after[0] === after[1] ? 'removed' : 'changed';
  return {
    kind,
    before: toText(old, before),
    after: toText(now, after),
    leading: formatWords(now.slice(Math.max(0, after[0] - CONTEXT_WORDS), after[0])),
    trailing: formatWords(now.slice(after[1], after[1] + CONTEXT_WORDS)),
  };
}

function toText(words: readonly ComparedWord[], [from, to]: Difference['before']): ChangedText {
  const own = words.slice(from, to);
  const place = own[0] ?? words[from] ?? words[from - 1];
  const text = formatWords(own);
  return {
    text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}\u2026` : text,
    page: place?.page ?? 1,
    boxes: joinBoxes(own),
  };
}

function formatWords(words: readonly ComparedWord[]): string {
  return words.map(({ text, isSpaced }, at) => (isSpaced && at > 0 ? ` ${text}` : text)).join('');
}

/** Words of one line share a box. */
function joinBoxes(words: readonly ComparedWord[]): ChangeBox[] {
  const boxes: { page: number; left: number; top: number; right: number; bottom: number }[] = [];
  for (const { page, box } of words) {
    const [left, top, right, bottom] = box;
    const last = boxes.at(-1);
    const middle = (top + bottom) / 2;
    if (last?.page === page && middle > last.top && middle < last.bottom) {
      last.left = Math.min(last.left, left);
      last.top = Math.min(last.top, top);
      last.right = Math.max(last.right, right);
      last.bottom = Math.max(last.bottom, bottom);
    } else boxes.push({ page, left, top, right, bottom });
  }
  return boxes.slice(0, 200).map(({ page, left, top, right, bottom }) => ({
    ...{ page, x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) },
  }));
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
