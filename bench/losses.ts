import { deflateSync, inflateSync } from 'node:zlib';

/** A prepared document from which something is missing. */
export type Loss = { readonly what: string; readonly bytes: Uint8Array; readonly pages: number };

/** An object of a prepared document as the writer wrote it. */
type WrittenObject = {
  readonly number: number;
  readonly dict: string;
  /** Null if the object isn't a stream. */
  readonly data: Buffer | null;
};

/** Entries without which something on a page may look different. */
const ENTRIES = [
  ...['SMask', 'Mask', 'Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Encoding'],
  ...['FontDescriptor', 'FontFile', 'FontFile2', 'FontFile3', 'ToUnicode', 'Widths', 'W', 'CIDToGIDMap'],
  ...['Matrix', 'BBox', 'Resources', 'Contents', 'Decode', 'DescendantFonts', 'CharProcs', 'BM', 'ca', 'CA'],
];

/** What content may lose: its name, and how it is changed. */
const OPERATORS: readonly (readonly [what: string, operator: RegExp, replacement: string])[] = [
  ['clip paths', /\bW\*?(?=\s)/g, ''],
  ['the graphics state', /\/\S+\s+gs(?=\s)/g, ''],
  ['letters of texts', /(?<=\([^()\\]?)[A-Za-z0-9](?=[^()\\]*\)\s*Tj)/g, ' '],
  ['hexadecimal codes', /(?<=<[0-9A-Fa-f]{4})[0-9A-Fa-f]{4}(?=[0-9A-Fa-f]*>)/g, '0000'],
  ['colors', /\s(?:rg|g|k|scn|sc)(?=\s)/g, ' pop'],
  ['fills', /\bf\*?(?=\s)/g, 'n'],
  ['strokes', /\bS(?=\s)/g, 'n'],
  ['XObjects', /\/\S+\s+Do(?=\s)/g, ''],
  ['matrices', /\bcm(?=\s)/g, 'pop'],
];

/** Takes things out of a prepared document, one at a time and up to `most`. The choice is always the same. */
export function listLosses(prepared: Buffer, most: number): Loss[] {
  const objects = readObjects(prepared);
  const pages = objects.filter(({ dict }) => /\/Type \/Page\b(?!s)/.test(dict)).length;
  const changes = objects.flatMap((object) => listChanges(object));
  if (most === 0) return [];
  const step = Math.max(1, Math.ceil(changes.length / most));
  return changes
    .filter((_, index) => index % step === 0)
    .map(({ what, number, object }) => ({ what, pages, bytes: appendObject(prepared, number, object) }));
}

type Change = { readonly what: string; readonly number: number; readonly object: Buffer };

function* iterateObjects(file: string): Iterable<RegExpExecArray> {
  const pattern = /(?<=^|\n)(\d+) 0 obj\n/g;
  for (let match = pattern.exec(file); match; match = pattern.exec(file)) yield match;
}

function readObjects(prepared: Buffer): WrittenObject[] {
  const file = prepared.toString('latin1');
  const objects: WrittenObject[] = [];
  let from = 0;
  for (const match of iterateObjects(file)) {
    if (match.index < from) continue;
    const start = match.index + match[0].length;
    const line = file.slice(start, file.indexOf('\n', start));
    const length = / \/Length (\d+)>>$/.exec(line);
    const dataStart = start + line.length + '\nstream\n'.length;
    const isStream = length !== null && file.startsWith('\nstream\n', start + line.length);
    const data = isStream ? prepared.subarray(dataStart, dataStart + Number(length[1])) : null;
    objects.push({ number: Number(match[1]), dict: line, data });
    from = isStream ? dataStart + Number(length[1]) : start;
  }
  return objects;
}

function listChanges({ number, dict, data }: WrittenObject): Change[] {
  const entries = ENTRIES.filter((key) => dict.includes(`/${key} `)).map((key) => ({
    what: `/${key} of object ${number}`,
    number,
    object: writeObject(dict.replaceAll(`/${key} `, `/No${key} `), data),
  }));
  if (data === null) return entries;
  const emptied = {
    what: `the data of object ${number}`,
    number,
    object: writeObject(dict.replace(/ \/Length \d+>>$/, ' /Length 0>>'), Buffer.alloc(0)),
  };
  return [...entries, emptied, ...listContentChanges(number, dict, data)];
}

function listContentChanges(number: number, dict: string, data: Buffer): Change[] {
  if (!/^<<\s*(?:\/Filter \/FlateDecode )?\/Length \d+>>$/.test(dict) && !dict.includes('/Subtype /Form'))
    return [];
  let content: string;
  try {
    content = (dict.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1');
  } catch {
    return [];
  }
  return OPERATORS.flatMap(([what, operator, replacement]) => {
    const changed = content.replace(operator, replacement);
    if (changed === content) return [];
    const packed = deflateSync(Buffer.from(changed, 'latin1'));
    const plain = dict.replace('/Filter /FlateDecode ', '').replace(/ ?\/Length \d+>>$/, '');
    const header = `${plain} /Filter /FlateDecode /Length ${packed.length}>>`;
    return [{ what: `${what} of object ${number}`, number, object: writeObject(header, packed) }];
  });
}

function writeObject(dict: string, data: Buffer | null): Buffer {
  if (data === null) return Buffer.from(dict, 'latin1');
  return Buffer.concat([Buffer.from(`${dict}\nstream\n`, 'latin1'), data, Buffer.from('\nendstream')]);
}

/** Replaces an object by an incremental update (ISO 32000-2, 7.5.6). */
function appendObject(prepared: Buffer, number: number, object: Buffer): Buffer {
  const file = prepared.toString('latin1', Math.max(0, prepared.length - 4096));
  const [, trailer = '', start = ''] = /trailer\n(<<.*>>)\nstartxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  const head = Buffer.from(`${number} 0 obj\n`);
  const at = prepared.length + head.length + object.length + '\nendobj\n'.length;
  const offset = String(prepared.length).padStart(10, '0');
  return Buffer.concat([
    ...[prepared, head, object, Buffer.from('\nendobj\n')],
    Buffer.from(`xref\n${number} 1\n${offset} 00000 n \ntrailer\n`),
    Buffer.from(`${trailer.replace(/>>$/, ` /Prev ${start}>>`)}\nstartxref\n${at}\n%%EOF\n`, 'latin1'),
  ]);
}
