import { LIMITS } from '#domain/limits.ts';
import { UnusableFile } from './unusable-file.ts';

/** A file as columns and rows of text. Row numbers start at 1 below the header. */
export type Sheet = {
  readonly filename: string;
  /** All lines of the file, and which of them names the columns. */
  readonly lines: readonly (readonly string[])[];
  readonly headerAt: number;
  readonly header: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
};

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

/** Reads a CSV or XLSX file. The readers are loaded when they are needed. */
export async function readFile(file: File): Promise<Sheet> {
  if (file.size > LIMITS.bulkFileMaxBytes) throw new UnusableFile('too_large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const hasMagic = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte);
  if (hasMagic(OLD_EXCEL)) throw new UnusableFile('kind');
  const lines = hasMagic(ZIP)
    ? (await import('./xlsx.ts')).readXlsx(bytes)
    : (await import('./csv-file.ts')).readCsv(bytes);
  return toSheet(file.name, lines, findHeader(lines));
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');
/** Above the names of the columns, there are only so many lines. */
const HEADER_LINES = 20;

/** Returns the positions of the lines that may name the columns. */
export function listHeaderLines(lines: Sheet['lines']): number[] {
  return lines
    .slice(0, -1)
    .flatMap((cells, at) => (isFilled(cells) ? [at] : []))
    .slice(0, HEADER_LINES);
}

/**
 * Finds the line that names the columns. Titles above it have one cell. Where nothing looks like names, it is
 * the first line with anything in it.
 */
function findHeader(lines: Sheet['lines']): number {
  const candidates = listHeaderLines(lines);
  const wide = candidates.find((at) => (lines[at] ?? []).filter((cell) => cell.trim() !== '').length > 1);
  const first = candidates[0] ?? lines.findIndex(isFilled);
  return wide !== undefined && (lines[wide] ?? []).every(isName) ? wide : first;
}

/** Checks whether a cell can be a column's name: neither an address nor a number. */
function isName(cell: string): boolean {
  return !cell.includes('@') && !/^\s*[\d.,/-]+\s*$/.test(cell);
}

/** Returns a sheet without blank lines, and without columns that have neither a header nor values. */
export function toSheet(filename: string, lines: Sheet['lines'], headerAt: number): Sheet {
  const head = lines[headerAt];
  if (head === undefined) throw new UnusableFile('empty');
  const rows = lines
    .slice(headerAt + 1)
    .map((cells, at) => ({ number: at + 1, cells }))
    .filter(({ cells }) => isFilled(cells));
  if (rows.length === 0) throw new UnusableFile('empty');
  if (rows.length > LIMITS.bulkRowsMax) throw new UnusableFile('too_long');
  const width = Math.max(head.length, ...rows.map(({ cells }) => cells.length));
  const kept = Array.from({ length: width }, (_, at) => at).filter((at) =>
    isFilled([head[at] ?? '', ...rows.map(({ cells }) => cells[at] ?? '')]),
  );
  if (kept.length > LIMITS.bulkColumnsMax) throw new UnusableFile('too_wide');
  const pick = (cells: readonly string[]) => kept.map((at) => (cells[at] ?? '').trim());
  return {
    filename,
    lines,
    headerAt,
    header: pick(head),
    rows: rows.map(({ number, cells }) => ({ number, cells: pick(cells) })),
  };
}
