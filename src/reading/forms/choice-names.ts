import type { DocumentFormField } from '#domain/document/intake.ts';
import type { PageBox, PageFacts, Word } from '#reading/page/page-facts.ts';

/** The largest distance from a radio button to the text beside it, and between that text's words, in points. */
const BESIDE = 18;
const BETWEEN = 9;

/**
 * Names radio buttons after the text beside them on the page. Their own values are often numbers that only
 * the form's program understands. A group keeps its values unless each of its buttons has a name of its own.
 */
export function nameChoices(
  form: readonly DocumentFormField[],
  pages: readonly PageFacts[],
): DocumentFormField[] {
  const names = new Map<DocumentFormField, string>();
  const groups = new Map<string, DocumentFormField[]>();
  for (const field of form) {
    if (field.kind !== 'radio') continue;
    groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
  }
  for (const group of groups.values()) {
    const [found] = (['after', 'before'] as const)
      .map((side) => group.map((field) => readBeside(field, form, pages, side)))
      .filter((beside) => areDistinct(beside.map(({ text }) => text)))
      .sort((one, other) => getWidestGap(one) - getWidestGap(other));
    if (found === undefined) continue;
    group.forEach((field, index) => names.set(field, found[index]?.text ?? ''));
  }
  return form.map((field) => {
    const name = names.get(field);
    return name === undefined ? field : { ...field, options: [name] };
  });
}

function areDistinct(names: readonly string[]): boolean {
  return names.every((name) => /[\p{L}\p{N}]/u.test(name)) && new Set(names).size === names.length;
}

/** The text beside a button, and its distance in points. */
type Beside = { readonly text: string; readonly gap: number };

/** Returns the largest distance: a button's own label is closer than its neighbor's. */
function getWidestGap(beside: readonly Beside[]): number {
  return Math.max(...beside.map(({ gap }) => gap));
}

/** Returns the words of a button's row that follow it, or that come before it, up to a gap or another field. */
function readBeside(
  field: DocumentFormField,
  form: readonly DocumentFormField[],
  pages: readonly PageFacts[],
  side: 'after' | 'before',
): Beside {
  const page = pages.find(({ number }) => number === field.page);
  if (page === undefined) return { text: '', gap: Infinity };
  const box = toPoints(field, page);
  const others = form.filter((other) => other !== field && other.page === field.page);
  const getGap = (from: PageBox, to: PageBox) =>
    side === 'after' ? to.x - (from.x + from.width) : from.x - (to.x + to.width);
  const isInRow = (word: PageBox) => {
    const middle = word.y + word.height / 2;
    return middle > box.y - 2 && middle < box.y + box.height + 2;
  };
  const row = page.words
    .filter((word) => isInRow(word) && getGap(box, word) > -2)
    .sort((one, other) => getGap(box, one) - getGap(box, other));
  const taken: Word[] = [];
  let end: PageBox = box;
  for (const word of row) {
    if (getGap(end, word) > (taken.length === 0 ? BESIDE : BETWEEN)) break;
    if (others.some((other) => isBetween(toPoints(other, page), end, word, getGap))) break;
    taken.push(word);
    end = word;
  }
  const [first] = taken;
  const gap = first === undefined ? Infinity : getGap(box, first);
  return { text: (side === 'after' ? taken : taken.reverse()).map((word) => word.text).join(' '), gap };
}

function isBetween(
  other: PageBox,
  from: PageBox,
  to: PageBox,
  getGap: (from: PageBox, to: PageBox) => number,
): boolean {
  const isInRow = other.y < to.y + to.height && other.y + other.height > to.y;
  return isInRow && getGap(from, other) > -2 && getGap(other, to) > -2;
}

function toPoints(box: PageBox, { width, height }: PageFacts): PageBox {
  return { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height };
}
