import { Buffer, BufferFlag, ClusterLevel, Direction, shape } from 'harfbuzzjs';
import { splitGraphemes } from '#domain/field/value/graphemes.ts';
import { toPrintableLines, isTextRightToLeft } from '#domain/text.ts';
import { sortVisually } from './bidi.ts';
import { CODE_BOX } from '../embedding/code-box.ts';
import type { Face, FontStyle } from './faces.ts';
import { type Item, splitItems } from './items.ts';

/** A glyph and its position relative to the start of its cluster, in units of its face. */
export type PlacedGlyph = { readonly id: number; readonly x: number; readonly y: number };

/**
 * The smallest part of a line that can be copied by itself. `text` is what a reader of the PDF extracts. It
 * is in visual order for right-to-left text, because readers reverse such text. A cluster without a face is a
 * code box.
 */
export type Cluster = {
  readonly face: Face | null;
  readonly glyphs: readonly PlacedGlyph[];
  /** The advance width in font sizes. */
  readonly advance: number;
  readonly text: string;
};

/**
 * The extent of ink around the start of a baseline, in font sizes. `left` and `descent` are measured away
 * from it.
 */
type Ink = { left: number; right: number; ascent: number; descent: number };

export type ShapedLine = {
  /** The clusters from left to right. */
  readonly clusters: readonly Cluster[];
  readonly width: number;
  /** The extent of the ink; null for a line of spaces. */
  readonly ink: Ink | null;
  /** Characters that are shown as code boxes, because no face has them. */
  readonly boxed: readonly string[];
};

/**
 * Characters that may have no ink. Tatweel is one of them, because it only stretches its neighbors, and some
 * handwriting faces leave it out.
 */
const BLANK = /^[\s\u0640\p{Default_Ignorable_Code_Point}]*$/u;
const MOST_REMEMBERED_UNITS = 200_000;
const remembered = new Map<string, ShapedLine>();
let rememberedUnits = 0;

/** Shapes one line of text. Never throws. Text that can't be shaped is drawn as code boxes. */
export function shapeLine(
  text: string,
  style: FontStyle,
  rightToLeft: boolean = isTextRightToLeft(text),
): ShapedLine {
  const key = `${style}${rightToLeft ? '<' : '>'}${text}`;
  const known = remembered.get(key);
  if (known) return known;
  if (rememberedUnits > MOST_REMEMBERED_UNITS) {
    remembered.clear();
    rememberedUnits = 0;
  }
  const line = shapeText(toPrintableLines(text).replaceAll('\n', ' '), style, rightToLeft);
  remembered.set(key, line);
  rememberedUnits += key.length;
  return line;
}

/**
 * Shapes a text so that each character is in the middle of a cell. The glyphs themselves are as wide as the
 * cells (in font sizes), because readers of the PDF take gaps between glyphs for spaces.
 */
export function shapeCells(
  text: string,
  style: FontStyle,
  rightToLeft: boolean,
  cell: number,
): Pick<ShapedLine, 'clusters' | 'boxed'> {
  const lines = splitGraphemes(text).map((character) => shapeLine(character, style, rightToLeft));
  const clusters = (rightToLeft ? lines.reverse() : lines).flatMap((line) => {
    const free = Math.max(0, cell - line.width) / 2;
    return line.clusters.map((cluster, index): Cluster => {
      const before = index === 0 ? free : 0;
      const after = index === line.clusters.length - 1 ? free : 0;
      const glyphs = cluster.glyphs.map((glyph) => ({
        ...glyph,
        x: glyph.x + before * (cluster.face?.unitsPerEm ?? 0),
      }));
      return { ...cluster, glyphs, advance: cluster.advance + before + after };
    });
  });
  return { clusters, boxed: lines.flatMap(({ boxed }) => boxed) };
}

function shapeText(text: string, style: FontStyle, rightToLeft: boolean): ShapedLine {
  let clusters: Cluster[];
  try {
    const items = splitItems(text, style, rightToLeft);
    clusters = sortVisually(items).flatMap((item) => shapeItem(text, item));
  } catch {
    clusters = createBoxes(text);
  }
  const line = measureClusters(clusters);
  // A joiner alone has no ink, but someone entered it, so it is shown as a code box.
  return line.ink || /^\s*$/u.test(text) ? line : measureClusters(createBoxes(text));
}

let buffer: Buffer | null = null;

function shapeItem(text: string, item: Item): Cluster[] {
  const own = text.slice(item.start, item.end);
  const rightToLeft = item.level % 2 === 1;
  if (!item.face) return createBoxes(own, rightToLeft);
  buffer ??= new Buffer();
  buffer.clearContents();
  buffer.addText(text, item.start, item.end - item.start);
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  buffer.setClusterLevel(ClusterLevel.MONOTONE_GRAPHEMES);
  buffer.guessSegmentProperties();
  shape(item.face.font, buffer);
  return readClusters(buffer, text, item, item.face);
}

function readClusters(from: Buffer, text: string, item: Item, face: Face): Cluster[] {
  const infos = from.getGlyphInfos();
  const positions = from.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const clusters: Cluster[] = [];
  for (let first = 0; first < infos.length;) {
    const start = infos[first]?.cluster ?? item.start;
    const glyphs: PlacedGlyph[] = [];
    let pen = 0;
    let next = first;
    for (; infos[next]?.cluster === start; next += 1) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[next] ?? {};
      glyphs.push({ id: infos[next]?.codepoint ?? 0, x: pen + xOffset, y: yOffset });
      pen += xAdvance;
    }
    first = next;
    const index = starts.indexOf(start);
    const own = text.slice(index === 0 ? item.start : start, starts[index + 1] ?? item.end);
    clusters.push(
      ...toReadable({ face, glyphs, advance: pen / face.unitsPerEm, text: own }, item.level % 2 === 1),
    );
  }
  return clusters;
}

/** Turns a cluster that shows nothing, or the mark for a missing glyph, into code boxes. */
function toReadable(cluster: Cluster & { face: Face }, rightToLeft: boolean): Cluster[] {
  const { face, glyphs, text } = cluster;
  const isMissing = glyphs.some(({ id }) => id === 0);
  const hasInk = glyphs.some(({ id }) => face.extents(id) !== null);
  if (isMissing || (!hasInk && !BLANK.test(text))) return createBoxes(text, rightToLeft);
  return [{ ...cluster, text: rightToLeft ? [...text].reverse().join('') : text }];
}

function createBoxes(text: string, rightToLeft = false): Cluster[] {
  const clusters = [...text].map((character) => ({
    ...{ face: null, glyphs: [], text: character },
    advance: /\s/u.test(character) ? CODE_BOX.space : CODE_BOX.advance(character),
  }));
  return rightToLeft ? clusters.reverse() : clusters;
}

function measureClusters(clusters: readonly Cluster[]): ShapedLine {
  const ink: Ink = { left: -Infinity, right: -Infinity, ascent: -Infinity, descent: -Infinity };
  const boxed: string[] = [];
  let x = 0;
  const cover = (left: number, bottom: number, right: number, top: number): void => {
    ink.left = Math.max(ink.left, -left);
    ink.right = Math.max(ink.right, right);
    ink.ascent = Math.max(ink.ascent, top);
    ink.descent = Math.max(ink.descent, -bottom);
  };
  for (const { face, glyphs, advance, text } of clusters) {
    if (!face && !/\s/u.test(text)) {
      boxed.push(text);
      cover(x, CODE_BOX.bottom, x + advance, CODE_BOX.top);
    }
    for (const { id, x: dx, y: dy } of face ? glyphs : []) {
      const box = face?.extents(id);
      if (!face || !box) continue;
      const left = x + (dx + box.xBearing) / face.unitsPerEm;
      const top = (dy + box.yBearing) / face.unitsPerEm;
      cover(left, top + box.height / face.unitsPerEm, left + box.width / face.unitsPerEm, top);
    }
    x += advance;
  }
  return { clusters, width: x, ink: ink.right === -Infinity ? null : ink, boxed };
}
