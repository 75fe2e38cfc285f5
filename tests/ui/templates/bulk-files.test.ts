import { describe, expect, it } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { stringifyPlainLines, stringifyLines } from '#wire/csv.ts';
import { listHeaderLines, readFile, toSheet } from '#ui/templates/bulk/file/read-file.ts';
import { UnusableFile } from '#ui/templates/bulk/file/unusable-file.ts';
import { LIMITS } from '#domain/limits.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Makes a workbook with one visible sheet after a hidden one. */
function workbook(sheet: string, extra: Record<string, Uint8Array> = {}): Uint8Array {
  const relations = (...targets: [string, string, string][]) =>
    strToU8(
      `<Relationships>${targets.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${REL}/${kind}" Target="${target}"/>`).join('')}</Relationships>`,
    );
  return zipSync({
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': relations(
      ['r1', 'worksheet', 'worksheets/secret.xml'],
      ['r2', 'worksheet', '/xl/worksheets/list.xml'],
      ['r3', 'sharedStrings', 'texts.xml'],
      ['r4', 'styles', 'styles.xml'],
    ),
    'xl/workbook.xml': strToU8(
      `<x:workbook xmlns:x="m" xmlns:r="${REL}"><x:sheets><x:sheet state="hidden" r:id="r1"/><x:sheet r:id="r2"/></x:sheets></x:workbook>`,
    ),
    'xl/worksheets/secret.xml': strToU8('<worksheet/>'),
    'xl/worksheets/list.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    'xl/texts.xml': strToU8(
      '<sst><si><t>Name</t></si><si><r><t>Tar</t></r><r><t>ō</t></r><rPh><t>タロウ</t></rPh></si></sst>',
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd&quot;day&quot;.mm.yyyy"/><numFmt numFmtId="165" formatCode="&quot;y&quot;0.00"/><numFmt numFmtId="166" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
    ),
    ...extra,
  });
}

const open = (bytes: Uint8Array | string) => readFile(new File([bytes as BlobPart], 'list.xlsx'));
const problemOf = async (bytes: Uint8Array | string) =>
  await open(bytes).then(
    () => null,
    (error: unknown) => (error instanceof UnusableFile ? error.problem : error),
  );
const HEAD = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Start</t></is></c></row>';

describe('reading an XLSX file', () => {
  it('takes texts, dates, numbers, ticks and the saved values of formulas', async () => {
    const sheet = await open(
      workbook(
        `${HEAD}<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>46036</v></c><c r="C3" s="2"><v>46036.75</v></c><c r="D3" s="3"><v>0.30000000000000004</v></c><c r="E3" t="b"><v>1</v></c><c r="F3" t="str"><f>A1&amp;"!"</f><v>Name!</v></c></row>`,
      ),
    );
    expect(sheet.header).toEqual(['Name', 'Start', '', '', '', '']);
    expect(sheet.rows).toEqual([
      { number: 2, cells: ['Tarō', '2026-01-14', '2026-01-14', '0.3', 'true', 'Name!'] },
    ]);
  });

  it('keeps leading zeros of a format, and takes errors as empty', async () => {
    const cells = ['1234', '123456', '-7', '1.5'].map((value) => `<c s="4"><v>${value}</v></c>`).join('');
    const sheet = await open(workbook(`${HEAD}<row r="2"><c t="e"><v>#N/A</v></c>${cells}</row>`));
    expect(sheet.rows[0]?.cells).toEqual(['', '01234', '123456', '-7', '1.5']);
  });

  it.each([
    ['a cell far to the right', '<row r="2"><c r="XFD2"><v>1</v></c></row>', 'too_wide'],
    ['a cell far down', '<row r="1048576"><c r="A1048576"><v>1</v></c></row>', 'too_long'],
    ['broken XML', '<row r="2"><c', 'unreadable'],
    ['an entity of its own', '<row r="2"><c r="A2" t="str"><v>&bomb;</v></c></row>', 'unreadable'],
    ['no rows', '', 'empty'],
  ])('refuses %s', async (_name, rows, problem) => {
    expect(await problemOf(workbook(HEAD + rows))).toBe(problem);
  });

  it('refuses what unpacks to more than a list can need, and ignores pictures', async () => {
    const bomb = { 'xl/bomb.xml': new Uint8Array(LIMITS.bulkSheetMaxBytes + 1) };
    expect(await problemOf(workbook(HEAD, bomb))).toBe('too_large');
    const picture = { 'xl/media/photo.png': new Uint8Array(LIMITS.bulkSheetMaxBytes + 1) };
    expect(await problemOf(workbook(HEAD, picture))).toBe('empty');
  });

  it('refuses archives of something else, and the format before XLSX', async () => {
    expect(await problemOf(zipSync({ 'a.xml': strToU8('<a/>') }))).toBe('unreadable');
    expect(await problemOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toBe('kind');
    expect(await problemOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBe('unreadable');
  });
});

describe('reading a CSV file', () => {
  const text = 'Name;Ort\r\n"Äd;a";Köln\r\n\r\n=1+1;x\r\n';
  const utf16 = (littleEndian: boolean) => {
    const bytes = new Uint8Array((text.length + 1) * 2);
    const view = new DataView(bytes.buffer);
    [...`\ufeff${text}`].forEach((letter, at) => view.setUint16(at * 2, letter.charCodeAt(0), littleEndian));
    return bytes;
  };

  it.each([
    ['UTF-8', strToU8(text)],
    ['UTF-8 with a mark', strToU8(`\ufeff${text}`)],
    ['UTF-16, little end first', utf16(true)],
    ['UTF-16, big end first', utf16(false)],
    ['UTF-16 without a mark', utf16(true).slice(2)],
    ['UTF-16 without a mark, big end first', utf16(false).slice(2)],
    ['Windows-1252', Uint8Array.from(text, (letter) => letter.charCodeAt(0))],
  ])('takes %s', async (_name, bytes) => {
    const { header, rows } = await open(bytes);
    expect(header).toEqual(['Name', 'Ort']);
    expect(rows).toEqual([
      { number: 1, cells: ['Äd;a', 'Köln'] },
      { number: 3, cells: ['=1+1', 'x'] },
    ]);
  });

  it('takes the delimiter that the first line names, and inch marks as they are', async () => {
    const { header, rows } = await open('sep=|\nPart|Email\n3" pipe, black|ada@example.com\n');
    expect(header).toEqual(['Part', 'Email']);
    expect(rows).toEqual([{ number: 1, cells: ['3" pipe, black', 'ada@example.com'] }]);
  });

  it('skips titles and blank lines above the names of the columns, which someone can choose', async () => {
    const sheet = await open('\nPeople to sign\n\nName,Email\nAda,ada@example.com\n');
    expect(sheet).toMatchObject({ headerAt: 3, header: ['Name', 'Email'] });
    expect(sheet.rows).toEqual([{ number: 1, cells: ['Ada', 'ada@example.com'] }]);
    expect(listHeaderLines(sheet.lines)).toEqual([1, 3]);
    expect(toSheet('list.csv', sheet.lines, 1)).toMatchObject({ header: ['People to sign', ''] });
  });

  it.each(['a\n1,2\n', 'Name\nAda,ada@example.com\n', 'Email\nada@example.com\n'])(
    'takes the first line of %j as names, because the others are values',
    async (csv) => {
      expect((await open(csv)).headerAt).toBe(0);
    },
  );

  it('refuses too many rows and columns, too large files, and other files', async () => {
    expect(await problemOf(`a\n${'x\n'.repeat(LIMITS.bulkRowsMax + 1)}`)).toBe('too_long');
    expect(await problemOf(`${'a,'.repeat(LIMITS.bulkColumnsMax + 1)}\nx`)).toBe('too_wide');
    expect(await problemOf('x'.repeat(LIMITS.bulkFileMaxBytes + 1))).toBe('too_large');
    expect(await problemOf('%PDF\0\n1')).toBe('kind');
    expect(await problemOf('"a\n1')).toBe('unreadable');
    expect(await problemOf('a,b\n')).toBe('empty');
  });
});

describe('writing a CSV file', () => {
  it('keeps spreadsheets from running what people typed', () => {
    const cells = ['=1+1', '+1', '-1', '@x', ' =1', '\t=1', '＝1', 'a=1', 'x,"y"'];
    expect(stringifyLines([cells])).toBe(
      '\ufeff\'=1+1,\'+1,\'-1,\'@x,\' =1,"\'\t=1",\'＝1,a=1,"x,""y"""\r\n',
    );
    expect(stringifyPlainLines([['=1+1', '+49 30']])).toBe('=1+1,+49 30\r\n');
  });
});
