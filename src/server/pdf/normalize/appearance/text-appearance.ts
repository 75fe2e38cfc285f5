import { measureText, type Standard14FontName } from '@libpdf/core';

/** Text and its box, for a field without an appearance. */
export interface TextSetting {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** The default appearance string (ISO 32000-2, 12.7.4.3): operators for font, size and color. */
  readonly defaultAppearance: string;
  /** The base font behind the default appearance's font name. */
  readonly font: Standard14FontName;
  readonly alignment: 'left' | 'center' | 'right';
  readonly multiline: boolean;
  /** Number of cells in a comb field; null for running text. */
  readonly comb: number | null;
}

/** In font sizes. */
export const LINE_HEIGHT = 1.15;
const MULTILINE_SIZE = 12;
const SMALLEST_SIZE = 4;
/** From the edge of the box, in points. */
export const TEXT_PADDING = 2;

/** WinAnsiEncoding from 0x80 to 0x9F (ISO 32000-2, annex D.2); the rest is Latin-1. */
const WIN_ANSI_UPPER = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/**
 * Returns operators that set text in a standard font, /F in the resources. Null if WinAnsiEncoding lacks a
 * character.
 */
export function formatTextOperators(setting: TextSetting): string | null {
  const lines = setting.text.split(/\r\n|\r|\n/).map((line) => line.replace(/[\u0000-\u001f]/g, ' '));
  const running = setting.multiline ? lines : [lines.join(' ')];
  if (running.some((line) => encodeWinAnsi(line) === null)) return null;
  const asked = parseFontSize(setting.defaultAppearance);
  const size = asked > 0 ? asked : pickFittingSize(setting, running);
  const body = setting.comb
    ? formatCombLines(setting, running[0] ?? '', size)
    : formatRunningLines(setting, running, size);
  const { width, height } = setting;
  return [
    '/Tx BMC',
    'q',
    `1 1 ${formatNumber(Math.max(0, width - 2))} ${formatNumber(Math.max(0, height - 2))} re W n`,
    'BT',
    parseColorOperators(setting.defaultAppearance),
    `/F ${formatNumber(size)} Tf`,
    ...body,
    'ET',
    'Q',
    'EMC',
  ].join('\n');
}

function formatRunningLines(setting: TextSetting, lines: readonly string[], size: number): string[] {
  const placed = setting.multiline
    ? lines.flatMap((line) => wrap(line, setting.width - 2 * TEXT_PADDING, setting.font, size))
    : lines;
  const top = setting.multiline
    ? setting.height - TEXT_PADDING - size * 0.9
    : (setting.height - size) / 2 + size * 0.22;
  return placed.map((line, index) => {
    const x = getAlignedX(setting, measureText(line, setting.font, size));
    return `1 0 0 1 ${formatNumber(x)} ${formatNumber(top - index * size * LINE_HEIGHT)} Tm ${formatLiteral(line)} Tj`;
  });
}

function formatCombLines(setting: TextSetting, line: string, size: number): string[] {
  const cell = setting.width / (setting.comb ?? 1);
  const y = (setting.height - size) / 2 + size * 0.22;
  return Array.from(line).map((character, index) => {
    const x = cell * index + (cell - measureText(character, setting.font, size)) / 2;
    return `1 0 0 1 ${formatNumber(x)} ${formatNumber(y)} Tm ${formatLiteral(character)} Tj`;
  });
}

function getAlignedX(setting: TextSetting, width: number): number {
  const room = setting.width - width;
  if (setting.alignment === 'center') return room / 2;
  return setting.alignment === 'right' ? room - TEXT_PADDING : TEXT_PADDING;
}

/** Picks the size for auto (0): as large as the box allows. */
function pickFittingSize(setting: TextSetting, lines: readonly string[]): number {
  if (setting.multiline) {
    for (let size = MULTILINE_SIZE; size > SMALLEST_SIZE; size -= 1) {
      const count = lines.flatMap((line) =>
        wrap(line, setting.width - 2 * TEXT_PADDING, setting.font, size),
      ).length;
      if (count * size * LINE_HEIGHT <= setting.height - 2 * TEXT_PADDING) return size;
    }
    return SMALLEST_SIZE;
  }
  const widest = Math.max(...lines.map((line) => measureText(line, setting.font, 1)), 0.001);
  const fitting = setting.comb
    ? setting.height / 1.35
    : Math.min(setting.height / 1.35, (setting.width - 2 * TEXT_PADDING) / widest);
  return Math.max(SMALLEST_SIZE, fitting);
}

function wrap(line: string, width: number, font: Standard14FontName, size: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && measureText(longer, font, size) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** Returns the font size of a default appearance string; 0 for auto or none. */
export function parseFontSize(defaultAppearance: string): number {
  const last = [...defaultAppearance.matchAll(/\/\S+\s+(-?[\d.]+)\s+Tf/g)].at(-1);
  return Math.abs(Number(last?.[1] ?? 0)) || 0;
}

/** Returns only the color operators: the string comes from the document. */
function parseColorOperators(defaultAppearance: string): string {
  const match = /((?:[\d.]+\s+){1,4})(g|rg|k)\b/.exec(defaultAppearance);
  return match ? `${match[1]?.trim()} ${match[2]}` : '0 g';
}

/** Returns the color as red, green and blue, 0 to 1. */
export function parseRgb(defaultAppearance: string): [number, number, number] {
  const [first = 0, second = 0, third = 0, fourth = 0, ...none] = parseColorOperators(defaultAppearance)
    .split(/\s+/)
    .map(Number)
    .filter((value) => !Number.isNaN(value));
  const operator = parseColorOperators(defaultAppearance).split(/\s+/).at(-1);
  if (operator === 'rg') return [first, second, third];
  if (operator === 'k' && none.length === 0)
    return [(1 - first) * (1 - fourth), (1 - second) * (1 - fourth), (1 - third) * (1 - fourth)];
  return [first, first, first];
}

export function parseFontName(defaultAppearance: string): string {
  return /\/(\S+)\s+-?[\d.]+\s+Tf/.exec(defaultAppearance)?.[1] ?? 'Helv';
}

/** Returns the closest standard font by name. */
export function findNearestStandardFont(name: string): Standard14FontName {
  const bold = /bold|^(HeBo|TiBo|CoBo)/i.test(name);
  if (/cour|mono/i.test(name)) return bold ? 'Courier-Bold' : 'Courier';
  if (/times|^ti|serif|roman/i.test(name) && !/sans/i.test(name)) return bold ? 'Times-Bold' : 'Times-Roman';
  return bold ? 'Helvetica-Bold' : 'Helvetica';
}

function encodeWinAnsi(text: string): string | null {
  let encoded = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const upper = WIN_ANSI_UPPER.indexOf(character);
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) encoded += character;
    else if (upper >= 0) encoded += String.fromCharCode(0x80 + upper);
    else return null;
  }
  return encoded;
}

function formatLiteral(text: string): string {
  return `(${(encodeWinAnsi(text) ?? '').replace(/[\\()]/g, (character) => `\\${character}`)})`;
}

function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
