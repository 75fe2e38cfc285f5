import { closeSync, openSync, readSync } from 'node:fs';

/** The code points that a font has glyphs for, as ranges in ascending order. */
export type FontCoverage = { has(codePoint: number): boolean };

/**
 * Reads which characters a TrueType font covers from its cmap table alone (ISO/IEC 14496-22, 5.2; formats 4 and
 * 12), without loading the outlines: the CJK fonts have 5 to 10 MB of them. Throws for a file that is no such
 * font.
 */
export function fontCoverage(path: string): FontCoverage {
  const cmap = readTable(path, 'cmap');
  const { starts, ends } = unicodeRanges(cmap);
  return {
    has(codePoint) {
      let low = 0;
      let high = starts.length - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        if (codePoint < (starts[middle] ?? 0)) high = middle - 1;
        else if (codePoint > (ends[middle] ?? 0)) low = middle + 1;
        else return true;
      }
      return false;
    },
  };
}

function readTable(path: string, tag: string): DataView {
  const file = openSync(path, 'r');
  try {
    const read = (position: number, length: number): DataView => {
      const bytes = new Uint8Array(length);
      readSync(file, bytes, 0, length, position);
      return new DataView(bytes.buffer);
    };
    const tables = read(4, 2).getUint16(0);
    const directory = read(12, tables * 16);
    const wanted = [...tag].reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0);
    for (let entry = 0; entry < tables * 16; entry += 16) {
      if (directory.getUint32(entry) === wanted) {
        return read(directory.getUint32(entry + 8), directory.getUint32(entry + 12));
      }
    }
    throw new Error(`${path} has no ${tag} table`);
  } finally {
    closeSync(file);
  }
}

type Ranges = { starts: number[]; ends: number[] };

/** Prefers the full repertoire (format 12) to the Basic Multilingual Plane (format 4). */
function unicodeRanges(cmap: DataView): Ranges {
  const byFormat = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const record = 4 + index * 8;
    const platform = cmap.getUint16(record);
    const offset = cmap.getUint32(record + 4);
    // Platform 0 is Unicode, 3 is Windows; both are Unicode in these two formats.
    if (platform === 0 || platform === 3) byFormat.set(cmap.getUint16(offset), offset);
  }
  const full = byFormat.get(12);
  if (full !== undefined) return segmentedCoverage(cmap, full);
  const basic = byFormat.get(4);
  if (basic !== undefined) return segmentMapping(cmap, basic);
  throw new Error('the font has no Unicode character map');
}

function segmentedCoverage(cmap: DataView, offset: number): Ranges {
  const ranges: Ranges = { starts: [], ends: [] };
  for (let group = 0; group < cmap.getUint32(offset + 12); group += 1) {
    const record = offset + 16 + group * 12;
    ranges.starts.push(cmap.getUint32(record));
    ranges.ends.push(cmap.getUint32(record + 4));
  }
  return ranges;
}

function segmentMapping(cmap: DataView, offset: number): Ranges {
  const ranges: Ranges = { starts: [], ends: [] };
  const segments = cmap.getUint16(offset + 6) / 2;
  const endCodes = offset + 14;
  const startCodes = endCodes + segments * 2 + 2;
  for (let segment = 0; segment < segments; segment += 1) {
    const start = cmap.getUint16(startCodes + segment * 2);
    const end = cmap.getUint16(endCodes + segment * 2);
    if (start === 0xffff) continue;
    ranges.starts.push(start);
    ranges.ends.push(end);
  }
  return ranges;
}
