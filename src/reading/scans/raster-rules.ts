import type { PageBox, Rule } from '../page/page-facts.ts';
import { encloseBoxes } from '../page/words.ts';
import { eraseBoxes, swapAxes, type GrayPage } from './gray-page.ts';
import { findRasterWords } from './raster-words.ts';

/** How dark and how unbroken a line must be. Distances are in points. */
type Strictness = {
  /** The shortest line. */
  readonly least: number;
  /** Pixels that are brighter than this, or hardly darker than what is above and below, aren't part of a line. */
  readonly dark: number;
  readonly contrast: number;
  /** The share of a stretch that is ink, the widest gap in it, and the share of a line in one stretch. */
  readonly full: number;
  readonly gap: number;
  readonly solid: number;
};

/** For a picture that still has its words, whose letters look like pieces of lines. */
const PLAIN: Strictness = { least: 36, dark: 205, contrast: 40, full: 0.88, gap: 1.6, solid: 0.6 };

/** For a picture whose words were removed: only lines and specks are left. */
const FAINT: Strictness = { least: 12, dark: 215, contrast: 25, full: 0.8, gap: 2.4, solid: 0.5 };
const FAINT_DOWN: Strictness = { ...FAINT, least: 16 };

/** The shortest horizontal line after pieces were joined. */
const LEAST_ACROSS = 20;

/** Reads the lines of a picture whose paper is white and whose text is level. Words are where it has any. */
export function findRasterRules(gray: GrayPage, words: readonly PageBox[]): Rule[] {
  const bare = eraseBoxes(gray, words, WORD_MARGIN);
  const across = joinPieces(findStreaks(bare, FAINT), words).filter(({ width }) => width >= LEAST_ACROSS);
  const down = findStreaks(swapAxes(bare), FAINT_DOWN).map(({ x, y, width, height }) => ({
    ...{ x: y, y: x, width: height, height: width },
  }));
  return [...across.map((box) => toRule(box, 'horizontal')), ...down.map((box) => toRule(box, 'vertical'))];
}

/** Finds the words of a picture nobody has read, as patches of ink: what is left without the plainest lines. */
export function findUnreadWords(gray: GrayPage, shapes: readonly PageBox[]): PageBox[] {
  const down = findStreaks(swapAxes(gray), PLAIN).map(({ x, y, width, height }) => ({
    ...{ x: y, y: x, width: height, height: width },
  }));
  return findRasterWords(gray, [...findStreaks(gray, PLAIN), ...down, ...shapes]);
}

/** The space around words that is erased with them, in points. */
const WORD_MARGIN = 0.4;

/** Pieces of a line are at most this far apart, in points, and in a short line a share of its length. */
const REACH = 14;
const REACH_LEAST = 4;
const REACH_SHARE = 0.35;
const SAME_HEIGHT = 1.6;

/** Joins the pieces of a faint line, unless there is a word between them. */
function joinPieces(pieces: readonly PageBox[], words: readonly PageBox[]): PageBox[] {
  const joined: PageBox[] = [];
  for (const piece of pieces.toSorted((one, other) => one.x - other.x)) {
    const at = joined.findIndex((line) => continuesLine(line, piece, words));
    const line = joined[at];
    if (line === undefined) joined.push(piece);
    else joined[at] = encloseBoxes([line, piece]);
  }
  return joined;
}

function continuesLine(line: PageBox, piece: PageBox, words: readonly PageBox[]): boolean {
  const end = line.x + line.width;
  const reach = Math.min(REACH, Math.max(REACH_LEAST, REACH_SHARE * (line.width + piece.width)));
  if (piece.x - end > reach) return false;
  if (Math.abs(line.y + line.height / 2 - piece.y - piece.height / 2) >= SAME_HEIGHT) return false;
  return !words.some(
    ({ x, y, width, height }) =>
      x < piece.x && x + width > end && y < piece.y + 2 && y + height > piece.y - 2,
  );
}

function toRule(box: PageBox, orientation: Rule['orientation']): Rule {
  return { ...box, orientation, luminance: 0, dashed: false };
}

/** Half the width over which a row is smoothed, and how far above and below a line there must be paper. */
const SOFT = 1.3;
const CLEAR = 2;

/** The thickest line on average, and with the drift of one that isn't quite level. */
const THICKEST = 3.2;
const ASKEW = 5;

/** A page has no more lines than this. The limit keeps noise from taking long. */
const MOST_LINES = 4000;

type Stretch = { readonly row: number; readonly from: number; readonly to: number };
type Streak = { first: number; last: number; from: number; to: number; ink: number; longest: number };

/** Finds long flat streaks of ink with paper above and below, in points. */
function findStreaks(gray: GrayPage, strictness: Strictness): PageBox[] {
  const { scale } = gray;
  const gap = Math.round(strictness.gap * scale);
  let open: Streak[] = [];
  const done: Streak[] = [];
  let row = -1;
  for (const stretch of listStretches(gray, strictness)) {
    if (stretch.row !== row) {
      row = stretch.row;
      const still: Streak[] = [];
      for (const streak of open) (streak.last >= row - 2 ? still : done).push(streak);
      open = still;
    }
    const length = stretch.to - stretch.from + 1;
    const streak = open.find(({ from, to }) => stretch.from <= to + gap && stretch.to >= from - gap);
    if (streak === undefined) {
      const { from, to } = stretch;
      open.push({ first: row, last: row, from, to, ink: length, longest: length });
      continue;
    }
    streak.last = row;
    streak.from = Math.min(streak.from, stretch.from);
    streak.to = Math.max(streak.to, stretch.to);
    streak.ink += length;
    streak.longest = Math.max(streak.longest, length);
  }
  return [...done, ...open]
    .filter(({ first, last, from, to, ink, longest }) => {
      const length = to - from + 1;
      const isLong = length >= strictness.least * scale && longest >= length * strictness.solid;
      return isLong && ink / length <= THICKEST * scale && last - first + 1 <= ASKEW * scale;
    })
    .slice(0, MOST_LINES)
    .map(({ first, last, from, to }) => ({
      x: from / scale,
      y: first / scale,
      width: (to - from + 1) / scale,
      height: (last - first + 1) / scale,
    }));
}

function listStretches(gray: GrayPage, { least, dark, contrast, full, gap: widest }: Strictness): Stretch[] {
  const { width, height, scale } = gray;
  const radius = getSoftRadius(scale);
  const clear = Math.max(2, Math.round(CLEAR * scale));
  const gap = Math.round(widest * scale);
  const shortest = least * scale * 0.4;
  const soft = smoothRows(gray);
  const stretches: Stretch[] = [];
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    const above = Math.max(0, row - clear) * width;
    const below = Math.min(height - 1, row + clear) * width;
    let from = -1;
    let last = -Infinity;
    let ink = 0;
    const close = () => {
      const length = last - from + 1;
      if (from >= 0 && length >= shortest && ink >= length * full) stretches.push({ row, from, to: last });
    };
    for (let at = radius; at < width - radius; at += 1) {
      const value = soft[start + at] ?? 255;
      if (value > dark) continue;
      if (value > (soft[above + at] ?? 255) - contrast || value > (soft[below + at] ?? 255) - contrast)
        continue;
      if (at - last > gap + 1) {
        close();
        from = at;
        ink = 0;
      }
      last = at;
      ink += 1;
    }
    close();
  }
  return stretches;
}

/** Smooths a picture along its rows, so that noise doesn't interrupt lines. */
function smoothRows({ width, height, values, scale }: GrayPage): Uint8Array {
  const radius = getSoftRadius(scale);
  const span = 2 * radius + 1;
  const soft = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    let sum = 0;
    for (let at = 0; at < Math.min(span, width); at += 1) sum += values[start + at] ?? 0;
    for (let at = radius; at < width - radius; at += 1) {
      soft[start + at] = sum / span;
      if (at + radius + 1 < width)
        sum += (values[start + at + radius + 1] ?? 0) - (values[start + at - radius] ?? 0);
    }
  }
  return soft;
}

function getSoftRadius(scale: number): number {
  return Math.max(2, Math.round(SOFT * scale));
}
