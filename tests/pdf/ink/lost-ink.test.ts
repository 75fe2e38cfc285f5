import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';
import { readIntoPlace } from '#server/pdf/intake/read-upload.ts';
import { onePage, rawPdf, textOf, writtenTo, type RawObject } from '../../support/pdf.ts';
import { scratchDirectory } from '../support/pdf-tools.ts';

const FORM = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200]', stream: '20 20 80 30 re f' };
const RESOURCES = '/XObject <</X 6 0 R>>';
const TEXT = 'BT /F1 18 Tf 20 150 Td (Invoice total) Tj ET';
const ORIGINAL = onePage({ content: `${TEXT}\n/X Do`, resources: RESOURCES, objects: [FORM] });

async function lostPages(original: Uint8Array, prepared: Uint8Array): Promise<readonly number[]> {
  return (await createInkGate(original).compare(prepared, 1)).lost;
}

describe('the gate', () => {
  it('finds nothing lost in the same pages', async () => {
    expect(await createInkGate(ORIGINAL).compare(ORIGINAL, 1)).toMatchObject({ lost: [], unseen: [] });
  });

  it.each([
    ['an operator', onePage({ content: '/X Do', resources: RESOURCES, objects: [FORM] })],
    ['an XObject', onePage({ content: `${TEXT}\n/X Do` })],
    ['the content', onePage({ content: '' })],
    [
      'a font',
      onePage({
        content: `BT /F9 18 Tf 20 150 Td (Invoice total) Tj ET`,
        resources: RESOURCES,
        objects: [FORM],
      }),
    ],
  ])('misses %s', async (_what, prepared) => {
    expect(await lostPages(ORIGINAL, prepared)).toEqual([1]);
  });

  it('sees white on black', async () => {
    const black = '0 g 0 0 300 200 re f';
    const original = onePage({ content: `${black} 1 g ${TEXT}` });
    expect(await lostPages(original, onePage({ content: black }))).toEqual([1]);
    expect(await lostPages(original, original)).toEqual([]);
  });

  it('lets annotations go, and text that they covered appear', async () => {
    const note =
      '<</Type /Annot /Subtype /Square /Rect [10 140 200 180] /IC [0 0 0] /C [0 0 0] /AP <</N 6 0 R>>>>';
    const cover = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 190 40]', stream: '0 0 190 40 re f' };
    const original = onePage({ content: TEXT, page: `/Annots [${note}]`, objects: [cover] });
    expect(await lostPages(original, onePage({ content: TEXT }))).toEqual([]);
  });

  it('compares with a repaired original if PDFium sees nothing in it', async () => {
    const broken = pointedAt(ORIGINAL, 4, 5);
    expect(await lostPages(broken, onePage({ content: '' }))).toEqual([1]);
    expect(await lostPages(broken, ORIGINAL)).toEqual([]);
  });

  it('says which pages it could not compare', async () => {
    expect(await createInkGate(Buffer.from('%PDF-1.7')).compare(ORIGINAL, 1)).toMatchObject({
      lost: [],
      unseen: [1],
    });
  });
});

describe('a document that an engine misreads', () => {
  const packed = deflateSync(Buffer.from(TEXT)).toString('latin1');
  const spacedStream = (dict: string) =>
    `<<${dict} /Filter /FlateDecode /Length ${packed.length}>>\nstream \r\n${packed}\nendstream`;
  const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';

  const documents: [string, () => Uint8Array, string][] = [
    ['an XObject whose keyword is followed by a space', () => pageWith(spacedForm(spacedStream)), 'libpdf'],
    ['a space in the name of a font', () => pageWith(spacedFontName()), 'libpdf'],
    ['another object in place of the content', () => pointedAt(onePage({ content: TEXT }), 4, 5), 'libpdf'],
  ];

  function spacedForm(stream: (dict: string) => string): RawObject[] {
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources <</Font <</F1 5 0 R>>>>';
    return [{ dict: '', stream: '/X Do' }, font, stream(form)];
  }

  function spacedFontName(): RawObject[] {
    const type3 = `<</Type /Font /BaseFont /My Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0]
      /CharProcs <</box 6 0 R>> /Encoding <</Differences [73 /box]>> /FirstChar 73 /LastChar 73 /Widths [1]
      /Resources <<>>>>`;
    const glyph = { dict: '', stream: '1 0 0 0 1 1 d1 0 0 .8 .8 re f' };
    return [{ dict: '', stream: 'BT /F1 40 Tf 20 100 Td (III) Tj ET' }, type3, glyph];
  }

  it.each(documents)('%s is read by another', async (_what, make, engine) => {
    const source = make();
    const { bytes, fault } = await read(source);
    expect(fault).toContain(`${engine}: lost ink on page 1`);
    expect(await lostPages(source, bytes)).toEqual([]);
  });

  it('keeps the bytes of names in every encoding', async () => {
    for (const name of ['F#cb#ce', 'F#e4', 'F#c3#a4', 'F#e5#ae#8b']) {
      const source = onePage({ content: `BT /${name} 18 Tf 20 150 Td (Invoice total) Tj ET` });
      const named = Buffer.from(
        Buffer.from(source).toString('latin1').replace('/F1 5 0 R', `/${name} 5 0 R`),
        'latin1',
      );
      const { text } = await read(named);
      expect(text, name).toContain('Invoice total');
    }
  });
});

async function read(source: Uint8Array): Promise<{ bytes: Uint8Array; text: string; fault: string | null }> {
  const directory = scratchDirectory();
  const sourcePath = writtenTo(directory, 'source.pdf', source);
  const targetPath = `${directory}/target.pdf`;
  const limits = { maxBytes: 1 << 20, maxPages: 10 };
  const { result, fault } = await readIntoPlace({
    ...{ sourcePath, targetPath },
    ...limits,
  });
  expect(result).toMatchObject({ ok: true });
  return { bytes: readFileSync(targetPath), text: textOf(targetPath), fault };
}

function pageWith(objects: readonly RawObject[]): Uint8Array {
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R
      /Resources <</Font <</F1 5 0 R>> /XObject <</X 6 0 R>>>>>>`,
    ...objects,
  ]);
}

/** Points one object's cross-reference entry at another object. */
function pointedAt(bytes: Uint8Array, object: number, other: number): Uint8Array {
  const file = Buffer.from(bytes).toString('latin1');
  const rows = [...file.matchAll(/\d{10} 00000 n/g)].map(([row]) => row);
  return Buffer.from(file.replace(rows[object - 1] ?? '', rows[other - 1] ?? ''), 'latin1');
}
