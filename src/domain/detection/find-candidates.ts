import { leaderCandidates, whiteSpaceCandidates } from './blank-candidates.ts';
import { type Candidate, CandidateSet } from './candidate.ts';
import { cellCandidates } from './cell-candidates.ts';
import { type Edges, edgesOf } from './edges.ts';
import { type Ink, inkOf } from './ink.ts';
import { combCandidates, lineCandidates, stackedCandidates } from './line-candidates.ts';
import type { PageBox, PageFacts } from './page-facts.ts';
import { type Region, regionsOf } from './regions.ts';
import { tickBrackets, tickGlyphs, tickImages, tickShapes } from './tick-boxes.ts';

/** A page with what was derived from it on the way to its candidates. */
export type Layout = {
  readonly page: PageFacts;
  readonly edges: Edges;
  readonly regions: readonly Region[];
  readonly ink: Ink;
  readonly ticks: readonly PageBox[];
  readonly candidates: readonly Candidate[];
};

/** By what part of its side a tick box grows on each side. */
const TICK_ROOM = 0.07;

/** Finds every place of a page that may be a field: far more than there are, so that hardly one is missed. */
export function findCandidates(page: PageFacts): Layout {
  const edges = edgesOf(page);
  const regions = regionsOf(edges);
  const shapes = tickShapes(page);
  const glyphs = tickGlyphs(page);
  const images = tickImages(page);
  const ticks: PageBox[] = [...shapes, ...glyphs, ...images];
  const isGlyph = new Set<PageBox>(glyphs);
  const ink = inkOf({ ...page, words: page.words.filter((word) => !isGlyph.has(word)) }, ticks);
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
    cellCandidates(region, ink, set);
    lineCandidates(region, ink, set);
  }
  combCandidates(regions, ink, set);
  stackedCandidates(regions, ink, set);
  for (const shape of page.shapes) {
    if (shape.fill !== null && shape.width >= 15 && shape.height >= 7 && shape.height < 200) {
      set.add(shape, 'fill');
    }
  }
  leaderCandidates(page, ink, set);
  whiteSpaceCandidates(page, ink, edges, set);
  return { page, edges, regions, ink, ticks, candidates: set.all };
}

/** Authors draw the field of a tick box a little larger than the box as often as exactly on it: this is near both. */
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

function isBlank({ x, y, width, height }: PageBox, ink: Ink): boolean {
  return ink.words.within(x + 1, y + 1, x + width - 1, y + height - 1).length === 0;
}

function isSmall({ width, height, sides }: Region): boolean {
  return sides.top && width <= 20 && height <= 20 && Math.max(width, height) < Math.min(width, height) * 1.9;
}
