import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType } from '#domain/field/catalogue.ts';
import { drawCertificate } from '#server/pdf/certificate/certificate.ts';
import { drawFields, type PlainFields } from '#server/pdf/drawing/draw-fields.ts';
import { createPage } from '#server/pdf/drawing/overlay.ts';
import { type PageSheet, Sheets } from '#server/pdf/drawing/sheets.ts';
import type { GrayPixels } from '#server/pdf/engine/rendered-document.ts';
import { addPages } from '#server/pdf/seal/catalog-entries.ts';
import type { SealField, SignatureMark } from '#server/pdf/seal/seal-request.ts';
import { differenceFrom, differingShare, grayPages, isAlike } from '../support/reference-picture.ts';
import { loadInPlace } from '../support/seal-in-place.ts';
import { exampleCertificate, examplePicture, exampleSigner } from '../support/seal-request-example.ts';

/** A value in each script: a name, several lines, and a typed signature. */
const SCRIPTS: Readonly<Record<string, string>> = {
  latin: 'José Ñandú Łukasz',
  arabic: 'محمد عبد الله الشريف',
  hebrew: 'שרה בת־אל כהן',
  devanagari: 'श्रीमती प्रियंका क्षत्रिय',
  thai: 'สมชาย ใจดีวงศ์',
  cjk: '李小龍 鈴木一郎 김민준',
  georgian: 'გიორგი ბერიძე',
  emoji: 'Ada 🚀 ✅ 👩‍💻',
};

const PAGE = { width: 300, height: 0 };
const ROW = 34;

describe('a drawn field looks as it should', () => {
  it.each(Object.entries(SCRIPTS))('in %s', async (script, text) => {
    const fields = FIELD_TYPES.map((type, row) => fieldOf(type, text, row));
    const drawn = await pictureOf(fields);
    expect(await differenceFrom(`fields-${script}`, drawn)).toSatisfy(isAlike);

    // Apart from smoothing, text drawn as shapes looks the same as text set in fonts.
    const plain = await pictureOf(fields, new Map(fields.map((field) => [field, 'on white'])));
    expect(differingShare(drawn, plain)).toBeLessThan(0.02);
    for (const missing of fields) {
      const others = await pictureOf(fields.filter((field) => field !== missing));
      expect(differingShare(drawn, others), missing.type).not.toSatisfy(isAlike);
    }
  });

  it('as its sender set it: sides, sizes, cells and lines', async () => {
    const looks: (Partial<SealField> & { readonly value: string })[] = [
      { value: 'left', align: 'left' },
      { value: 'center', align: 'center' },
      { value: 'right', align: 'right' },
      { value: 'שרה בת־אל', align: 'left' },
      { value: 'small', fontSize: 6 },
      { value: 'too large for its box', fontSize: 72 },
      { value: 'DE89 3704', comb: 12 },
      { value: '1.234,50', comb: 12, align: 'right' },
      { value: 'שרה', comb: 12 },
      { value: '👩‍👩‍👧‍👦e\u0301🇩🇪W', comb: 6 },
      { value: 'longer than its cells', comb: 4 },
      {
        value: 'One line\nand another, which is longer than its box is wide, so that it wraps',
        multiline: true,
      },
    ];
    const fields = looks.map((look, row): SealField => ({ ...fieldOf('text', '', row), ...look }));
    const drawn = await pictureOf(fields);
    expect(await differenceFrom('field-looks', drawn)).toSatisfy(isAlike);
    const plain = await pictureOf(
      fields.map(({ align: _a, fontSize: _f, comb: _c, multiline: _m, ...field }) => field),
    );
    expect(differingShare(drawn, plain)).toBeGreaterThan(0.01);
  });

  it('as a drawn and an uploaded signature', async () => {
    const marks: SignatureMark[] = [
      { kind: 'drawn', image: examplePicture() },
      { kind: 'uploaded', image: examplePicture('jpeg') },
    ];
    const fields = marks.map((mark, row): SealField => ({ ...fieldOf('signature', '', row), mark }));
    expect(await differenceFrom('signature-pictures', await pictureOf(fields))).toSatisfy(isAlike);
  });
});

describe('the certificate looks as it should', () => {
  it('handles thirty signers, long names and every script', async () => {
    const names = Object.values(SCRIPTS);
    const signers = Array.from({ length: 30 }, (_, index) => {
      const name = names[index % names.length] ?? '';
      return exampleSigner({
        name: index % 5 === 0 ? Array.from({ length: 8 }, () => name).join(' ') : name,
        email: `signer-${index}@example.org`,
        company: names[(index + 3) % names.length] ?? null,
        mark: index % 3 === 0 ? { kind: 'drawn', image: examplePicture() } : { kind: 'typed', text: name },
      });
    });
    const pdf = PDF.create();
    const sheets = new Sheets(pdf);
    const marks = await loadInPlace(signers.flatMap(({ mark }) => mark ?? []));
    const certificate = exampleCertificate(new Uint8Array(), { signers });
    const drawn = drawCertificate(sheets, certificate, marks, { width: 612, height: 792 });
    const pictures = await grayPages(await finished(pdf, sheets, drawn.sheets), 0.5);
    expect(pictures).toHaveLength(7);
    for (const page of [1, 2, 3, 7]) {
      const picture = pictures[page - 1];
      if (!picture) throw new Error(`page ${page} is missing`);
      expect(await differenceFrom(`certificate-${page}`, picture), `page ${page}`).toSatisfy(isAlike);
    }
  });
});

function fieldOf(type: FieldType, text: string, row: number): SealField {
  const rows = FIELD_TYPES.length;
  const place = { page: 1, x: 0.03, y: (row + 0.1) / rows, width: 0.94, height: 0.8 / rows };
  switch (type) {
    case 'signature':
    case 'initials':
      return { ...place, type, value: '', mark: { kind: 'typed', text } };
    case 'stamp':
      return { ...place, type, value: '', mark: { kind: 'uploaded', image: examplePicture() } };
    case 'checkbox':
      return { ...place, width: 0.12, type, value: 'true' };
    case 'text':
      return { ...place, type, value: `${text}\n${text}` };
    case 'date':
      return { ...place, type, value: '2026-11-22' };
    default:
      return { ...place, type, value: text };
  }
}

async function pictureOf(fields: readonly SealField[], plain?: PlainFields): Promise<GrayPixels> {
  const pdf = PDF.create();
  const sheets = new Sheets(pdf);
  const size = { width: PAGE.width, height: FIELD_TYPES.length * ROW };
  const page = {
    ...({ visibleWidth: size.width, visibleHeight: size.height, rotate: 0, userUnit: 1 } as const),
    box: { x: 0, y: 0, ...size },
  };
  const marks = await loadInPlace(fields.flatMap(({ mark }) => mark ?? []));
  const sheet = sheets.drawPage(size, (drawing) => drawFields(drawing, fields, page, marks, plain));
  const [picture] = await grayPages(await finished(pdf, sheets, [sheet]), 1);
  if (!picture) throw new Error('nothing was drawn');
  return picture;
}

async function finished(pdf: PDF, sheets: Sheets, pages: readonly PageSheet[]): Promise<Uint8Array> {
  sheets.finish();
  pdf.addPage({ width: 10, height: 10 });
  addPages(pdf, (parent) => pages.map((sheet) => createPage(pdf, sheet, parent)));
  pdf.removePage(0);
  return pdf.save();
}
