import type { Leader, PageBox, TextLine, Word } from './page-facts.ts';

/**
 * A drawn character: its ink, and the advance box that decides whether the next character follows without a
 * gap.
 */
export type Glyph = PageBox & {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly font: string;
  readonly spaced: boolean;
  /** Whether the character has the color that the caller asked for. */
  readonly marked?: boolean;
};

/** Groups the characters of a page, in drawing order, into words, lines, and blanks. */
export function groupWordsAndLines(glyphs: readonly Glyph[]): {
  words: Word[];
  lines: TextLine[];
  leaders: Leader[];
} {
  const { plain, fillers } = separateFillers(glyphs);
  const words = plain.map(toWord);
  return { words, lines: groupIntoLines(words), leaders: joinLeaders(fillers, words) };
}

/** Groups characters in other directions into words by their spaces. */
export function groupTurnedWords(glyphs: readonly Glyph[]): Word[] {
  const words: Glyph[][] = [];
  for (const glyph of glyphs) {
    if (glyph.spaced || words.length === 0) words.push([glyph]);
    else words.at(-1)?.push(glyph);
  }
  return words.map(toWord);
}

/** The largest gap within a word and the largest step of its baseline, in font sizes. */
const WORD_GAP = 0.18;
const BASELINE_STEP = 0.2;

/** The largest gap between words of a line, in font sizes. Wider gaps separate columns. */
const LINE_GAP = 1.05;

type Filler = Glyph & { readonly kind: Leader['kind'] };

function separateFillers(glyphs: readonly Glyph[]): { plain: Glyph[][]; fillers: Filler[] } {
  const plain: Glyph[][] = [];
  const fillers: Filler[] = [];
  let last: Glyph | null = null;
  for (const [index, glyph] of glyphs.entries()) {
    const kind = getFillerKind(glyphs, index);
    if (kind !== null) {
      fillers.push({ ...glyph, kind });
      last = null;
      continue;
    }
    const word = plain.at(-1);
    if (word !== undefined && last !== null && continuesWord(last, glyph)) word.push(glyph);
    else plain.push([glyph]);
    last = glyph;
  }
  return { plain, fillers };
}

/**
 * Returns the kind of blank that a character is part of, or null. A period is part of a blank only among many
 * periods, not in an ellipsis or after a letter.
 */
function getFillerKind(glyphs: readonly Glyph[], index: number): Leader['kind'] | null {
  const text = glyphs[index]?.text;
  if (text === '_' || text === '\u02CD' || text === '\u2017' || text === '\uFF3F') return 'underscore';
  if (text === '\u2026' && (isDot(glyphs[index - 1]) || isDot(glyphs[index + 1]))) return 'dots';
  if (text !== '.' && text !== '\u00B7') return null;
  let first = index;
  while (index - first < 4 && isDot(glyphs[first - 1])) first -= 1;
  let run = index - first;
  for (let at = index; run < 4 && isDot(glyphs[at]); at += 1) run += 1;
  return run >= 4 ? 'dots' : null;
}

function isDot(glyph: Glyph | undefined): boolean {
  return glyph !== undefined && (glyph.text === '.' || glyph.text === '\u00B7' || glyph.text === '\u2026');
}

/** Tick boxes are separate words even if text follows without a gap. */
const BOX = /^[\u2610-\u2612\u25A1\u25A2\u25CB\u25EF\u2751\u274F-\u2752\uE000-\uF8FF]$/u;

function continuesWord(last: Glyph, next: Glyph): boolean {
  if (next.spaced || BOX.test(last.text) || BOX.test(next.text)) return false;
  if (last.font !== next.font && isSymbolFont(last.font) !== isSymbolFont(next.font)) return false;
  const size = Math.max(last.size, next.size);
  const gap = next.start - last.end;
  return (
    Math.abs(next.baseline - last.baseline) <= size * BASELINE_STEP &&
    gap <= size * WORD_GAP &&
    gap >= -size * 0.6
  );
}

function isSymbolFont(font: string): boolean {
  return /wingding|dingbat|webding/.test(font);
}

function toWord(glyphs: readonly Glyph[]): Word {
  const box = encloseBoxes(glyphs);
  const heaviest = glyphs.reduce((one, other) => (other.size > one.size ? other : one));
  return {
    ...box,
    text: glyphs.map(({ text }) => text).join(''),
    baseline: heaviest.baseline,
    size: heaviest.size,
    bold: glyphs.filter(({ bold }) => bold).length * 2 > glyphs.length,
    font: heaviest.font,
  };
}

function groupIntoLines(words: readonly Word[]): TextLine[] {
  const rows: Word[][] = [];
  const sorted = [...words].sort((one, other) => one.baseline - other.baseline || one.x - other.x);
  for (const word of sorted) {
    const row = rows.findLast(
      (candidate, index) =>
        index >= rows.length - 3 &&
        Math.abs((candidate[0]?.baseline ?? 0) - word.baseline) <= word.size * BASELINE_STEP,
    );
    if (row === undefined) rows.push([word]);
    else row.push(word);
  }
  return rows.flatMap((row) => {
    row.sort((one, other) => one.x - other.x);
    const lines: Word[][] = [];
    for (const word of row) {
      const line = lines.at(-1);
      const last = line?.at(-1);
      const gap = last === undefined ? Infinity : word.x - (last.x + last.width);
      const size = Math.max(last?.size ?? 0, word.size);
      if (line !== undefined && gap <= size * LINE_GAP) line.push(word);
      else lines.push([word]);
    }
    return lines.map(toLine);
  });
}

function toLine(words: readonly Word[]): TextLine {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const boldLetters = words.reduce((sum, { text, bold }) => sum + (bold ? text.length : 0), 0);
  return {
    ...encloseBoxes(words),
    text: words.map(({ text }) => text).join(' '),
    baseline: words[0]?.baseline ?? 0,
    size: Math.max(...words.map(({ size }) => size)),
    bold: boldLetters * 2 > letters,
    words,
  };
}

/**
 * Joins the characters of blanks if they are adjacent, of one kind, on one baseline, and have no word in
 * between.
 */
function joinLeaders(fillers: readonly Filler[], words: readonly Word[]): Leader[] {
  const sorted = [...fillers].sort((one, other) => one.baseline - other.baseline || one.x - other.x);
  const rows: Filler[][] = [];
  for (const filler of sorted) {
    const row = rows.findLast(
      (candidate, index) =>
        index >= rows.length - 4 &&
        candidate[0]?.kind === filler.kind &&
        Math.abs((candidate[0]?.baseline ?? 0) - filler.baseline) <= filler.size * BASELINE_STEP,
    );
    if (row === undefined) rows.push([filler]);
    else row.push(filler);
  }
  return rows.flatMap((row) => {
    row.sort((one, other) => one.x - other.x);
    const runs: Filler[][] = [];
    for (const filler of row) {
      const last = runs.at(-1)?.at(-1);
      const reach = filler.kind === 'dots' ? 2.2 : 0.75;
      const gap = last === undefined ? Infinity : filler.start - last.end;
      const parted = last !== undefined && words.some((word) => isBetween(word, last, filler));
      if (last !== undefined && gap <= filler.size * reach && !parted) runs.at(-1)?.push(filler);
      else runs.push([filler]);
    }
    return runs
      .filter((run) => run.length >= (run[0]?.kind === 'dots' ? 4 : 2))
      .map((run) => ({
        ...encloseBoxes(run),
        kind: run[0]?.kind ?? 'underscore',
        baseline: run[0]?.baseline ?? 0,
        size: run[0]?.size ?? 0,
        count: run.length,
      }));
  });
}

function isBetween(word: Word, left: Filler, right: Filler): boolean {
  return (
    Math.abs(word.baseline - left.baseline) <= left.size * 0.5 &&
    word.x + word.width / 2 > left.x + left.width &&
    word.x + word.width / 2 < right.x
  );
}

/** Returns the smallest box that encloses all the boxes. */
export function encloseBoxes(boxes: readonly PageBox[]): PageBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
