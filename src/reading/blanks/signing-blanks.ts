import { findCaption, findColumnHead, findHead, findLabel, findRemark } from './blank-words.ts';
import { collectEdges } from '#reading/page/edges.ts';
import type { PageBox, PageFacts, TextLine } from '#reading/page/page-facts.ts';
import { findRegions } from '#reading/page/regions.ts';

/** An empty place and the words around it. */
export type Blank = {
  readonly box: PageBox;
  readonly cue: 'underscore' | 'dots' | 'rule' | 'cell' | 'label';
  /** The words to the left of the blank on its line. */
  readonly label: TextLine | null;
  /** The words right under the blank. */
  readonly caption: TextLine | null;
  /** The words right after the blank on its line. */
  readonly remark: TextLine | null;
  /** The words above the blank, aligned with its start or its column of cells. */
  readonly head: TextLine | null;
};

/** The height needed to write, in points. Text or a line above may leave less. */
const TALLEST = 16;
const LEAST_HEIGHT = 7;
const LEAST_WIDTH = 14;
/** A line without a label that takes up at least this share of the page's width is a separator. */
const SEPARATOR = 0.6;
/** The width of a blank that is indicated only by its label, in points. */
const UNDRAWN_WIDTH = 140;

/**
 * Finds the blanks of a page that are drawn as a line, as underscores, or as an empty cell, together with
 * their labels.
 */
export function findDrawnBlanks(page: PageFacts): Blank[] {
  const rules = page.rules.filter(
    ({ orientation, width }) => orientation === 'horizontal' && width >= LEAST_WIDTH,
  );
  const cells = findCellBlanks(page);
  const places: { box: PageBox; cue: Blank['cue'] }[] = [
    ...cells.map((box) => ({ box, cue: 'cell' as const })),
  ];
  for (const leader of joinSlashed(page)) {
    if (leader.width < LEAST_WIDTH || (leader.kind === 'dots' && leader.count < 8)) continue;
    if (leader.kind === 'dots' && leadsToPage(page, leader)) continue;
    const bottom = leader.baseline + leader.size * 0.22;
    places.push({
      box: getRoom(page, {
        x: leader.x,
        right: leader.x + leader.width,
        bottom,
        tall: Math.min(TALLEST, Math.max(11, leader.size * 1.4)),
      }),
      cue: leader.kind,
    });
  }
  for (const rule of rules) {
    const x = cutOwnLabel(page, rule);
    const width = rule.x + rule.width - x;
    if (isFrame(page, rule)) continue;
    if (width < LEAST_WIDTH || isUnderline(page, { x, y: rule.y, width }) || isCellSide(rule, cells))
      continue;
    const bottom = rule.y + rule.height / 2 + 0.8;
    places.push({ box: getRoom(page, { x, right: x + width, bottom, tall: TALLEST }), cue: 'rule' });
  }
  const fresh = places.filter(
    ({ box }, index) =>
      box.height >= LEAST_HEIGHT && !places.slice(0, index).some((other) => overlaps(other.box, box)),
  );
  const boxes = fresh.map(({ box }) => box);
  const blanks = fresh.map(({ box, cue }) => ({
    box,
    cue,
    label: findLabel(page, box, boxes),
    caption: cue === 'cell' ? null : findCaption(page, box, boxes),
    remark: cue === 'cell' ? null : findRemark(page, box),
    head: cue === 'cell' ? findColumnHead(page, box, cells) : findHead(page, box, boxes),
  }));
  return blanks.filter(
    ({ box, label, caption, cue }) =>
      cue !== 'rule' ||
      box.width < page.width * SEPARATOR ||
      label !== null ||
      (caption !== null && caption.width < box.width * 0.4),
  );
}

/**
 * Returns the empty place after a label, up to `end`, which is where the lines of its block are. Returns null
 * if something is printed there.
 */
export function findUndrawnBlank(page: PageFacts, label: TextLine, end: number | null): Blank | null {
  const x = label.x + label.width + 4;
  const next = page.lines
    .filter(
      (line) =>
        line !== label && Math.abs(line.baseline - label.baseline) < 4 && line.x > label.x + label.width - 1,
    )
    .reduce((least, line) => Math.min(least, line.x - 6), page.width * 0.93);
  const right = Math.min(end ?? x + UNDRAWN_WIDTH, next);
  if (right - x < 40) return null;
  const box = getRoom(page, { x, right, bottom: label.baseline + label.size * 0.24, tall: label.size * 1.4 });
  return { box, cue: 'label', label, caption: null, remark: null, head: null };
}

/** Checks whether a line is the top or bottom of a table: other lines go up or down from both of its ends. */
function isFrame(page: PageFacts, { x, y, width }: PageBox): boolean {
  const hasSide = (at: number) =>
    page.rules.some(
      (side) =>
        side.orientation === 'vertical' &&
        Math.abs(side.x - at) < 2.5 &&
        side.y < y + 3 &&
        side.y + side.height > y - 3,
    );
  return hasSide(x) && hasSide(x + width);
}

/** The largest distance between the parts of a date and a slash, in points. */
const SLASH_GAP = 14;

/** Returns the blanks that consist of characters, joining "___ / ___ / ____" into one. */
function joinSlashed({ leaders, words }: PageFacts): PageFacts['leaders'] {
  const joined: PageFacts['leaders'][number][] = [];
  for (const leader of leaders) {
    const at = joined.findIndex(
      (other) =>
        other.kind === leader.kind &&
        Math.abs(other.baseline - leader.baseline) < 1 &&
        leader.x - other.x - other.width > 0 &&
        leader.x - other.x - other.width < SLASH_GAP &&
        words.some(
          ({ text, x, baseline }) =>
            /^[/.-]$/.test(text) &&
            Math.abs(baseline - leader.baseline) < 3 &&
            x > other.x + other.width - 2 &&
            x < leader.x + 1,
        ),
    );
    const before = joined[at];
    if (before === undefined) joined.push(leader);
    else
      joined[at] = {
        ...before,
        width: leader.x + leader.width - before.x,
        count: before.count + leader.count,
      };
  }
  return joined;
}

/** Checks whether dots lead to a page number in a table of contents. */
function leadsToPage({ words }: PageFacts, { x, width, baseline }: PageFacts['leaders'][number]): boolean {
  return words.some(
    (word) =>
      Math.abs(word.baseline - baseline) < 3 &&
      word.x > x + width - 4 &&
      word.x < x + width + 40 &&
      /^(?:\d{1,3}|[ivxl]{1,6})$/i.test(word.text),
  );
}

function overlaps(one: PageBox, other: PageBox): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > Math.min(one.width, other.width) * 0.5 && height > Math.min(one.height, other.height) * 0.5;
}

/** Returns the free space above a line, up to the next text or line and at most `tall` high. */
function getRoom(
  page: PageFacts,
  { x, right, bottom, tall }: { x: number; right: number; bottom: number; tall: number },
): PageBox {
  const overlapsColumn = (left: number, end: number) => Math.min(end, right - 2) - Math.max(left, x + 2) > 0;
  let top = bottom - tall;
  for (const word of page.words) {
    const low = word.baseline + word.size * 0.12;
    if (overlapsColumn(word.x, word.x + word.width) && low < bottom - 4 && low > top) top = low;
  }
  for (const rule of page.rules) {
    if (
      rule.orientation === 'horizontal' &&
      rule.y < bottom - 4 &&
      rule.y > top &&
      overlapsColumn(rule.x, rule.x + rule.width)
    )
      top = rule.y + 0.8;
  }
  return { x, y: top, width: right - x, height: bottom - top };
}

/** Cuts off a label that is printed on its own line. */
function cutOwnLabel(page: PageFacts, rule: PageBox): number {
  const words = page.words.filter(
    (word) =>
      word.baseline > rule.y - 8 &&
      word.baseline < rule.y + 2.5 &&
      word.x + word.width > rule.x &&
      word.x < rule.x + rule.width,
  );
  if (words.length === 0) return rule.x;
  const end = Math.max(...words.map((word) => word.x + word.width));
  const begins = Math.min(...words.map((word) => word.x)) - rule.x < 8;
  return begins && end < rule.x + rule.width * 0.5 ? end + 4 : rule.x;
}

/** Checks whether text is right on the line, because it is underlined or already filled in. */
function isUnderline(page: PageFacts, { x, y, width }: { x: number; y: number; width: number }): boolean {
  return page.words.some(
    (word) =>
      word.baseline > y - 9 &&
      word.baseline < y + 3 &&
      Math.min(word.x + word.width, x + width) - Math.max(word.x, x) > Math.min(8, word.width * 0.6),
  );
}

function isCellSide(rule: PageBox, cells: readonly PageBox[]): boolean {
  return cells.some(
    (cell) =>
      (Math.abs(cell.y - rule.y) < 3 || Math.abs(cell.y + cell.height - rule.y) < 3) &&
      rule.x < cell.x + cell.width &&
      rule.x + rule.width > cell.x,
  );
}

function findCellBlanks(page: PageFacts): PageBox[] {
  return findRegions(collectEdges(page)).filter(
    (region) =>
      region.sides.top &&
      region.sides.left &&
      region.sides.right &&
      region.height >= 10 &&
      region.height <= 60 &&
      region.width >= 30 &&
      page.words.every((word) => !overlapsAtAll(word, region)),
  );
}

function overlapsAtAll(word: PageBox, region: PageBox): boolean {
  return (
    word.x < region.x + region.width - 1 &&
    word.x + word.width > region.x + 1 &&
    word.y < region.y + region.height - 1 &&
    word.y + word.height > region.y + 1
  );
}
