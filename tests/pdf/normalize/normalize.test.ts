import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF, rgb } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIntoPlace } from '#server/pdf/intake/read-upload.ts';
import type { IntakeAccepted } from '#domain/document/intake.ts';
import { measurePage } from '#server/pdf/engine/page-geometry.ts';
import {
  onePage,
  rawPdf,
  renderedPages,
  scratchDirectory,
  structureFaults,
  textOf,
  uncompressed,
  visibleDifference,
  writtenTo,
} from '../../support/pdf.ts';

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => {
  scratch = scratchDirectory();
});
afterAll(() => scratch.remove());

let count = 0;
/** Reads a document, and checks what must be true of every accepted one. */
async function takeIn(bytes: Uint8Array) {
  count += 1;
  const sourcePath = writtenTo(scratch.path, `${count}-source.pdf`, bytes);
  const targetPath = join(scratch.path, `${count}-target.pdf`);
  const request = {
    sourcePath,
    targetPath,
    maxBytes: 1 << 26,
    maxPages: 2000,
  };
  const { result, fault } = await readIntoPlace(request);
  if (!result.ok) throw new Error(`${result.reason}: ${fault ?? result.message}`);
  expect(structureFaults(targetPath)).toBe('');
  const plain = uncompressed(targetPath);
  for (const word of [
    '/JS',
    '/JavaScript',
    '/EmbeddedFile',
    '/XFA',
    '/Launch',
    '/AcroForm',
    '/OpenAction',
    '/AA',
  ])
    expect(plain, word).not.toMatch(new RegExp(`${word}\\b`));
  return { sourcePath, targetPath, result, plain };
}

const accepted = (result: IntakeAccepted) => result;

describe('what can act', () => {
  it('loses scripts, actions and attachments wherever they hang', async () => {
    const { result, plain } = await takeIn(
      onePage({
        catalog: `/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>> /AA <</WC <</S /JavaScript /JS 6 0 R>>>>
          /Names <</JavaScript <</Names [(a) 7 0 R]>> /EmbeddedFiles <</Names [(f) 8 0 R]>>>>
          /AF [8 0 R] /Outlines 10 0 R /Collection <</Type /Collection>>`,
        page: '/AA <</O <</S /Launch /F (calc.exe)>>>>',
        objects: [
          { dict: '', stream: 'app.alert(2)' },
          '<</S /JavaScript /JS (app.alert\\(3\\))>>',
          '<</Type /Filespec /F (secret.txt) /EF <</F 9 0 R>>>>',
          { dict: '/Type /EmbeddedFile', stream: 'the secret attachment' },
          '<</Type /Outlines /First 11 0 R /Last 11 0 R /Count 1>>',
          '<</Title (Chapter) /Parent 10 0 R /A <</S /GoTo /D [3 0 R /Fit] /Next 7 0 R>>>>',
        ],
      }),
    );
    expect(accepted(result).notices).toEqual([
      { code: 'javascript', count: null },
      { code: 'actions', count: null },
      { code: 'embedded_files', count: 1 },
      { code: 'portfolio', count: null },
    ]);
    expect(plain).not.toContain('secret');
    expect(plain).not.toContain('calc.exe');
    expect(plain).toContain('(Chapter)');
    expect(plain).toMatch(/\/S \/GoTo/);
  });

  it('keeps links to the web and into the document, and no others', async () => {
    const link = (action: string) =>
      `<</Type /Annot /Subtype /Link /Rect [10 10 60 30] /Border [0 0 0] ${action}>>`;
    const { plain } = await takeIn(
      onePage({
        page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
        objects: [
          link('/A <</S /URI /URI (https://example.com/terms) /Next <</S /JavaScript /JS (x)>>>>'),
          link('/A <</S /URI /URI (javascript:alert\\(1\\))>>'),
          link('/Dest [3 0 R /Fit]'),
          link('/A <</S /Launch /F (run.exe)>>'),
          link('/A <</S /URI /URI (file:///etc/passwd)>>'),
        ],
      }),
    );
    expect(plain.match(/\/Subtype \/Link/g)).toHaveLength(2);
    expect(plain).toContain('https://example.com/terms');
    for (const gone of ['javascript:', 'run.exe', 'passwd']) expect(plain).not.toContain(gone);
  });

  it('draws no page that hangs outside the page tree', async () => {
    const { plain } = await takeIn(
      onePage({
        catalog: '/Dests <</hidden [6 0 R /Fit]>>',
        objects: [
          '<</Type /Page /MediaBox [0 0 9 9] /Contents 7 0 R>>',
          { dict: '', stream: '% an unseen page' },
        ],
      }),
    );
    expect(plain).not.toContain('an unseen page');
  });
});

describe('layers', () => {
  const groups = `/OCProperties <</OCGs [6 0 R 7 0 R] /D <</OFF [7 0 R]>>>>`;
  const layers = ['<</Type /OCG /Name (shown)>>', '<</Type /OCG /Name (unseen)>>'];

  it('keeps what is shown and removes what is hidden, in content, XObjects and annotations', async () => {
    const { result, plain, targetPath, sourcePath } = await takeIn(
      onePage({
        catalog: groups,
        content: `/OC /on BDC BT /F1 18 Tf 20 150 Td (Visible clause) Tj ET EMC
          /OC /off BDC BT /F1 18 Tf 20 100 Td (Hidden clause) Tj ET 1 0 0 rg 0 0 50 50 re f EMC
          /OC /neither BDC BT /F1 18 Tf 20 60 Td (Member clause) Tj ET EMC
          /hid Do /vis Do`,
        resources: `/Properties <</on 6 0 R /off 7 0 R /neither 10 0 R>> /XObject <</hid 8 0 R /vis 9 0 R>>`,
        page: '/Annots [11 0 R]',
        objects: [
          ...layers,
          {
            dict: '/Subtype /Form /BBox [0 0 300 200] /OC 7 0 R',
            stream: '0 1 0 rg 100 0 50 50 re f % hidden form',
          },
          {
            dict: '/Subtype /Form /BBox [0 0 300 200] /OC 6 0 R',
            stream: '0 0 1 rg 200 0 50 50 re f % shown form',
          },
          '<</Type /OCMD /OCGs [6 0 R 7 0 R] /P /AllOff>>',
          '<</Type /Annot /Subtype /Square /Rect [5 5 20 20] /C [1 0 0] /OC 7 0 R>>',
        ],
      }),
    );
    expect(result.notices).toEqual([
      { code: 'hidden_layers', count: 1 },
      { code: 'layers', count: 2 },
      { code: 'annotations', count: 1 },
    ]);
    expect(textOf(targetPath)).toContain('Visible clause');
    for (const gone of ['Hidden clause', 'Member clause', 'hidden form', '/OCProperties', 'unseen'])
      expect(plain).not.toContain(gone);
    expect(plain).toContain('shown form');
    const [before, after] = [renderedPages(sourcePath, 1)[0], renderedPages(targetPath, 1)[0]];
    if (!before || !after) throw new Error('nothing was drawn');
    expect(visibleDifference(before, after)).toBe(0);
  });

  it('keeps changes of state that are made inside hidden content', async () => {
    const { plain } = await takeIn(
      onePage({
        catalog: groups,
        content: '/OC /off BDC 0 0 1 rg 9 9 9 9 re f EMC 50 50 50 50 re f',
        resources: '/Properties <</off 7 0 R>>',
        objects: layers,
      }),
    );
    expect(plain).toContain('0 0 1 rg 9 9 9 9 re n EMC 50 50 50 50 re f');
  });
});

describe('form fields and annotations', () => {
  const form = (annotations: string) => `/AcroForm <</Fields [${annotations}] /DA (/Helv 12 Tf 0 g)>>`;

  it('describes the fields and draws what was shown', async () => {
    const { result, targetPath } = await takeIn(
      onePage({
        catalog: form('6 0 R 7 0 R 8 0 R 9 0 R 10 0 R'),
        page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
        objects: [
          '<</Subtype /Widget /FT /Tx /T (name) /TU (Your name) /V (Ada Lovelace) /Ff 2 /Rect [30 100 180 120]>>',
          '<</Subtype /Widget /FT /Btn /T (agree) /AS /Yes /V /Yes /Rect [30 60 40 70] /AP <</N <</Yes 11 0 R /Off 11 0 R>>>>>>',
          '<</Subtype /Widget /FT /Ch /Ff 131072 /T (country) /Opt [(Chile) [(DE) (Germany)]] /V (Chile) /Rect [200 100 280 120]>>',
          '<</Subtype /Widget /FT /Sig /T (sign) /Rect [200 20 280 50]>>',
          '<</Subtype /Widget /FT /Tx /T (secret) /F 2 /V (Unseen value) /Rect [30 20 100 40]>>',
          { dict: '/Subtype /Form /BBox [0 0 10 10]', stream: '0 0 10 10 re f' },
        ],
      }),
    );
    expect(result.formFields.map(({ name, kind, value }) => [name, kind, value])).toEqual([
      ['name', 'text', 'Ada Lovelace'],
      ['agree', 'checkbox', 'true'],
      ['country', 'dropdown', 'Chile'],
      ['sign', 'signature', null],
    ]);
    const [name, agree, country] = result.formFields;
    expect(name).toMatchObject({ page: 1, x: 0.1, y: 0.4, width: 0.5, label: 'Your name', required: true });
    expect(name?.height).toBeCloseTo(0.1);
    expect(agree?.options).toEqual(['Yes']);
    expect(country?.options).toEqual(['Chile', 'Germany']);
    const text = textOf(targetPath);
    expect(text).toContain('Ada Lovelace');
    expect(text).toContain('Chile');
    expect(text).not.toContain('Unseen');
  });

  it('places fields of rotated and cropped pages as they are seen', async () => {
    const { result } = await takeIn(
      onePage({
        catalog: form('6 0 R'),
        page: '/Annots [6 0 R] /Rotate 90 /CropBox [100 0 300 200] /UserUnit 2',
        objects: ['<</Subtype /Widget /FT /Tx /T (a) /Rect [100 0 120 50]>>'],
      }),
    );
    expect(result.pages).toEqual([{ width: 400, height: 400 }]);
    expect(result.formFields[0]).toMatchObject({ x: 0, y: 0, width: 0.25, height: 0.1 });
  });

  it('redraws values if the document requests it, in any script', async () => {
    const { targetPath } = await takeIn(
      onePage({
        catalog: '/AcroForm <</Fields [6 0 R 7 0 R 8 0 R] /NeedAppearances true /DA (/Helv 12 Tf 0 g)>>',
        page: '/Annots [6 0 R 7 0 R 8 0 R]',
        objects: [
          '<</Subtype /Widget /FT /Tx /T (a) /V (New value) /Rect [20 100 180 120] /AP <</N 9 0 R>>>>',
          '<</Subtype /Widget /FT /Tx /T (b) /V <FEFF005A006101420105> /Rect [20 60 180 80]>>',
          '<</Subtype /Widget /FT /Ch /T (c) /Opt [(One) [(2) (Two)]] /V (2) /Rect [200 20 280 120]>>',
          {
            dict: '/BBox [0 0 160 20] /Resources <</Font <</F1 5 0 R>>>>',
            stream: 'BT /F1 9 Tf (Stale) Tj ET',
          },
        ],
      }),
    );
    const text = textOf(targetPath);
    for (const shown of ['New value', 'Zał\u0105', 'One', 'Two']) expect(text).toContain(shown);
    expect(text).not.toContain('Stale');
  });

  it('draws annotations without an appearance', async () => {
    const { targetPath, result } = await takeIn(
      onePage({
        page: '/Annots [6 0 R 7 0 R 8 0 R]',
        content: '',
        objects: [
          '<</Type /Annot /Subtype /Square /Rect [0 0 150 100] /C [1 0 0] /IC [1 0 0]>>',
          '<</Type /Annot /Subtype /Square /Rect [150 0 300 100] /C [0 1 0] /IC [0 1 0] /F 2>>',
          '<</Type /Annot /Subtype /Popup /Rect [0 100 300 200] /Open true>>',
        ],
      }),
    );
    expect(result.notices).toEqual([{ code: 'annotations', count: 2 }]);
    const [page] = renderedPages(targetPath, 1);
    if (!page) throw new Error('nothing was drawn');
    const pixel = (x: number, y: number) => [
      ...page.pixels.subarray((y * page.width + x) * 3).subarray(0, 3),
    ];
    expect(pixel(20, page.height - 20)).toEqual([255, 0, 0]);
    expect(pixel(page.width - 20, page.height - 20)).toEqual([255, 255, 255]);
    expect(pixel(20, 20)).toEqual([255, 255, 255]);
  });

  it('refuses a signature and takes an empty signature field', async () => {
    const field = (value: string) =>
      onePage({ catalog: form('6 0 R'), objects: [`<</FT /Sig /T (s) ${value}>>`] });
    await expect(takeIn(field('/V <</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'))).rejects.toThrow(
      'already_signed',
    );
    await expect(takeIn(field(''))).resolves.toBeDefined();
  });
});

describe('pages', () => {
  it('include inherited attributes, with ordered boxes', async () => {
    const { result, targetPath } = await takeIn(
      rawPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        `<</Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [300 200 0 0] /CropBox [280 190 10 20] /Rotate 450
          /Resources <</Font <</F1 5 0 R>>>>>>`,
        '<</Type /Page /Parent 2 0 R /Contents 4 0 R>>',
        { dict: '', stream: 'BT /F1 18 Tf 40 150 Td (Inherited font) Tj ET' },
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
        '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Rotate 0>>',
      ]),
    );
    expect(result.pages).toEqual([
      { width: 170, height: 270 },
      { width: 270, height: 170 },
    ]);
    const pdf = await PDF.load(new Uint8Array(readFileSync(targetPath)));
    const page = pdf.getPage(0);
    if (!page) throw new Error('no page');
    expect(measurePage(page).box).toEqual({ x: 10, y: 20, width: 270, height: 170 });
    expect([...page.dict.keys()].map((key) => key.value)).toEqual(
      expect.arrayContaining(['MediaBox', 'CropBox', 'Rotate', 'Resources']),
    );

    page.drawRectangle({ x: 50, y: 50, width: 20, height: 20, color: rgb(1, 0, 0) });
    expect(pdf.canSaveIncrementally()).toBeNull();
    const before = readFileSync(targetPath);
    const after = await pdf.save({ incremental: true });
    expect(Buffer.from(after.subarray(0, before.length)).equals(before)).toBe(true);
    const drawn = writtenTo(scratch.path, 'drawn.pdf', after);
    expect(textOf(drawn).match(/Inherited font/g)).toHaveLength(2);
    expect(structureFaults(drawn)).toBe('');
  });

  it('leave the graphics state as they found it', async () => {
    const { targetPath } = await takeIn(
      onePage({ content: 'Q 0.1 0 0 0.1 0 0 cm q q BT /F1 180 Tf 200 1500 Td (Open) Tj' }),
    );
    const pdf = await PDF.load(new Uint8Array(readFileSync(targetPath)));
    pdf.getPage(0)?.drawRectangle({ x: 100, y: 0, width: 200, height: 100, color: rgb(1, 0, 0) });
    const drawn = writtenTo(scratch.path, 'balanced.pdf', await pdf.save({ incremental: true }));
    const [page] = renderedPages(drawn, 1);
    if (!page) throw new Error('nothing was drawn');
    const pixel = (x: number, y: number) => [
      ...page.pixels.subarray((y * page.width + x) * 3).subarray(0, 3),
    ];
    expect(pixel(page.width - 5, page.height - 5)).toEqual([255, 0, 0]);
    expect(pixel(5, page.height - 5)).toEqual([255, 255, 255]);
    expect(textOf(drawn)).toContain('Open');
  });

  it('that are listed twice or stand in the tree itself are pages of their own', async () => {
    const { result } = await takeIn(
      rawPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R 3 0 R <</Type /Page /MediaBox [0 0 50 60]>>] /Count 3>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>',
      ]),
    );
    expect(result.pages).toHaveLength(3);
  });
});

describe('the written file', () => {
  it('is one revision and the same for the same document', async () => {
    const source = onePage({ text: 'Same' });
    const first = await takeIn(source);
    const second = await takeIn(source);
    expect(first.result.sha256).toBe(second.result.sha256);
    const bytes = readFileSync(first.targetPath, 'latin1');
    expect(bytes.match(/%%EOF/g)).toHaveLength(1);
    expect(bytes.match(/startxref/g)).toHaveLength(1);
  });

  it('keeps numbers as they were', async () => {
    const { plain } = await takeIn(
      onePage({
        resources: '/XObject <</x 6 0 R>>',
        objects: [
          {
            dict: '/Subtype /Form /BBox [0 0 1 1] /Matrix [0.000488281 0 0 -.0000001 12345678 3]',
            stream: '',
          },
        ],
      }),
    );
    expect(plain).toMatch(/0\.000488281\s+0\s+0\s+-0\.0000001\s+12345678\s+3/);
  });
});

describe('metadata', () => {
  it('stays unchanged', async () => {
    const info = '<</Title (Lease) /Company (Acme) /Trapped /True /GTS_PDFXVersion (PDF/X-4) /Odd 7>>';
    const { plain } = await takeIn(rawPdf([CATALOG, PAGES, PAGE, info], '/Info 4 0 R'));
    expect(plain).toContain('/Title (Lease)');
    expect(plain).toContain('/Company (Acme)');
    expect(plain).toContain('/Trapped /True');
    expect(plain).not.toMatch(/GTS_PDFX|Odd|Producer|Creator|ModDate/);
    expect((await takeIn(rawPdf([CATALOG, PAGES, PAGE]))).plain).not.toContain('/Info');
  });

  const CATALOG = '<</Type /Catalog /Pages 2 0 R>>';
  const PAGES = '<</Type /Pages /Kids [3 0 R] /Count 1>>';
  const PAGE = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99]>>';
});
