import type { PageBox } from '#reading/page/page-facts.ts';

/** The ways to find a candidate. Each has one bit, because the same box may be found in several ways. */
export const CUES = [
  'cell',
  'cellRight',
  'cellBelow',
  'cellAbove',
  'cellGap',
  'cellStrip',
  'openLine',
  'openLineTall',
  'lineGap',
  'underscore',
  'dots',
  'comb',
  'tickShape',
  'tickGlyph',
  'tickBracket',
  'tickCell',
  'fill',
  'labelOnly',
  'textGap',
  'stacked',
  'merged',
  'labelSplit',
  'tickImage',
  'lineBetween',
  'tickMiddle',
  'underLabel',
] as const;
export type Cue = (typeof CUES)[number];

/** A place that may be a field. */
export type Candidate = PageBox & {
  /** The bits of {@link CUES} that apply. */
  cues: number;
  /** The box of the cell or shape that the candidate was cut from, or else its own box. */
  readonly frame: PageBox;
  /** The drawn sides of the frame: left 1, right 2, top 4, bottom 8, soft 16, dashed 32. */
  readonly sides: number;
  /** The number of stacked rules or comb cells in the candidate. */
  readonly parts: number;
};

export function getCueBit(cue: Cue): number {
  return 1 << CUES.indexOf(cue);
}

/** Boxes whose sides differ by less than this are one candidate, in points. */
const SAME = 1.6;

/** Collects candidates and merges those that are nearly the same. */
export class CandidateSet {
  readonly all: Candidate[] = [];
  readonly #bins = new Map<number, Candidate[]>();

  add(box: PageBox, cue: Cue, more: { frame?: PageBox; sides?: number; parts?: number } = {}): void {
    if (!(box.width >= 4 && box.height >= 4)) return;
    const bin = Math.round(box.x / 4);
    for (const key of [bin - 1, bin, bin + 1]) {
      const same = this.#bins.get(key)?.find((other) => isSame(box, other));
      if (same !== undefined) {
        same.cues |= getCueBit(cue);
        return;
      }
    }
    const { x, y, width, height } = box;
    const candidate: Candidate = {
      x,
      y,
      width,
      height,
      cues: getCueBit(cue),
      frame: more.frame ?? box,
      sides: more.sides ?? 0,
      parts: more.parts ?? 1,
    };
    this.all.push(candidate);
    const list = this.#bins.get(bin);
    if (list === undefined) this.#bins.set(bin, [candidate]);
    else list.push(candidate);
  }
}

function isSame(one: PageBox, other: PageBox): boolean {
  return (
    Math.abs(one.x - other.x) < SAME &&
    Math.abs(one.y - other.y) < SAME &&
    Math.abs(one.x + one.width - other.x - other.width) < SAME &&
    Math.abs(one.y + one.height - other.y - other.height) < SAME
  );
}
