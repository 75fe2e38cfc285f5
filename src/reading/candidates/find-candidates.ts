import { addLeaderCandidates, addWhiteSpaceCandidates } from './blank-candidates.ts';
import { type Candidate, CandidateSet } from './candidate.ts';
import { addCellCandidates } from './cell-candidates.ts';
import { type Edges, collectEdges } from '#reading/page/edges.ts';
import { type Ink, indexInk } from '#reading/page/ink.ts';
import { addCombCandidates, addLineCandidates, addStackedCandidates } from './line-candidates.ts';
import type { PageBox, PageFacts } from '#reading/page/page-facts.ts';
import { type Region, findRegions } from '#reading/page/regions.ts';
import { Shades } from '#reading/page/shades.ts';
import { addUnderLabelCandidates } from './under-labels.ts';
import { tickBrackets, tickGlyphs, tickImages, tickShapes } from './tick-boxes.ts';

/** A page and the data derived from it to find its candidates. */
export type Layout = {
  readonly page: PageFacts;
  readonly edges: Edges;
  readonly regions: readonly Region[];
  readonly ink: Ink;
  readonly ticks: readonly PageBox[];
  readonly shades: Shades;
  readonly candidates: readonly Candidate[];
};

/** How much a tick box grows on each side, as a share of its side length. */
const TICK_ROOM = 0.1;

/**
 * Finds every place on a page that may be a field. Proposes far more places than there are fields, so that
 * hardly any field is missed.
 */
export function findCandidates(page: PageFacts): Layout {
  const shades = new Shades(page);
  const edges = collectEdges(page, shades);
  const regions = findRegions(edges);
  const shapes = tickShapes(page);
  const glyphs = tickGlyphs(page);
  const images = tickImages(page);
  const ticks: PageBox[] = [...shapes, ...glyphs, ...images];
  const isGlyph = new Set<PageBox>(glyphs);
  const ink = indexInk({ ...page, words: page.words.filter((word) => !isGlyph.has(word)) }, ticks);
  const set = new CandidateSet();
  for (const box of shapes) addTick(set, box, 'tickShape');
  for (const box of glyphs) addTick(set, box, 'tickGlyph');
  for (const box of images) addTick(set, box, 'tickImage');
  for (const box of tickBrackets(page)) set.add(box, 'tickBracket');
  for (const region of regions) {
    if (isSmall(region)) {
      if (isBlank(region, ink)) addTick(set, region, 'tickCell');
      continue;
    }
    if (isNarrow(region) && isBlank(region, ink)) addMiddle(set, region);
    addCellCandidates(region, ink, set);
    addLineCandidates(region, ink, set);
  }
  addCombCandidates(regions, ink, set);
  addStackedCandidates(regions, ink, set);
  for (const shape of page.shapes) {
    const { x, y, width, height } = shape;
    if (shape.fill === null || width < 15 || height < 7 || height >= 200) continue;
    const shows =
      shades.differAcross(y, x, x + width) ||
      shades.differAcross(y + height, x, x + width) ||
      shades.differBeside(x, y, y + height);
    if (shows) set.add(shape, 'fill');
  }
  addLeaderCandidates(page, ink, set);
  addWhiteSpaceCandidates(page, ink, edges, set);
  addUnderLabelCandidates(page, ink, edges, set);
  return { page, edges, regions, ink, ticks, shades, candidates: set.all };
}

/**
 * Adds a tick box. Authors draw its field a little larger than the box as often as exactly on it, so this
 * size is close to both.
 */
function addTick(
  set: CandidateSet,
  box: PageBox,
  cue: 'tickShape' | 'tickGlyph' | 'tickCell' | 'tickImage',
): void {
  const across = box.width * TICK_ROOM;
  const down = box.height * TICK_ROOM;
  const { x, y, width, height } = box;
  set.add({ x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down }, cue, {
    frame: box,
  });
}

/** Adds the middle of a narrow cell, as in yes and no columns without boxes. */
function addMiddle(set: CandidateSet, cell: Region): void {
  const x = cell.x + cell.width / 2 - MIDDLE / 2;
  const y = cell.y + cell.height / 2 - MIDDLE / 2;
  set.add({ x, y, width: MIDDLE, height: MIDDLE }, 'tickMiddle', { frame: cell });
}

/** The side length of a tick without a box, and the largest size of a cell for one, in points. */
const MIDDLE = 10.5;
const WIDEST_NARROW = 40;
const TALLEST_NARROW = 26;

function isNarrow({ width, height, sides }: Region): boolean {
  return sides.top && width > 12 && width <= WIDEST_NARROW && height > 8 && height <= TALLEST_NARROW;
}

function isBlank({ x, y, width, height }: PageBox, ink: Ink): boolean {
  return ink.words.within(x + 1, y + 1, x + width - 1, y + height - 1).length === 0;
}

function isSmall({ width, height, sides }: Region): boolean {
  return sides.top && width <= 20 && height <= 20 && Math.max(width, height) < Math.min(width, height) * 1.9;
}
