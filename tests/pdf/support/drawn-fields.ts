import { execFileSync } from 'node:child_process';
import { PDF } from '@libpdf/core';
import { drawFields } from '#server/pdf/drawing/draw-fields.ts';
import { createPage } from '#server/pdf/drawing/overlay.ts';
import { Sheets } from '#server/pdf/drawing/sheets.ts';
import { type Pdfium, loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { addPages } from '#server/pdf/seal/catalog-entries.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';

/** A page of boxes, one below the other, in points. */
const PAGE = { width: 400, height: 800 };
const BOX = { x: 20, width: 360, height: 24, pitch: 40 };
export const BOXES_ON_A_PAGE = PAGE.height / BOX.pitch;

export type BoxedValue = { readonly type: 'name' | 'text' | 'signature'; readonly value: string };

/** Draws values as fields, each in its own box. */
export async function drawValues(
  values: readonly BoxedValue[],
): Promise<{ bytes: Uint8Array; boxedCharacters: string[] }> {
  const pdf = PDF.create();
  const sheets = new Sheets(pdf);
  const sheet = sheets.drawPage(PAGE, (drawing) =>
    drawFields(
      drawing,
      values.map((value, index) => fieldOf(value, index)),
      {
        visibleWidth: PAGE.width,
        visibleHeight: PAGE.height,
        rotate: 0,
        userUnit: 1,
        box: { x: 0, y: 0, ...PAGE },
      },
      new Map(),
    ),
  );
  const boxedCharacters = sheets.finish();
  pdf.addPage(PAGE);
  addPages(pdf, (parent) => [createPage(pdf, sheet, parent)]);
  pdf.removePage(0);
  return { bytes: await pdf.save(), boxedCharacters };
}

function fieldOf({ type, value }: BoxedValue, index: number): SealField {
  const place = {
    page: 1,
    x: BOX.x / PAGE.width,
    y: (index * BOX.pitch + (BOX.pitch - BOX.height) / 2) / PAGE.height,
    width: BOX.width / PAGE.width,
    height: BOX.height / PAGE.height,
  };
  return type === 'signature'
    ? { ...place, type, value: '', mark: { kind: 'typed', text: value } }
    : { ...place, type, value };
}

/** Ink in a box's row as PDFium renders it, in points. `outside` counts pixels outside the box. */
export type RowInk = {
  readonly left: number;
  readonly right: number;
  readonly pixels: number;
  readonly outside: number;
};

const SCALE = 2;
const GRAY = 1;
const GRAYSCALE = 8;
const PAPER = 240;
/** Tolerance for antialiasing, in points. */
const SLACK = 1.5;

/** Renders the first page and measures the ink of each row; null for none. */
export async function rowInks(bytes: Uint8Array, rows: number): Promise<(RowInk | null)[]> {
  const library = await loadPdfium();
  const { width, height, values } = rendered(library, bytes);
  return Array.from({ length: rows }, (_, row) => {
    const ink = { left: Infinity, right: -Infinity, pixels: 0, outside: 0 };
    const margin = (BOX.pitch - BOX.height) / 2 - SLACK;
    for (let y = row * BOX.pitch * SCALE; y < Math.min(height, (row + 1) * BOX.pitch * SCALE); y += 1) {
      const inRow = y / SCALE - row * BOX.pitch;
      const isBeside = inRow < margin || inRow > BOX.pitch - margin;
      for (let x = 0; x < width; x += 1) {
        if ((values[y * width + x] ?? 255) >= PAPER) continue;
        ink.pixels += 1;
        ink.left = Math.min(ink.left, x / SCALE);
        ink.right = Math.max(ink.right, (x + 1) / SCALE);
        if (isBeside || x / SCALE < BOX.x - SLACK || x / SCALE > BOX.x + BOX.width + SLACK) ink.outside += 1;
      }
    }
    return ink.pixels === 0 ? null : ink;
  });
}

function rendered(
  { api, allocate, free, memory }: Pdfium,
  bytes: Uint8Array,
): { width: number; height: number; values: Uint8Array } {
  const file = allocate(bytes.length);
  new Uint8Array(memory()).set(bytes, file);
  const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
  const page = api.FPDF_LoadPage(document, 0);
  const [width, height] = [PAGE.width * SCALE, PAGE.height * SCALE];
  const bitmap = api.FPDFBitmap_CreateEx(width, height, GRAY, 0, 0);
  try {
    if (page === 0 || bitmap === 0) throw new Error('PDFium cannot show the page');
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, GRAYSCALE);
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const pixels = new Uint8Array(memory(), api.FPDFBitmap_GetBuffer(bitmap), stride * height);
    const values = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1)
      values.set(pixels.subarray(row * stride, row * stride + width), row * width);
    return { width, height, values };
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
    api.FPDF_ClosePage(page);
    api.FPDF_CloseDocument(document);
    free(file);
  }
}

/** Extracts each row's text with poppler, without marks of direction. */
export function rowTexts(file: string, rows: number): string[] {
  return Array.from({ length: rows }, (_, row) =>
    execFileSync(
      'pdftotext',
      [
        ...['-x', '0', '-y', String(row * BOX.pitch), '-W', String(PAGE.width), '-H', String(BOX.pitch)],
        ...['-nopgbrk', file, '-'],
      ],
      { encoding: 'utf8' },
    )
      .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
      .trim()
      .normalize('NFC'),
  );
}
