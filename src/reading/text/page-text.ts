import type { Glyph } from '../page/words.ts';
import { fold, toLowercase } from './fold.ts';
import { GAP, groupIntoRows, groupTurnedRows, type RowGlyph } from './rows.ts';

/**
 * A page's drawn text, prepared for searching. It has the text that is compared, without spaces and with a
 * line feed between rows, and for each UTF-16 unit of it the character that the unit is part of. A row reads
 * from left to right, as it looks.
 */
export type PageText = {
  /** Page number, from 1. */
  readonly number: number;
  /** The width of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  readonly exact: string;
  /** `exact` in lowercase, with the same length. */
  readonly lower: string;
  /** For each unit: the index of its character, and what comes before it. */
  readonly character: Uint32Array;
  readonly gap: Uint8Array;
  /** For each character: its text as drawn, and its box as left, top, right and bottom. */
  readonly drawn: readonly string[];
  readonly boxes: Float32Array;
};

export type PageGlyphs = {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  /** Text that doesn't read from left to right across the page. */
  readonly turned: readonly Glyph[];
};

/** Converts a page's characters to a text that can be searched. */
export function toPageText({ number, width, height, glyphs, turned }: PageGlyphs): PageText {
  const rows = [...groupIntoRows(glyphs), ...groupTurnedRows(turned)];
  const characters = rows.flat();
  const boxes = new Float32Array(characters.length * 4);
  characters.forEach((glyph, index) => {
    boxes.set([glyph.x, glyph.y, glyph.x + glyph.width, glyph.y + glyph.height], index * 4);
  });
  const texts: string[] = [];
  const character: number[] = [];
  const gap: number[] = [];
  let index = 0;
  for (const row of rows) {
    for (const glyph of row) {
      const text = fold(glyph.text);
      texts.push(text);
      for (let unit = 0; unit < text.length; unit += 1) {
        character.push(index);
        gap.push(unit === 0 ? getGapBefore(row, glyph) : GAP.none);
      }
      index += 1;
    }
    texts.push('\n');
    character.push(Math.max(0, index - 1));
    gap.push(GAP.column);
  }
  const exact = texts.join('');
  return {
    ...{ number, width, height, exact, lower: toLowercase(exact) },
    character: Uint32Array.from(character),
    gap: Uint8Array.from(gap),
    drawn: characters.map(({ text }) => text),
    boxes,
  };
}

function getGapBefore(row: readonly RowGlyph[], glyph: RowGlyph): number {
  return row[0] === glyph ? GAP.column : glyph.gap;
}
