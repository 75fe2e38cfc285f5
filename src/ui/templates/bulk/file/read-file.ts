import { LIMITS } from '#domain/limits.ts';
import { UnusableFile } from './unusable-file.ts';

/** A file as columns and rows of text. Row numbers start at 1 below the header. */
export type Sheet = {
  readonly filename: string;
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
  return toSheet(file.name, lines);
}

/** Returns a sheet without blank lines, and without columns that have neither a header nor values. */
function toSheet(filename: string, lines: readonly (readonly string[])[]): Sheet {
  const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');
  const top = lines.findIndex(isFilled);
  if (top < 0) throw new UnusableFile('empty');
  const head = lines[top] ?? [];
  const rows = lines
    .slice(top + 1)
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
    header: pick(head),
    rows: rows.map(({ number, cells }) => ({ number, cells: pick(cells) })),
  };
}
