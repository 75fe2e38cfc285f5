import { describe, expect, it } from 'vitest';
import { stringifyLines } from '#wire/csv.ts';

describe('a file for spreadsheets', () => {
  const signs = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];
  const before = [
    '',
    ' ',
    '\t',
    '\r',
    '\n',
    '\u0000',
    '\u000B',
    '\u001B',
    '\u0085',
    '\u00A0',
    '\u200B',
    '\u202E',
    '\uFEFF',
  ];

  it.each(signs)('never begins a cell with %s, whatever invisible stands before it', (sign) => {
    for (const first of before) {
      const text = `${first}${sign}cmd|' /C calc'!A0`;
      expect(cellsOf([[text, 'next']])[0]?.[0], JSON.stringify(text)).toBe(`'${text}`);
    }
  });

  it('begins no cell with a control character', () => {
    for (let code = 0; code < 0x20; code += 1) {
      const text = `${String.fromCharCode(code)}text`;
      expect(cellsOf([[text]])[0]?.[0]).toBe(`'${text}`);
    }
  });

  it('begins no formula after a separator of other spreadsheets', () => {
    for (const separator of [';', ',', '\t', '\n', '"'])
      expect(stringifyLines([[`Ada${separator}=1+1`]])).toBe(
        `\ufeff"Ada${separator === '"' ? '""' : separator}=1+1"\r\n`,
      );
  });

  it('leaves other texts as they are', () => {
    const texts = ['Ada-Lovelace', '2026-11-23', '12', "O'Neil", 'a@b.example', 'שלום', ''];
    expect(cellsOf([texts])).toEqual([texts]);
  });
});

/** The cells that an RFC 4180 reader gets. */
function cellsOf(lines: readonly (readonly string[])[]): string[][] {
  const text = stringifyLines(lines).slice(1);
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}
