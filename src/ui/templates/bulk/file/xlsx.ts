import { strFromU8, type Unzipped, unzipSync } from 'fflate';
import { LIMITS } from '#domain/limits.ts';
import { UnusableFile } from './unusable-file.ts';
import { type CellStyles, formatCell } from './xlsx-cells.ts';
import { SaxesParser } from 'saxes';

type Attributes = Readonly<Record<string, string>>;

type Handlers = {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string, name: string) => void;
  readonly close?: (name: string) => void;
};

const ENTRIES_MAX = 2000;
/** Rows with values can be far apart in a workbook, but a list has no gaps this large. */
const ROW_MAX = LIMITS.bulkRowsMax * 10;
const COLUMN_MAX = 1000;

/**
 * Reads the first visible sheet of a workbook as text. For formulas, it uses the values that were saved with
 * them.
 */
export function readXlsx(bytes: Uint8Array): string[][] {
  const parts = unpack(bytes);
  const readText = (path: string) => {
    const part = parts[path.replace(/^\//, '')];
    return part === undefined ? '' : strFromU8(part);
  };
  try {
    return readSheet(readText);
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile('unreadable');
  }
}

/**
 * Unpacks only XML, and no more than a list can need, because even a small file can unpack to a large one.
 */
function unpack(bytes: Uint8Array): Unzipped {
  let [entries, size] = [0, 0];
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/.test(name)) return false;
        entries += 1;
        size += originalSize;
        if (entries > ENTRIES_MAX || size > LIMITS.bulkSheetMaxBytes) throw new UnusableFile('too_large');
        return true;
      },
    });
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile('unreadable');
  }
}

function readSheet(text: (path: string) => string): string[][] {
  const book = readBook(text);
  const shared = readShared(text(book.shared));
  const styles: CellStyles = { ...readStyles(text(book.styles)), startsIn1904: book.startsIn1904 };
  const lines: string[][] = [];
  let [row, column, isPhonetic] = [0, 0, false];
  let cell: { type: string; style: number; value: string } | null = null;
  readParts(text(book.sheet), {
    open: (name, attributes) => {
      if (name === 'row') [row, column] = [Number(attributes['r'] ?? row + 1), 0];
      else if (name === 'c') {
        column = parseColumn(attributes['r']) ?? column + 1;
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
      } else if (name === 'rPh') isPhonetic = true;
    },
    text: (value, name) => {
      if (cell !== null && !isPhonetic && (name === 'v' || name === 't')) cell.value += value;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'c' || cell === null) return;
      const shown = formatCell(cell, shared, styles);
      cell = null;
      if (shown === '') return;
      if (!(row >= 1 && row <= ROW_MAX)) throw new UnusableFile('too_long');
      if (column > COLUMN_MAX) throw new UnusableFile('too_wide');
      const line = (lines[row - 1] ??= []);
      while (line.length < column) line.push('');
      line[column - 1] = shown;
    },
  });
  return Array.from(lines, (line) => line ?? []);
}

function parseColumn(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

type Book = { sheet: string; shared: string; styles: string; startsIn1904: boolean };

/** Finds the parts of a workbook by their relations, because programs name the parts differently. */
function readBook(text: (path: string) => string): Book {
  const main = [...readRelations(text('_rels/.rels'), '').values()].find(
    ({ kind }) => kind === 'officeDocument',
  );
  const path = main?.path ?? 'xl/workbook.xml';
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const related = readRelations(text(`${folder}_rels/${path.slice(folder.length)}.rels`), folder);
  const sheets: { id: string; isHidden: boolean }[] = [];
  let startsIn1904 = false;
  readParts(text(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') startsIn1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      sheets.push({ id: attributes['id'] ?? '', isHidden: (attributes['state'] ?? 'visible') !== 'visible' });
    },
  });
  const shown = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const sheet = related.get(shown?.id ?? '')?.path;
  if (sheet === undefined) throw new UnusableFile('unreadable');
  const findPart = (kind: string) => [...related.values()].find((one) => one.kind === kind)?.path ?? '';
  return { sheet, shared: findPart('sharedStrings'), styles: findPart('styles'), startsIn1904 };
}

function readRelations(xml: string, folder: string): Map<string, { kind: string; path: string }> {
  const found = new Map<string, { kind: string; path: string }>();
  readParts(xml, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name.toLowerCase() !== 'relationship') return;
      const path = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
      found.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), path });
    },
  });
  return found;
}

/** Reads the texts that cells share, without the phonetic readings of Japanese texts. */
function readShared(xml: string): string[] {
  const texts: string[] = [];
  let [current, isPhonetic] = ['', false];
  readParts(xml, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
    },
    text: (value, name) => {
      if (name === 't' && !isPhonetic) current += value;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(current);
    },
  });
  return texts;
}

function readStyles(xml: string): Omit<CellStyles, 'startsIn1904'> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isCell = false;
  readParts(xml, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isCell = true;
      if (name === 'xf' && isCell) formats.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return { codes, formats };
}

/** Reads XML by local names. The parser knows no entities except XML's own, so nothing can expand. */
function readParts(xml: string, { open, text, close }: Handlers): void {
  if (xml === '') return;
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(getLocalName(name));
    open?.(
      getLocalName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [getLocalName(key), value])),
    );
  });
  parser.on('text', (value) => text?.(value, path.at(-1) ?? ''));
  parser.on('closetag', ({ name }) => {
    path.pop();
    close?.(getLocalName(name));
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
