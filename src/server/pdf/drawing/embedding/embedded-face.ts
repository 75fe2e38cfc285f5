import { PdfArray, PdfDict, PdfName, PdfNumber, type PDF, PdfString } from '@libpdf/core';
import { createCompressedStream, createNumberArray } from '#server/pdf/engine/objects.ts';
import type { Face } from '../text/faces.ts';
import { type CompositeGlyph, withComposites } from './font-file.ts';
import { subsetFont } from './font-subset.ts';
import type { Cluster } from '../text/shape.ts';
import { toUnicodeMap } from './to-unicode.ts';

type Code = { readonly cluster: Cluster; readonly width: number };

/**
 * The most codes of one font. Together with the font's own glyphs, composites for all codes still fit into
 * 65,535 glyphs.
 */
const MOST_CODES = 20_000;
const SYMBOLIC = 4;

/**
 * The part of a face that a document shows. Each code stands for one pair of glyphs and text, so that the
 * text can be extracted exactly, whatever the shaper turned it into.
 */
export class EmbeddedFace {
  readonly #face: Face;
  readonly #codes: Code[] = [];
  readonly #known = new Map<string, number>();

  constructor(face: Face) {
    this.#face = face;
  }

  get isFull(): boolean {
    return this.#codes.length >= MOST_CODES;
  }

  /** Returns the code of a cluster and the width that the font gives it, in thousandths of the font size. */
  code(cluster: Cluster): { code: number; width: number } {
    const key = `${cluster.glyphs.map(({ id, x, y }) => `${id},${x},${y}`).join(' ')}|${cluster.text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return { code: known, width: this.#codes[known - 1]?.width ?? 0 };
    const single = getSingleGlyph(cluster);
    const advance = single === null ? cluster.advance : this.#face.advance(single) / this.#face.unitsPerEm;
    const width = Math.round(advance * 1_000_000) / 1000;
    this.#codes.push({ cluster, width });
    this.#known.set(key, this.#codes.length);
    return { code: this.#codes.length, width };
  }

  /**
   * Writes the font, a subset of the face with composite glyphs for clusters of several glyphs. `tag`
   * distinguishes subsets.
   */
  write(pdf: PDF, font: PdfDict, tag: string): void {
    const composites: CompositeGlyph[] = [];
    const glyphs = this.#codes.map(({ cluster }) => {
      const single = getSingleGlyph(cluster);
      return single ?? { composite: composites.push(this.#composite(cluster)) - 1 };
    });
    const ids = new Set(this.#codes.flatMap(({ cluster }) => cluster.glyphs.map(({ id }) => id)));
    const { bytes, firstComposite } = withComposites(subsetFont(this.#face.path, ids), composites);
    const map = Buffer.alloc((glyphs.length + 1) * 2);
    glyphs.forEach((glyph, index) => {
      map.writeUInt16BE(
        typeof glyph === 'number' ? glyph : firstComposite + glyph.composite,
        (index + 1) * 2,
      );
    });
    const name = PdfName.of(`${tag}+${this.#face.name}`);
    const descendant = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType2'),
      BaseFont: name,
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('Identity'),
        Supplement: PdfNumber.of(0),
      }),
      FontDescriptor: pdf.register(this.#descriptor(pdf, name, bytes)),
      W: new PdfArray([PdfNumber.of(1), createNumberArray(this.#codes.map(({ width }) => width))]),
      CIDToGIDMap: pdf.register(createCompressedStream({}, map)),
    });
    const entries = {
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: PdfName.of('Identity-H'),
      DescendantFonts: new PdfArray([pdf.register(descendant)]),
      ToUnicode: pdf.register(toUnicodeMap(['', ...this.#codes.map(({ cluster }) => cluster.text)], 2)),
    };
    for (const [key, value] of Object.entries(entries)) font.set(key, value);
  }

  #composite({ glyphs, advance }: Cluster): CompositeGlyph {
    const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
    for (const { id, x, y } of glyphs) {
      const ink = this.#face.extents(id);
      if (!ink) continue;
      box.left = Math.min(box.left, x + ink.xBearing);
      box.right = Math.max(box.right, x + ink.xBearing + ink.width);
      box.top = Math.max(box.top, y + ink.yBearing);
      box.bottom = Math.min(box.bottom, y + ink.yBearing + ink.height);
    }
    const isBlank = box.left === Infinity;
    return {
      parts: glyphs,
      advance: advance * this.#face.unitsPerEm,
      box: isBlank ? { left: 0, bottom: 0, right: 0, top: 0 } : box,
    };
  }

  #descriptor(pdf: PDF, name: PdfName, bytes: Uint8Array): PdfDict {
    const file = createCompressedStream({ Length1: PdfNumber.of(bytes.length) }, bytes);
    return PdfDict.of({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      Flags: PdfNumber.of(SYMBOLIC),
      FontBBox: createNumberArray([-1000, -500, 2000, 1200]),
      ItalicAngle: PdfNumber.of(0),
      Ascent: PdfNumber.of(1069),
      Descent: PdfNumber.of(-293),
      CapHeight: PdfNumber.of(714),
      StemV: PdfNumber.of(80),
      FontFile2: pdf.register(file),
    });
  }
}

/**
 * Returns the glyph of a cluster that consists of one glyph in its normal place; null for any other cluster.
 */
function getSingleGlyph({ glyphs }: Cluster): number | null {
  const [only] = glyphs;
  return only && glyphs.length === 1 && only.x === 0 && only.y === 0 ? only.id : null;
}
