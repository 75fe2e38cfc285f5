import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';
import { openIntake, type Intake } from '#server/pdf/intake/intake.ts';
import { NOTICED_DOCUMENTS } from '../../support/noticed-documents.ts';
import { manyPages, onePage, rawPdf, scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';

const MEBIBYTE = 1024 * 1024;

let scratch: ReturnType<typeof scratchDirectory>;
let intake: Intake;
beforeAll(() => {
  scratch = scratchDirectory();
  intake = openIntake({ maxBytes: 8 * MEBIBYTE, memoryBytes: 700 * MEBIBYTE });
});
afterAll(async () => {
  await intake.close();
  scratch.remove();
});

let count = 0;
async function read(bytes: Uint8Array) {
  count += 1;
  const sourcePath = writtenTo(scratch.path, `${count}.pdf`, bytes);
  const targetPath = join(scratch.path, `${count}-target.pdf`);
  return { result: await intake.read(TESTER, sourcePath, targetPath), targetPath };
}

async function encrypted(passwords: { userPassword: string; ownerPassword: string }): Promise<Uint8Array> {
  const pdf = await PDF.load(onePage({ text: 'Confidential' }));
  pdf.setProtection(passwords);
  return pdf.save();
}

describe('a document that is taken in', () => {
  it('comes with the facts about both files', async () => {
    const source = onePage({ text: 'Agreement' });
    const { result, targetPath } = await read(source);
    const written = readFileSync(targetPath);
    expect(result).toEqual({
      ok: true,
      sha256: createHash('sha256').update(written).digest('hex'),
      sizeBytes: written.length,
      pages: [{ width: 300, height: 200 }],
      notices: [],
      formFields: [],
      sourceSha256: createHash('sha256').update(source).digest('hex'),
      sourceSizeBytes: source.length,
      tags: [],
    });
  });

  it.each(NOTICED_DOCUMENTS)('reports what was changed: %s', async (_name, document, notices) => {
    expect((await read(await document())).result).toMatchObject({ ok: true, notices });
  });

  it('keeps text before a Q without a q, and the fingerprint of the uploaded file', async () => {
    const source = onePage({ content: 'BT /F1 18 Tf 20 150 Td (Agreement) Tj ET\n Q\n' });
    const { result, targetPath } = await read(source);
    const sourceSha256 = createHash('sha256').update(source).digest('hex');
    expect(result).toMatchObject({ ok: true, sourceSha256 });
    expect(textOf(targetPath)).toContain('Agreement');
  });

  it('loses an encryption that needs no password', async () => {
    const { result, targetPath } = await read(await encrypted({ userPassword: '', ownerPassword: 'owner' }));
    expect(result).toMatchObject({ ok: true, notices: [{ code: 'encryption', count: null }] });
    expect(readFileSync(targetPath, 'latin1')).not.toContain('/Encrypt');
    expect(textOf(targetPath)).toContain('Confidential');
  });

  it('keeps the text of a stream whose keyword is followed by a space', async () => {
    const content = deflateSync(Buffer.from('BT /F1 18 Tf 20 150 Td (Invoice total) Tj ET')).toString(
      'latin1',
    );
    const source = rawPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R
        /Resources <</Font <</F1 5 0 R>>>>>>`,
      `<</Filter /FlateDecode /Length ${content.length}>>\nstream \r\n${content}\nendstream`,
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ]);
    const { result, targetPath } = await read(source);
    expect(result.ok).toBe(true);
    expect(textOf(targetPath)).toContain('Invoice total');
  });

  it.each([
    ['says that it has 99 pages', '/Kids [3 0 R] /Count 99'],
    ['lists null and an object that the file does not have', '/Kids [null 3 0 R 77 0 R] /Count 3'],
    ['has an empty branch', '/Kids [3 0 R 6 0 R] /Count 5'],
    ['says that it has none', '/Kids [3 0 R] /Count 0'],
    ['does not say how many it has', '/Kids [3 0 R]'],
    ['says that it has two billion', '/Kids [3 0 R] /Count 2147483648'],
    ['lists itself', '/Kids [2 0 R 3 0 R] /Count 2'],
    ['lists itself in a branch', '/Kids [3 0 R 6 0 R] /Count 2', '<</Type /Pages /Kids [2 0 R] /Count 1>>'],
    ['has a branch that lists itself', '/Kids [6 0 R 3 0 R]', '<</Type /Pages /Kids [6 0 R] /Count 1>>'],
    ['has a branch without a list', '/Kids [3 0 R 6 0 R] /Count 2', '<</Type /Pages /Count 1>>'],
    ['lists an object that is null', '/Kids [3 0 R 6 0 R] /Count 2', 'null'],
    ['lists a number, a text and a name', '/Kids [3 0 R 12 (x) /Page] /Count 4'],
  ])('has the pages that its page tree leads to, although it %s', async (_what, tree, sixth?: string) => {
    const { result, targetPath } = await read(withTree(tree, sixth));
    expect(result).toMatchObject({ ok: true, pages: [{ width: 300, height: 200 }] });
    expect(textOf(targetPath)).toContain('The only page');
  });

  it('has all pages that its page tree leads to, although it says that it has fewer', async () => {
    const second = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 90]>>';
    const { result } = await read(withTree('/Kids [3 0 R 6 0 R] /Count 1', second));
    const pages = [
      { width: 300, height: 200 },
      { width: 100, height: 90 },
    ];
    expect(result).toMatchObject({ ok: true, pages });
  });

  it('is compared with the pages that can be shown', async () => {
    const gate = createInkGate(withTree('/Kids [null 3 0 R] /Count 2'));
    expect(await gate.compare(withTree('/Kids [3 0 R] /Count 1'), 1)).toMatchObject({ lost: [], unseen: [] });
    expect(await gate.compare(onePage({ content: 'q Q' }), 1)).toMatchObject({ lost: [1], unseen: [] });
    const fewer = createInkGate(withTree('/Kids [3 0 R 3 0 R] /Count 1'));
    expect(await fewer.compare(withTree('/Kids [3 0 R 3 0 R] /Count 2'), 2)).toMatchObject({
      lost: [],
      unseen: [2],
    });
  });

  it('may have bytes in front of its header and a damaged end', async () => {
    const bytes = Buffer.concat([Buffer.from('garbage\n'), onePage({ text: 'Repaired' }).subarray(0, -40)]);
    const { result, targetPath } = await read(bytes);
    expect(result.ok).toBe(true);
    expect(textOf(targetPath)).toContain('Repaired');
  });
});

/**
 * Makes a document with this page tree. Object 6 is an empty branch of it unless it's given, and object 7 an
 * unreadable page.
 */
function withTree(entries: string, sixth = '<</Type /Pages /Parent 2 0 R /Kids [] /Count 0>>'): Uint8Array {
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages ${entries}>>`,
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R
      /Resources <</Font <</F1 5 0 R>>>>>>`,
    { dict: '', stream: 'BT /F1 18 Tf 20 150 Td (The only page) Tj ET' },
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    sixth,
    '/Type /Page /Parent 2 0 R>>',
  ]);
}

describe('a document that is refused', () => {
  const refusals: [string, () => Uint8Array | Promise<Uint8Array>, string][] = [
    ['with a user password', () => encrypted({ userPassword: 'user', ownerPassword: 'owner' }), 'encrypted'],
    ['of 2,001 pages', () => manyPages(2001), 'too_many_pages'],
    ['of no pages', () => manyPages(0), 'no_pages'],
    ['of random bytes', () => randomBytes(4096), 'not_pdf_or_docx'],
    [
      'of random bytes behind a header',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4096)]),
      'malformed',
    ],
    ['of nothing', () => new Uint8Array(0), 'not_pdf_or_docx'],
    ['cut off before its pages', () => onePage({}).subarray(0, 40), 'malformed'],
    ['beyond the size limit', () => new Uint8Array(8 * MEBIBYTE + 1), 'too_large'],
    ['with content that unpacks to 200 MiB', contentBomb, 'too_complex'],
    ['with objects that unpack to 4 GiB', objectBomb, 'too_complex'],
    ['that is signed', signed, 'already_signed'],
    ['with a page that is damaged', () => withTree('/Kids [3 0 R 7 0 R] /Count 2'), 'malformed'],
  ];

  it.each(refusals)('%s', async (_what, make, reason) => {
    const { result, targetPath } = await read(await make());
    expect(result).toMatchObject({ ok: false, reason, message: expect.stringMatching(/^The .+\.$/) });
    expect(existsSync(targetPath)).toBe(false);
  });

  it('leaves nothing half-written behind', () => {
    expect(readdirSync(scratch.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a document that was cut off', () => {
  it('is refused when pages or their content are lost', async () => {
    const pages = Buffer.from(manyPages(40));
    const lost = pages.subarray(0, pages.indexOf('30 0 obj'));
    expect((await read(lost)).result).toMatchObject({ ok: false, reason: 'malformed' });
    const page = Buffer.from(onePage({}));
    const empty = page.subarray(0, page.indexOf('4 0 obj'));
    expect((await read(empty)).result).toMatchObject({ ok: false, reason: 'malformed' });
  });
});

describe('circles in a document', () => {
  it('end in its page tree, field tree, cross-references and forms', async () => {
    const bytes = rawPdf(
      [
        '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R]>> /Outlines 7 0 R>>',
        '<</Type /Pages /Kids [3 0 R 2 0 R] /Count 1 /Parent 2 0 R>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Annots [5 0 R] /Contents [4 0 R] /Resources 6 0 R>>',
        { dict: '/Subtype /Form /BBox [0 0 9 9] /Resources 6 0 R', stream: '/Self Do' },
        '<</Subtype /Widget /FT /Tx /T (a) /Rect [1 1 9 9] /Parent 5 0 R /Kids [5 0 R]>>',
        '<</XObject <</Self 4 0 R>>>>',
        '<</Type /Outlines /First 7 0 R /Next 7 0 R>>',
      ],
      '/Prev 9',
    );
    expect((await read(bytes)).result).toMatchObject({ ok: true, pages: [{ width: 99, height: 99 }] });
  });
});

function contentBomb(): Uint8Array {
  const stream = deflateSync(Buffer.alloc(200 * MEBIBYTE, ' '));
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R>>',
    { dict: '/Filter /FlateDecode', stream },
  ]);
}

/** An object stream that contains the page and unpacks to 4 GiB, from one repeated compressed block. */
function objectBomb(): Uint8Array {
  const page = '3 0 <</Type /Page /MediaBox [0 0 99 99]>>';
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(Buffer.alloc(16 * MEBIBYTE, ' '), flush);
  const start = deflateRawSync(Buffer.from(page), flush);
  const stream = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    start,
    ...Array.from({ length: 256 }, () => block),
  ]);
  const objects = rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    { dict: '', stream: '' },
    { dict: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', stream },
  ]);
  const text = Buffer.from(objects).toString('latin1');
  const offset = (number: number) => text.indexOf(`\n${number} 0 obj`) + 1;
  const body = Buffer.from(objects).subarray(0, text.indexOf('xref\n0'));
  const row = (type: number, value: number, index: number) => {
    const bytes = Buffer.alloc(6);
    bytes.writeUInt8(type, 0);
    bytes.writeUInt32BE(value, 1);
    bytes.writeUInt8(index, 5);
    return bytes;
  };
  const rows = [row(0, 0, 0), row(1, offset(1), 0), row(1, offset(2), 0), row(2, 4, 0), row(1, offset(4), 0)];
  const entries = `/Type /XRef /Size 6 /W [1 4 1] /Root 1 0 R /Length ${6 * 6}`;
  return Buffer.concat([
    body,
    Buffer.from(`5 0 obj\n<<${entries}>>\nstream\n`),
    ...rows,
    row(1, body.length, 0),
    Buffer.from(`\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`),
  ]);
}

function signed(): Uint8Array {
  return onePage({
    catalog: '/AcroForm <</Fields [6 0 R] /SigFlags 3>>',
    page: '/Annots [6 0 R]',
    objects: [
      '<</Subtype /Widget /FT /Sig /T (s) /Rect [0 0 0 0] /V <</ByteRange [0 1 2 3] /Contents <00>>>>>',
    ],
  });
}
