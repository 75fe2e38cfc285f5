import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { findArchiveObstacle } from '#server/pdf/archive/find-obstacle.ts';
import { createPage } from '#server/pdf/drawing/overlay.ts';
import { Sheets } from '#server/pdf/drawing/sheets.ts';
import { createObjectGraph } from '#server/pdf/engine/objects.ts';
import { addPages } from '#server/pdf/seal/catalog-entries.ts';
import { onePage } from '../../support/pdf.ts';
import { sealableDocument } from '../support/sealable-document.ts';

async function obstacleIn(bytes: Uint8Array): Promise<string | null> {
  return judge(await PDF.load(bytes));
}

function judge(pdf: PDF): string | null {
  const pages = Array.from({ length: pdf.getPageCount() }, (_, index) => pdf.getPage(index)?.dict);
  return findArchiveObstacle(
    createObjectGraph(pdf),
    pages.filter((page) => page !== undefined),
  );
}

/** A page with text in an embedded font, whose objects `change` may spoil. */
async function written(change: (dict: PdfDict) => void = () => undefined): Promise<string | null> {
  const pdf = PDF.create();
  const sheets = new Sheets(pdf);
  const text = { text: 'Grace Hopper', style: 'regular', size: 14, x: 60, y: 80, color: '#101828' } as const;
  const sheet = sheets.drawPage({ width: 595, height: 842 }, (drawing) => drawing.text(text));
  sheets.finish();
  addPages(pdf, (parent) => [createPage(pdf, sheet, parent)]);
  const saved = await PDF.load(await pdf.save());
  const pending: (PdfObject | undefined)[] = [saved.getCatalog()];
  const seen = new Set<PdfObject>();
  while (pending.length > 0) {
    const item = pending.pop();
    const object = item instanceof PdfRef ? (saved.context.resolve(item) ?? undefined) : item;
    if (object === undefined || seen.has(object)) continue;
    seen.add(object);
    if (object instanceof PdfArray) pending.push(...object.toArray());
    if (!(object instanceof PdfDict)) continue;
    change(object);
    for (const [, value] of object) pending.push(value);
  }
  return judge(saved);
}

const IMAGE = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const LINK =
  '/Type /Annot /Subtype /Link /Rect [20 20 50 50] /Border [0 0 0] /A <</S /URI /URI (https://example.org)>>';

describe('a document that can become archivable', () => {
  it.each<[string, Parameters<typeof onePage>[0]]>([
    ['shapes', { content: '1 0 0 rg 20 20 50 50 re f 0.5 g 0 0 9 9 re f' }],
    ['marked content', { content: '/P <</MCID 0>> BDC 20 20 50 50 re f EMC' }],
    [
      'transparency',
      { content: '/G gs 20 20 50 50 re f', resources: '/ExtGState <</G <</ca 0.5 /BM /Multiply>>>>' },
    ],
    [
      'a picture',
      {
        content: 'q 9 0 0 9 0 0 cm /I Do Q',
        resources: '/XObject <</I 6 0 R>>',
        objects: [{ dict: IMAGE, stream: 'x' }],
      },
    ],
    ['a link', { content: 'q Q', page: '/Annots [6 0 R]', objects: [`<<${LINK} /F 4>>`] }],
  ])('has %s', async (_what, options) => {
    expect(await obstacleIn(onePage(options))).toBeNull();
  });

  it('has text in a font that is embedded', async () => {
    expect(await written()).toBeNull();
  });
});

describe('a document that cannot', () => {
  const form = (extra: string, stream: string) => ({
    content: '/X Do',
    resources: '/XObject <</X 6 0 R>>',
    objects: [{ dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${extra}`, stream }],
  });

  it.each<[string, Parameters<typeof onePage>[0]]>([
    ['a font that is not embedded', { text: 'Hello' }],
    ['colors that sRGB does not define', { content: '0 0 0 1 k 0 0 9 9 re f' }],
    ['colors that sRGB does not define', form('/Resources <<>>', '0 0 0 1 K 0 0 9 9 re S')],
    [
      'colors that sRGB does not define',
      {
        content: '/S cs 1 scn 0 0 9 9 re f',
        resources: '/ColorSpace <</S [/Separation /Gold /DeviceRGB 6 0 R]>>',
        objects: ['<</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 1 0] /N 1>>'],
      },
    ],
    ['an image within the content', { content: 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI' }],
    [
      'an image that asks to be smoothed',
      {
        content: '/I Do',
        resources: '/XObject <</I 6 0 R>>',
        objects: [{ dict: `${IMAGE} /Interpolate true`, stream: 'x' }],
      },
    ],
    ['an operator or a resource', { content: '1 2 foo' }],
    ['an operator or a resource', { content: '/Missing gs' }],
    ['an operator or a resource', form('', '/F1 9 Tf (x) Tj')],
    [
      'transfer functions',
      { content: '/G gs', resources: '/ExtGState <</G <</Type /ExtGState /TR /Identity>>>>' },
    ],
    ['a link that is hidden', { content: 'q Q', page: '/Annots [6 0 R]', objects: [`<<${LINK}>>`] }],
    ['a link that is hidden', { content: 'q Q', page: '/Annots [6 0 R]', objects: [`<<${LINK} /F 6>>`] }],
    ['an output intent', { content: 'q Q', catalog: '/OutputIntents [<</S /GTS_PDFX>>]' }],
    ['beyond the limits', { content: `${'q '.repeat(30)}${'Q '.repeat(30)}` }],
    ['beyond the limits', { content: 'q Q', page: '/CropBox [0 0 2 2]' }],
    ['metadata of a part', { content: 'q Q', page: '/Metadata 6 0 R', objects: [{ dict: '', stream: '' }] }],
  ])('says why: %s', async (obstacle, options) => {
    expect(await obstacleIn(onePage(options))).toContain(obstacle);
  });

  it('has letters of other widths than the font says, or without Unicode text', async () => {
    const widths = await written((dict) => {
      if (dict.has('CIDToGIDMap')) dict.set('W', new PdfArray([]));
      if (dict.has('CIDToGIDMap')) dict.set('DW', PdfNumber.of(333));
    });
    expect(widths).toContain('another width');
    const texts = await written((dict) => {
      if (dict.has('DescendantFonts')) dict.set('ToUnicode', PdfStream.fromDict({}, Buffer.from('')));
    });
    expect(texts).toContain('without Unicode text');
    expect(await written((dict) => dict.delete('FontFile2'))).toContain('not embedded');
  });

  it('is one that pdf-lib wrote with a standard font', async () => {
    expect(await obstacleIn(await sealableDocument([{}]))).toContain('not embedded');
  });
});
