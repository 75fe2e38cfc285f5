import { type Candidate, CUES, getCueBit } from '#reading/candidates/candidate.ts';
import { BoxIndex } from '#reading/page/ink.ts';
import type { Layout } from '#reading/candidates/find-candidates.ts';
import { toLabelFeatures } from './label-features.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import { type Prose, findProse } from '#reading/page/prose.ts';
import { countRepetitions } from './repetition.ts';
import { LabelFinder, type Surroundings } from '#reading/candidates/surroundings.ts';
import { fillFeatures, computeSideFeatures } from './side-features.ts';
import { countTableCells } from '#reading/candidates/tables.ts';

/**
 * Returns each candidate as numbers, in the order of `featureNames`. Both training and detection use this
 * function.
 */
export function computeCandidateFeatures(layout: Layout): {
  rows: Float32Array[];
  surroundings: Surroundings[];
  prose: Prose;
} {
  const finder = new LabelFinder(layout);
  const prose = findProse(layout.page);
  const paragraphs = new BoxIndex(prose.lines);
  const page = [...toPageKindFeatures(layout), Math.round(prose.share * 5), Math.min(3, prose.notices)];
  const tables = countTableCells(layout);
  const repetition = countRepetitions(layout.candidates);
  const surroundings = layout.candidates.map((candidate) => finder.around(candidate, candidate.frame));
  const rows = layout.candidates.map((candidate, index) => {
    const near = surroundings[index];
    if (near === undefined) throw new Error('a candidate without surroundings');
    return Float32Array.from([
      ...computeGeometry(candidate, layout),
      ...countInsides(candidate, layout),
      ...computeSideFeatures(candidate, layout),
      ...fillFeatures(candidate, layout),
      ...toLabelFeatures(candidate, near),
      ...(repetition[index] ?? []),
      ...(tables[index] ?? []),
      ...place(candidate, layout),
      paragraphs.within(
        candidate.x - AROUND,
        candidate.y - AROUND,
        candidate.x + candidate.width + AROUND,
        candidate.y + candidate.height + AROUND,
      ).length,
      ...page,
    ]);
  });
  return { rows, surroundings, prose };
}

/** The distance around a candidate within which paragraphs are counted, in points. */
const AROUND = 30;

/** Returns the position on the page, in coarse steps so that trees don't memorize single places. */
function place({ x, y, width, height }: Candidate, { page }: Layout): number[] {
  return [
    Math.round(((y + height / 2) / page.height) * 10),
    Math.round((x / page.width) * 8),
    Math.round(((x + width) / page.width) * 8),
  ];
}

function computeGeometry(candidate: Candidate, { page }: Layout): number[] {
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

/**
 * Counts the words, marks, and lines in the box. The box is shrunk a little, so that touching it doesn't
 * count.
 */
function countInsides(box: PageBox, { ink, edges }: Layout): number[] {
  const [left, top, right, bottom] = [
    box.x + 1.5,
    box.y + 1.5,
    box.x + box.width - 1.5,
    box.y + box.height - 1.5,
  ];
  const words = ink.words.within(left, top, right, bottom);
  let inked = 0;
  let letters = 0;
  let digits = 0;
  for (const word of words) {
    const width = Math.min(right, word.x + word.width) - Math.max(left, word.x);
    const height = Math.min(bottom, word.y + word.height) - Math.max(top, word.y);
    inked += width * height;
    letters += word.text.length;
    digits += word.text.replaceAll(/\D/g, '').length;
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
    letters === 0 ? -1 : digits / letters,
    marks.length,
    leaders.length,
    crossing.length,
    levels.length,
  ];
}

/** Describes what kind of page it is, in coarse steps so that trees don't memorize single pages. */
function toPageKindFeatures({ page, candidates, ticks }: Layout): number[] {
  const cell = getCueBit('cell');
  const empty = candidates.filter(({ cues }) => (cues & cell) !== 0).length;
  const beside = candidates.filter(
    ({ cues }) => (cues & (getCueBit('cellBelow') | getCueBit('cellRight'))) !== 0,
  ).length;
  const words = page.lines.reduce((sum, line) => sum + line.words.length, 0);
  return [
    coarsen(ticks.length),
    coarsen(empty),
    coarsen(beside),
    coarsen(page.leaders.filter(({ kind }) => kind === 'underscore').length),
    Math.round(words / Math.max(1, page.lines.length)),
    Math.round((empty / Math.max(1, empty + beside)) * 5),
  ];
}

function coarsen(count: number): number {
  return Math.min(4, Math.round(Math.log2(1 + count)));
}
