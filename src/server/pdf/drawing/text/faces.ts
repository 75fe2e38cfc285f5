import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getFontPath, type FaceName } from '#server/fonts.ts';
import { Blob, Face as HarfBuzzFace, Font, type GlyphExtents } from 'harfbuzzjs';

/**
 * How text is set: regular, in another face (Latin, Greek and Cyrillic only), or as a typed signature in one of
 * its styles.
 */
export type FontStyle = 'regular' | 'bold' | 'serif' | 'bold serif' | Handwriting;
export type Handwriting = 'handwriting' | 'clear handwriting' | 'bold handwriting';

/**
 * A loaded font file. All measures are in the font's own units, of which `unitsPerEm` make up the font size.
 */
export type Face = {
  readonly name: string;
  readonly path: string;
  readonly font: Font;
  readonly unitsPerEm: number;
  covers(codePoint: number): boolean;
  advance(glyph: number): number;
  /** Returns null for a glyph without ink. */
  extents(glyph: number): GlyphExtents | null;
};

const loaded = new Map<FaceName, Face>();

/** Loads a face on first use and keeps it. */
export function getFace(name: FaceName): Face {
  let face = loaded.get(name);
  if (!face) loaded.set(name, (face = load(name)));
  return face;
}

function load(name: FaceName): Face {
  const path = getFontPath(name);
  const face = new HarfBuzzFace(new Blob(readFileSync(path)));
  const font = new Font(face);
  const coverage = new Set(face.collectUnicodes());
  const advance = memoize((glyph: number) => font.glyphHAdvance(glyph));
  const extents = memoize((glyph: number) => {
    const box = font.glyphExtents(glyph);
    return box === undefined || box.width === 0 || box.height === 0 ? null : box;
  });
  return {
    ...{ name: basename(path).replace(/_.*/, ''), path, font, unitsPerEm: face.upem, advance, extents },
    covers: (codePoint) => coverage.has(codePoint),
  };
}

function memoize<Result>(compute: (glyph: number) => Result): (glyph: number) => Result {
  const known = new Map<number, Result>();
  return (glyph) => {
    const before = known.get(glyph);
    if (before !== undefined) return before;
    const result = compute(glyph);
    known.set(glyph, result);
    return result;
  };
}
