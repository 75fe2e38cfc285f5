import type { Leader, PageBox, PageFacts, Rule, Shape } from '#reading/page/page-facts.ts';
import { type Glyph, groupWordsAndLines } from '#reading/page/words.ts';

/** What is printed on a test's page: text by its left end and baseline, everything else as boxes. */
export type Printed = {
  readonly texts?: readonly (readonly [text: string, x: number, baseline: number])[];
  readonly rules?: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[];
  readonly boxes?: readonly (readonly [x: number, y: number, width: number, height: number])[];
  readonly shapes?: readonly Shape[];
  readonly images?: readonly PageBox[];
  readonly font?: string;
};

const SIZE = 10;

/** Width of every letter, in points. */
export const LETTER = 5;

/** A letter-size page on which all text is 10 points high and every letter 5 points wide. */
export function pageFacts({
  texts = [],
  rules = [],
  boxes = [],
  shapes = [],
  images = [],
  font,
}: Printed): PageFacts {
  const glyphs = texts.flatMap(([text, x, baseline]) => lettersOf(text, x, baseline, font ?? 'helvetica'));
  const { words, lines, leaders } = groupWordsAndLines(glyphs);
  return {
    number: 1,
    width: 612,
    height: 792,
    words,
    lines,
    leaders: leaders satisfies Leader[],
    rules: rules.map(ruleOf),
    shapes: [...boxes.map(boxOf), ...shapes],
    images,
    turned: [],
  };
}

/** A text's characters as a PDF has them. */
export function lettersOf(text: string, x: number, baseline: number, font = 'helvetica'): Glyph[] {
  let spaced = true;
  return [...text].flatMap((letter, index) => {
    if (letter === ' ') {
      spaced = true;
      return [];
    }
    const start = x + index * LETTER;
    const low = letter === '_' ? 2 : 0;
    const high = letter === '_' ? -1.4 : letter === '.' ? 1 : 7;
    const glyph: Glyph = {
      text: letter,
      x: start,
      y: baseline - high,
      width: LETTER,
      height: high + low,
      start,
      end: start + LETTER,
      baseline,
      size: SIZE,
      bold: false,
      font,
      spaced,
    };
    spaced = false;
    return [glyph];
  });
}

function ruleOf([x1, y1, x2, y2]: readonly [number, number, number, number]): Rule {
  const flat = x2 - x1 > y2 - y1;
  const shared = { luminance: 0, dashed: false, x: x1, y: y1 };
  return flat
    ? { orientation: 'horizontal', ...shared, width: x2 - x1, height: 0.5 }
    : { orientation: 'vertical', ...shared, width: 0.5, height: y2 - y1 };
}

function boxOf([x, y, width, height]: readonly [number, number, number, number]): Shape {
  return { kind: 'rectangle', x, y, width, height, stroke: 0, fill: null };
}
