import { type Candidate, CUES, cueBit } from './candidate.ts';
import { type Edge, WHITE } from './edges.ts';
import type { Layout } from './find-candidates.ts';
import { LABEL_MEANINGS, meaningBits, plainWords } from './label-words.ts';
import type { PageBox } from './page-facts.ts';
import { repetitionOf } from './repetition.ts';
import { LabelFinder, type Near, type Surroundings } from './surroundings.ts';

/** A candidate as numbers, in the order of `featureNames`; the same for training and for use. */
export function candidateFeatures(layout: Layout): { rows: Float32Array[]; surroundings: Surroundings[] } {
  const finder = new LabelFinder(layout);
  const page = pageNature(layout);
  const repetition = repetitionOf(layout.candidates);
  const surroundings = layout.candidates.map((candidate) => finder.around(candidate, candidate.frame));
  const rows = layout.candidates.map((candidate, index) => {
    const near = surroundings[index];
    if (near === undefined) throw new Error('a candidate without surroundings');
    return Float32Array.from([
      ...geometry(candidate, layout),
      ...insides(candidate, layout),
      ...sides(candidate, layout),
      ...fills(candidate, layout),
      ...texts(candidate, near),
      ...(repetition[index] ?? []),
      ...page,
    ]);
  });
  return { rows, surroundings };
}

function geometry(candidate: Candidate, { page }: Layout): number[] {
  const { x, y, width, height, frame, cues } = candidate;
  return [
    width,
    height,
    width / height,
    width / page.width,
    width * height,
    frame.width,
    frame.height,
    (width * height) / Math.max(1, frame.width * frame.height),
    x - frame.x,
    frame.x + frame.width - x - width,
    y - frame.y,
    frame.y + frame.height - y - height,
    candidate.parts,
    ...CUES.map((_, index) => (cues >> index) & 1),
    ...[0, 1, 2, 3, 4, 5].map((index) => (candidate.sides >> index) & 1),
  ];
}

/** Words, marks and lines within the box, shrunk so that what only touches it does not count. */
function insides(box: PageBox, { ink, edges }: Layout): number[] {
  const [left, top, right, bottom] = [
    box.x + 1.5,
    box.y + 1.5,
    box.x + box.width - 1.5,
    box.y + box.height - 1.5,
  ];
  const words = ink.words.within(left, top, right, bottom);
  let inked = 0;
  let letters = 0;
  for (const word of words) {
    const width = Math.min(right, word.x + word.width) - Math.max(left, word.x);
    const height = Math.min(bottom, word.y + word.height) - Math.max(top, word.y);
    inked += width * height;
    letters += word.text.length;
  }
  const marks = ink.marks.within(left, top, right, bottom);
  const leaders = ink.leaders.within(left, top, right, bottom);
  const crossing = edges.vertical.filter(
    ({ at, from, to }) => at > left + 1 && at < right - 1 && Math.min(to, bottom) - Math.max(from, top) > 2,
  );
  const levels = edges.horizontal.filter(
    ({ at, from, to }) =>
      at > top + 1 && at < bottom - 1 && Math.min(to, right) - Math.max(from, left) > box.width * 0.2,
  );
  return [
    words.length,
    inked / (box.width * box.height),
    letters,
    marks.length,
    leaders.length,
    crossing.length,
    levels.length,
  ];
}

/** How much of each side is drawn, and how far the next line is above and below. */
function sides(box: PageBox, { edges, page }: Layout): number[] {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  let [top, low, left, end] = [0, 0, 0, 0];
  let above = 99;
  let below = 99;
  let lowEdge: Edge | null = null;
  for (const edge of edges.horizontal) {
    const shared = Math.min(edge.to, right) - Math.max(edge.from, box.x);
    if (shared <= 0) continue;
    if (Math.abs(edge.at - box.y) < 2.2) top = Math.max(top, shared / box.width);
    if (Math.abs(edge.at - bottom) < 2.2) {
      if (shared / box.width > low) lowEdge = edge;
      low = Math.max(low, shared / box.width);
    }
    if (shared < box.width * 0.5) continue;
    if (edge.at < box.y - 2) above = Math.min(above, box.y - edge.at);
    if (edge.at > bottom + 2) below = Math.min(below, edge.at - bottom);
  }
  for (const edge of edges.vertical) {
    const shared = Math.min(edge.to, bottom) - Math.max(edge.from, box.y);
    if (shared <= 0) continue;
    if (Math.abs(edge.at - box.x) < 2.2) left = Math.max(left, shared / box.height);
    if (Math.abs(edge.at - right) < 2.2) end = Math.max(end, shared / box.height);
  }
  const length = lowEdge === null ? 0 : (lowEdge.to - lowEdge.from) / page.width;
  return [
    top,
    low,
    left,
    end,
    above,
    below,
    length,
    lowEdge === null ? 0 : box.width / (lowEdge.to - lowEdge.from),
  ];
}

/** The shade on which the box lies, whether it is the shape's own, and how dark its surroundings are. */
function fills(box: PageBox, { page }: Layout): number[] {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  let shade = 1;
  let own = 0;
  let under = 1;
  let stroked = 0;
  for (const shape of page.shapes) {
    if (x < shape.x || x > shape.x + shape.width || y < shape.y || y > shape.y + shape.height) continue;
    const ratio = (box.width * box.height) / (shape.width * shape.height);
    if (shape.fill !== null) {
      under = shade;
      shade = shape.fill;
      own = ratio;
    }
    if (shape.stroke !== null && shape.stroke < WHITE) stroked = Math.max(stroked, ratio);
  }
  return [shade, own, under, stroked];
}

function texts(candidate: Candidate, near: Surroundings): number[] {
  const inFrame = plainWords(near.inFrame);
  return [
    ...beside(near.left),
    ...beside(near.right),
    ...beside(near.above),
    ...beside(near.below),
    inFrame.length,
    ...bits(meaningBits(inFrame)),
    inFrame === '' ? 0 : endOf(near.inFrame),
    candidate.height / Math.max(4, (near.left ?? near.above ?? near.right ?? near.below)?.line.size ?? 10),
    wordCount(near.left),
    wordCount(near.above),
    wordCount(near.right),
    near.left === null ? 0 : endOf(near.left.line.text),
    near.above === null ? 0 : endOf(near.above.line.text),
    near.right === null ? 0 : startOf(near.right.line.text),
    near.above === null ? 0 : candidate.x - near.above.line.x,
    near.below === null ? 0 : candidate.x - near.below.line.x,
    near.left === null ? 0 : near.left.line.baseline - candidate.y - candidate.height,
    near.right === null ? 0 : near.right.line.baseline - candidate.y - candidate.height,
  ];
}

function beside(near: Near | null): number[] {
  if (near === null) return [300, 0, 0, 0, 0, ...bits(0)];
  const { line, distance } = near;
  const plain = plainWords(line.text);
  return [distance, line.size, line.bold ? 1 : 0, plain.length, line.width, ...bits(meaningBits(plain))];
}

function wordCount(near: Near | null): number {
  return near === null ? 0 : near.line.words.length;
}

function bits(mask: number): number[] {
  return LABEL_MEANINGS.map((_, index) => (mask >> index) & 1);
}

/** What a label ends in: colon, currency sign, number (as of a form's line), closing bracket, full stop, letter. */
function endOf(text: string): number {
  if (/:\s*$/.test(text)) return 1;
  if (/[$€£]\s*$/.test(text)) return 2;
  if (/^\d{1,3}[a-z]?$/i.test(text)) return 3;
  if (/\d[a-z]?$/i.test(text)) return 4;
  if (/[)\]]$/.test(text)) return 5;
  if (/[.?!]$/.test(text)) return 6;
  if (/[,;/-]$/.test(text)) return 7;
  return /\p{Lu}$/u.test(text) ? 8 : 9;
}

/** What the text behind a blank starts with: punctuation that goes on with the sentence, a sign, a number, a letter. */
function startOf(text: string): number {
  if (/^[,.;:)]/.test(text)) return 1;
  if (/^[%$€/-]/.test(text)) return 2;
  if (/^\d/.test(text)) return 3;
  return /^\p{Lu}/u.test(text) ? 4 : 5;
}

/** What kind of page it is, coarsely: trees must not learn single pages by heart. */
function pageNature({ page, candidates, ticks }: Layout): number[] {
  const cell = cueBit('cell');
  const empty = candidates.filter(({ cues }) => (cues & cell) !== 0).length;
  const beside = candidates.filter(
    ({ cues }) => (cues & (cueBit('cellBelow') | cueBit('cellRight'))) !== 0,
  ).length;
  const words = page.lines.reduce((sum, line) => sum + line.words.length, 0);
  return [
    coarse(ticks.length),
    coarse(empty),
    coarse(beside),
    coarse(page.leaders.filter(({ kind }) => kind === 'underscore').length),
    Math.round(words / Math.max(1, page.lines.length)),
    Math.round((empty / Math.max(1, empty + beside)) * 5),
  ];
}

function coarse(count: number): number {
  return Math.min(4, Math.round(Math.log2(1 + count)));
}
