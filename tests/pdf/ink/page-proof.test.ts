import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { openDocument } from '#server/pdf/engine/open.ts';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';
import { createPageProof } from '#server/pdf/ink/page-proof.ts';
import { mergeDocuments } from '#server/pdf/merge/merge-documents.ts';
import { normalizeDocument } from '#server/pdf/normalize/normalize.ts';
import { onePage, rawPdf, type RawObject } from '../../support/pdf.ts';

async function prove(original: Uint8Array, prepared: Uint8Array, pages = 1): Promise<boolean[]> {
  const proof = createPageProof(await loadPdfium(), original, prepared);
  return Array.from({ length: pages }, (_, index) => proof?.isSame(index, index) ?? false);
}

async function prepare(original: Uint8Array): Promise<Uint8Array> {
  const { graph, pages } = await openDocument(original, 100);
  return (await normalizeDocument(graph, pages)).bytes;
}

type Page = Parameters<typeof onePage>[0];

const TEXT = 'BT /F1 18 Tf 20 150 Td (Invoice total) Tj ET';
const BLACK = '0 0 300 200 re f';
const form = (stream: string, dict = ''): RawObject => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${dict}`,
  stream,
});
const image = (stream: string, dict = ''): RawObject => ({
  dict: `/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray ${dict}`,
  stream,
});
const STRIPES = Array.from({ length: 15 }, (_, row) => `0 ${row * 14} 300 5 re f`).join('\n');
const DRAWN_IMAGE = { content: 'q 200 0 0 100 20 20 cm /X Do Q', resources: '/XObject <</X 6 0 R>>' };
const MASKED = { content: `/G gs ${STRIPES}`, resources: '/ExtGState <</G 6 0 R>>' };
const LUMINOSITY = '<</SMask <</Type /Mask /S /Luminosity /G 7 0 R>>>>';
const GROUP = '/Group <</S /Transparency /CS /DeviceGray>>';
const PATTERN = {
  content: '/P cs 0 0 0 /Cell scn 0 0 300 200 re f',
  resources: '/ColorSpace <</P [/Pattern /DeviceRGB]>> /Pattern <</Cell 6 0 R>>',
};
const cell = (stream: string): RawObject => ({
  dict: '/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources <<>>',
  stream,
});
const DRAWN_GLYPHS = { content: 'BT /F1 40 Tf 20 100 Td (III) Tj ET' };
const glyphs = (encoding = '[73 /box]') => `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1 1]
  /FontMatrix [1 0 0 1 0 0] /CharProcs <</box 7 0 R /none 8 0 R>> /Encoding <</Differences ${encoding}>>
  /FirstChar 73 /LastChar 73 /Widths [1] /Resources <<>>>>`;
const BOX: RawObject = { dict: '', stream: '1 0 0 0 1 1 d1 0 0 .8 .8 re f' };
const NONE: RawObject = { dict: '', stream: '1 0 0 0 1 1 d1' };
const TYPED = { content: 'BT /F1 18 Tf 20 150 Td (HxxxxxxxxH) Tj ET' };
const COURIER = '<</Type /Font /Subtype /Type1 /BaseFont /Courier>>';
const EMBEDDED = `<</Type /Font /Subtype /TrueType /BaseFont /Some
  /FontDescriptor <</Type /FontDescriptor /FontName /Some /Flags 32 /FontFile2 7 0 R>>>>`;

/** A page whose font is object 6. */
const withFont = (page: Page): Uint8Array => replaceText(onePage(page), '/F1 5 0 R', '/F1 6 0 R');

describe('what is lost without leaving a trace in the other objects', () => {
  it.each<[string, Uint8Array, Uint8Array]>([
    [
      'what a clip path lets through',
      onePage({ content: `0 0 300 200 re W n ${STRIPES}` }),
      onePage({ content: `0 0 001 001 re W n ${STRIPES}` }),
    ],
    [
      'what a clip path of a form lets through',
      onePage({ ...DRAWN_IMAGE, content: '/X Do', objects: [form(`0 0 300 200 re W n ${STRIPES}`)] }),
      onePage({ ...DRAWN_IMAGE, content: '/X Do', objects: [form(`0 0 001 001 re W n ${STRIPES}`)] }),
    ],
    [
      'what a soft mask lets through',
      onePage({ ...MASKED, objects: [LUMINOSITY, form(`1 g ${BLACK}`, GROUP)] }),
      onePage({ ...MASKED, objects: [LUMINOSITY, form(`0 g ${BLACK}`, GROUP)] }),
    ],
    [
      'what the mask of an image lets through',
      onePage({
        ...DRAWN_IMAGE,
        objects: [image('\0\xff\xff\0', '/SMask 7 0 R'), image('\xff\xff\xff\xff')],
      }),
      onePage({ ...DRAWN_IMAGE, objects: [image('\0\xff\xff\0', '/SMask 7 0 R'), image('\0\0\0\0')] }),
    ],
    [
      'letters with codes of the same width',
      withFont({ ...TYPED, objects: [COURIER] }),
      withFont({ content: 'BT /F1 18 Tf 20 150 Td (H        H) Tj ET', objects: [COURIER] }),
    ],
    [
      'glyphs of a font',
      withFont({ ...DRAWN_GLYPHS, objects: [glyphs(), BOX, NONE] }),
      withFont({ ...DRAWN_GLYPHS, objects: [glyphs(), { dict: '', stream: '1 0 0 0 1 1 d1' }, NONE] }),
    ],
    [
      'glyphs by the encoding of a font',
      withFont({ ...DRAWN_GLYPHS, objects: [glyphs(), BOX, NONE] }),
      withFont({ ...DRAWN_GLYPHS, objects: [glyphs('[73 /none]'), BOX, NONE] }),
    ],
    [
      'the cell of a pattern',
      onePage({ ...PATTERN, objects: [cell('0 0 10 10 re f')] }),
      onePage({ ...PATTERN, objects: [cell('')] }),
    ],
    [
      'a pattern',
      onePage({ ...PATTERN, objects: [cell('0 0 10 10 re f')] }),
      onePage({ ...PATTERN, resources: '/ColorSpace <</P [/Pattern /DeviceRGB]>>' }),
    ],
    [
      'an image',
      onePage({ ...DRAWN_IMAGE, objects: [image('\0\xff\xff\0')] }),
      onePage({ ...DRAWN_IMAGE, objects: [image('\xff\xff\xff\xff')] }),
    ],
    ['a color', onePage({ content: `0 g ${STRIPES}` }), onePage({ content: `1 g ${STRIPES}` })],
    ['a content stream', twoContents('5 0 R 6 0 R'), twoContents('6 0 R')],
  ])('%s is noticed', async (_what, original, damaged) => {
    expect(await prove(original, original)).toEqual([true]);
    expect(await prove(original, damaged)).toEqual([false]);
    expect((await createInkGate(original).compare(damaged, 1)).lost).toEqual([1]);
    expect((await createInkGate(original, { rendersAll: true }).compare(damaged, 1)).lost).toEqual([1]);
  });

  it.each<[string, Page, Page]>([
    [
      'the program of a font',
      { content: TEXT, objects: [EMBEDDED, { dict: '', stream: 'one program' }] },
      { content: TEXT, objects: [EMBEDDED, { dict: '', stream: 'two program' }] },
    ],
    [
      'a blend mode',
      { ...MASKED, objects: ['<</BM /Multiply>>'] },
      { ...MASKED, objects: ['<</BM /Normal>>'] },
    ],
    ['opacity', { ...MASKED, objects: ['<</ca 1>>'] }, { ...MASKED, objects: ['<</ca .5>>'] }],
    [
      'a transfer function',
      { ...MASKED, objects: ['<</TR 7 0 R>>', '<</FunctionType 2 /Domain [0 1] /N 1>>'] },
      { ...MASKED, objects: ['<</TR 7 0 R>>', '<</FunctionType 2 /Domain [0 1] /N 2>>'] },
    ],
    [
      'a shading',
      { content: '/S sh', resources: '/Shading <</S <</ShadingType 2 /Coords [0 0 1 1]>>>>' },
      { content: '/S sh', resources: '/Shading <</S <</ShadingType 2 /Coords [0 0 2 1]>>>>' },
    ],
    ['a dash', { content: '[4] 0 d 0 0 m 9 9 l S' }, { content: '[2] 0 d 0 0 m 9 9 l S' }],
    ['the size of a page', { content: TEXT }, { content: TEXT, page: '/CropBox [0 0 300 100]' }],
    ['its rotation', { content: TEXT }, { content: TEXT, page: '/Rotate 90' }],
    ['its group', { content: TEXT, page: GROUP }, { content: TEXT }],
  ])('%s is noticed, too', async (_what, original, damaged) => {
    expect(await prove(withFont(original), withFont(original))).toEqual([true]);
    expect(await prove(withFont(original), withFont(damaged))).toEqual([false]);
  });

  it('stays lost on each page that has it, however the objects refer to each other', async () => {
    const shared = (stream: string) =>
      rawPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources <</XObject <</A 5 0 R>>>>>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources <</XObject <</B 6 0 R>>>>>>',
        form('/B Do', '/Resources <</XObject <</B 6 0 R /C 7 0 R>>>>'),
        form('/A Do', '/Resources <</XObject <</A 5 0 R>>>>'),
        form(stream),
      ]);
    expect(await prove(shared('0 0 9 9 re f'), shared('0 0 9 9 re f'), 2)).toEqual([true, true]);
    expect(await prove(shared('0 0 9 9 re f'), shared('0 0 1 1 re f'), 2)).toEqual([false, false]);
  });
});

describe('a prepared document has the same objects', () => {
  it.each<[string, Uint8Array]>([
    ['as text', onePage({ content: TEXT })],
    ['with an image', onePage({ ...DRAWN_IMAGE, objects: [image('\0\xff\xff\0')] })],
    ['with a soft mask', onePage({ ...MASKED, objects: [LUMINOSITY, form(`1 g ${BLACK}`, GROUP)] })],
    ['if states and text are left open', onePage({ content: `q q /Span BMC ${TEXT.replace('ET', '')}` })],
    ['if its content has several parts', twoContents('5 0 R 6 0 R')],
    [
      'with private entries',
      onePage({ ...DRAWN_IMAGE, objects: [image('\0\xff\xff\0', '/PieceInfo <<>>')] }),
    ],
    [
      'if it is packed',
      onePage({
        ...DRAWN_IMAGE,
        content: '/X Do',
        objects: [
          {
            dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Filter /FlateDecode',
            stream: deflateSync(Buffer.from(STRIPES)),
          },
        ],
      }),
    ],
  ])('%s', async (_what, original) => {
    expect(await prove(original, await prepare(original))).toEqual([true]);
  });

  it('with numbers and strings in another form', async () => {
    const space = (table: string) =>
      onePage({ content: '/C cs 1 sc', resources: `/ColorSpace <</C [/Indexed /DeviceRGB 1.0 ${table}]>>` });
    const integer = replaceText(space('(abcdef)'), '1.0 (', '001 (');
    expect(await prove(space('<616263646566>'), integer)).toEqual([true]);
    expect(await prove(space('<616263646566>'), space('(abcdeg)'))).toEqual([false]);
  });

  it('with object streams and inherited attributes, page by page', async () => {
    const original = await severalPages(12);
    expect(await prove(original, await prepare(original), 12)).toEqual(
      Array.from({ length: 12 }, () => true),
    );
  });

  it('as part of a joined document', async () => {
    const parts = await Promise.all([2, 3].map(async (count) => await prepare(await severalPages(count))));
    const joined = await mergeDocuments(
      parts.map((bytes) => ({ bytes, title: 'Part' })),
      10,
    );
    const proof = createPageProof(await loadPdfium(), parts[1] ?? new Uint8Array(), joined.bytes);
    expect([0, 1, 2].map((index) => proof?.isSame(index, index + 2))).toEqual([true, true, true]);
    expect(proof?.isSame(0, 3)).toBe(false);
  });
});

describe('what objects cannot prove', () => {
  it.each<[string, Uint8Array]>([
    [
      'annotations',
      onePage({ content: TEXT, page: '/Annots [<</Type /Annot /Subtype /Square /Rect [9 9 20 20]>>]' }),
    ],
    ['content that restores more than it saved', onePage({ content: `2 0 0 2 0 0 cm Q ${TEXT}` })],
    ['an inline image', onePage({ content: `q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q ${TEXT}` })],
    ['content that is packed in an unusual way', hexadecimalContent()],
  ])('%s', async (_what, original) => {
    expect(await prove(original, await prepare(original))).toEqual([false]);
  });

  it('is proved of no page if there is too much to compare', async () => {
    const original = await severalPages(3);
    const proof = createPageProof(await loadPdfium(), original, await prepare(original), 5);
    expect([0, 1, 2].map((index) => proof?.isSame(index, index))).toEqual([false, false, false]);
  });

  it('is proved of no page of a file that PDFium cannot open', async () => {
    expect(createPageProof(await loadPdfium(), Buffer.from('%PDF-1.7'), onePage({}))).toBeNull();
  });
});

describe('the gate', () => {
  it('renders the pages that differ and always the same other page', async () => {
    const original = await severalPages(12);
    const prepared = await prepare(original);
    // Without any time for pictures, what would have been rendered is unseen.
    const rendered = async (bytes: Uint8Array) =>
      (await createInkGate(original, { documentMs: 0 }).compare(bytes, 12)).unseen;
    const unchanged = await rendered(prepared);
    expect(unchanged).toHaveLength(1);
    expect(await rendered(prepared)).toEqual(unchanged);
    const changed = await prepare(await severalPages(12, [2, 5]));
    expect(await rendered(changed)).toEqual([...new Set([2, 5, ...unchanged])].sort((one, two) => one - two));
  });

  it('renders the same pages until it knows that a document is not blank', async () => {
    const blank = await prepare(onePage({ content: ' ' }));
    expect(await createInkGate(onePage({ content: ' ' })).compare(blank, 1)).toEqual({
      lost: [],
      unseen: [],
    });
  });
});

function twoContents(contents: string): Uint8Array {
  return pageOf(`[${contents}]`, [
    { dict: '', stream: STRIPES },
    { dict: '', stream: TEXT },
  ]);
}

function hexadecimalContent(): Uint8Array {
  return pageOf('5 0 R', [
    { dict: '/Filter /ASCIIHexDecode', stream: `${Buffer.from(TEXT).toString('hex')}>` },
  ]);
}

/** A page with these contents. Its font is object 4, and further objects follow. */
function pageOf(contents: string, objects: readonly RawObject[]): Uint8Array {
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${contents}
      /Resources <</Font <</F1 4 0 R>>>>>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...objects,
  ]);
}

/** Replaces a text in a file by one of the same length, so that everything stays where it is. */
function replaceText(bytes: Uint8Array, text: string, replacement: string): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(text, replacement), 'latin1');
}

/** Makes pages that share fonts, with other words on the given pages. */
async function severalPages(count: number, changed: readonly number[] = []): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= count; page += 1)
    document.addPage([300, 200]).drawText(changed.includes(page) ? 'Other words' : `Page ${page}`, {
      ...{ x: 20, y: 100, size: 20, font },
    });
  return await document.save();
}
