import { isTagColor, type TagColor } from '#domain/document/tags.ts';
import { transformRectangle } from '#domain/field/geometry.ts';
import type { Glyph } from '#reading/page/words.ts';
import type { PageSpace } from '#server/pdf/engine/page-space.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';

/** Limit of characters per page, so that a hostile page can't take minutes. */
export const MOST_CHARACTERS = 60_000;

/** The weight at which a font counts as bold, and PDFium's flag for a bold font (ISO 32000-2, table 121). */
const BOLD_WEIGHT = 600;
const FORCE_BOLD = 1 << 18;

type Style = {
  readonly size: number;
  readonly bold: boolean;
  readonly font: string;
  readonly upright: boolean;
  readonly marked: boolean;
};

/**
 * Reads a page's characters with exact boxes, in drawing order. Sideways text is returned separately, and
 * characters of the given color are marked.
 */
export function readGlyphs(
  library: Pdfium,
  page: number,
  space: PageSpace,
  color: TagColor | null = null,
): { glyphs: Glyph[]; turned: Glyph[] } {
  const glyphs: Glyph[] = [];
  const turned: Glyph[] = [];
  const text = library.api.FPDFText_LoadPage(page);
  if (text === 0) return { glyphs, turned };
  const scratch = library.allocate(SCRATCH_BYTES);
  try {
    const reader = new GlyphReader(library, text, scratch, { space, color });
    const count = Math.min(library.api.FPDFText_CountChars(text), MOST_CHARACTERS);
    let spaced = true;
    for (let index = 0; index < count; index += 1) {
      const code = library.api.FPDFText_GetUnicode(text, index);
      if (isBlank(code)) {
        // Ignore spaces that PDFium guessed: the gap itself says as much, and guesses split letterspaced
        // words.
        spaced ||= library.api.FPDFText_IsGenerated(text, index) !== 1;
        continue;
      }
      const read = reader.read(index, code, spaced);
      if (read === null) continue;
      (read.upright ? glyphs : turned).push(read.glyph);
      spaced = false;
    }
  } finally {
    library.free(scratch);
    library.api.FPDFText_ClosePage(text);
  }
  return { glyphs, turned };
}

/** The bytes of a UTF-16 unit. */
const UNIT_BYTES = 2;

/**
 * Reads a page's text at once, in the order in which it's drawn and with the spaces that PDFium guesses. This
 * takes a fraction of the time that the positions of its characters take.
 */
export function readPlainText({ api, allocate, free, memory }: Pdfium, page: number): string {
  const text = api.FPDFText_LoadPage(page);
  if (text === 0) return '';
  const count = Math.min(api.FPDFText_CountChars(text), MOST_CHARACTERS);
  // PDFium ends the text with a zero. A character may have two units.
  const pointer = allocate((2 * count + 1) * UNIT_BYTES);
  try {
    const units = api.FPDFText_GetText(text, 0, count, pointer);
    if (units <= 1) return '';
    return Buffer.from(memory(), pointer, (units - 1) * UNIT_BYTES).toString('utf16le');
  } finally {
    free(pointer);
    api.FPDFText_ClosePage(text);
  }
}

/**
 * Size of the scratch memory. It holds four doubles, a rectangle of floats, a matrix of floats and a name.
 */
const SCRATCH_BYTES = 512;
const LOOSE_AT = 32;
const MATRIX_AT = 48;
const NAME_AT = 80;
const NAME_BYTES = 400;

class GlyphReader {
  readonly #library: Pdfium;
  readonly #text: number;
  readonly #scratch: number;
  readonly #space: PageSpace;
  readonly #color: TagColor | null;
  readonly #styles = new Map<number, Style>();
  #memory: DataView;

  constructor(
    library: Pdfium,
    text: number,
    scratch: number,
    { space, color }: { space: PageSpace; color: TagColor | null },
  ) {
    this.#library = library;
    this.#text = text;
    this.#scratch = scratch;
    this.#space = space;
    this.#color = color;
    this.#memory = new DataView(library.memory());
  }

  read(index: number, code: number, spaced: boolean): { glyph: Glyph; upright: boolean } | null {
    const { api } = this.#library;
    const at = this.#scratch;
    if (api.FPDFText_GetCharBox(this.#text, index, at, at + 8, at + 16, at + 24) === 0) return null;
    api.FPDFText_GetLooseCharBox(this.#text, index, at + LOOSE_AT);
    const style = this.#styleOf(index);
    const { matrix } = this.#space;
    // Left, right, bottom and top, and for the loose box left, top, right and bottom.
    const left = this.#readDouble(at);
    const bottom = this.#readDouble(at + 16);
    const ink = transformRectangle(matrix, {
      x: left,
      y: bottom,
      width: this.#readDouble(at + 8) - left,
      height: this.#readDouble(at + 24) - bottom,
    });
    const looseLeft = this.#readFloat(at + LOOSE_AT);
    const looseBottom = this.#readFloat(at + LOOSE_AT + 12);
    const advance = transformRectangle(matrix, {
      x: looseLeft,
      y: looseBottom,
      width: this.#readFloat(at + LOOSE_AT + 8) - looseLeft,
      height: this.#readFloat(at + LOOSE_AT + 4) - looseBottom,
    });
    api.FPDFText_GetCharOrigin(this.#text, index, at, at + 8);
    const baseline = matrix[1] * this.#readDouble(at) + matrix[3] * this.#readDouble(at + 8) + matrix[5];
    if (!isVisible(ink, this.#space)) return null;
    const glyph: Glyph = {
      ...ink,
      text: String.fromCodePoint(code > 0x10ffff ? 0xfffd : code),
      start: Math.min(advance.x, ink.x),
      end: Math.max(advance.x + advance.width, ink.x + ink.width),
      baseline,
      size: style.size,
      bold: style.bold,
      font: style.font,
      spaced,
      ...(style.marked ? { marked: true } : {}),
    };
    return { glyph, upright: style.upright };
  }

  #readDouble(pointer: number): number {
    return this.#getMemory().getFloat64(pointer, true);
  }

  #readFloat(pointer: number): number {
    return this.#getMemory().getFloat32(pointer, true);
  }

  /** A view of PDFium's memory, kept until the memory moves: a view for each value would cost more than reading it. */
  #getMemory(): DataView {
    const memory = this.#library.memory();
    if (this.#memory.buffer !== memory) this.#memory = new DataView(memory);
    return this.#memory;
  }

  #styleOf(index: number): Style {
    const { api } = this.#library;
    const object = api.FPDFText_GetTextObject(this.#text, index);
    const known = this.#styles.get(object);
    if (known !== undefined) return known;
    const style = this.#readStyle(index, object);
    this.#styles.set(object, style);
    return style;
  }

  #readStyle(index: number, object: number): Style {
    const { api } = this.#library;
    const pointer = this.#scratch + MATRIX_AT;
    const found = api.FPDFText_GetMatrix(this.#text, index, pointer) !== 0;
    const [a = 1, b = 0, c = 0, d = 1] = found ? new Float32Array(this.#library.memory(), pointer, 4) : [];
    const { matrix } = this.#space;
    const along = { x: a * matrix[0] + b * matrix[2], y: a * matrix[1] + b * matrix[3] };
    const font = object === 0 ? 0 : api.FPDFTextObj_GetFont(object);
    const name = font === 0 ? '' : this.#nameOf(font);
    const strokes = object !== 0 && api.FPDFTextObj_GetTextRenderMode(object) === 2;
    return {
      size: api.FPDFText_GetFontSize(this.#text, index) * Math.hypot(c, d),
      bold: strokes || /bold|black|heavy|demi/.test(name) || (font !== 0 && this.#isHeavy(font)),
      font: name,
      upright: along.x > 0 && Math.abs(along.y) < along.x * 0.2,
      marked: this.#color !== null && isTagColor(this.#fillOf(object), this.#color),
    };
  }

  #fillOf(object: number): readonly number[] {
    const { api } = this.#library;
    const at = this.#scratch + MATRIX_AT;
    if (object === 0 || api.FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12) === 0) return [];
    return [...new Uint32Array(this.#library.memory(), at, 3)];
  }

  #nameOf(font: number): string {
    const pointer = this.#scratch + NAME_AT;
    const length = this.#library.api.FPDFFont_GetBaseFontName(font, pointer, NAME_BYTES);
    if (length <= 1 || length > NAME_BYTES) return '';
    const name = Buffer.from(this.#library.memory(), pointer, length - 1).toString('latin1');
    return name.replace(/^[A-Z]{6}\+/, '').toLowerCase();
  }

  #isHeavy(font: number): boolean {
    const { api } = this.#library;
    return api.FPDFFont_GetWeight(font) >= BOLD_WEIGHT || (api.FPDFFont_GetFlags(font) & FORCE_BOLD) !== 0;
  }
}

function isBlank(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0xfeff;
}

function isVisible(ink: { x: number; y: number; width: number; height: number }, space: PageSpace): boolean {
  return (
    ink.width > 0 &&
    ink.height > 0 &&
    ink.x + ink.width > 0 &&
    ink.y + ink.height > 0 &&
    ink.x < space.width &&
    ink.y < space.height
  );
}
