import { PDF, PdfArray, PdfDict, PdfNumber, PdfRef, type PdfObject } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { measurePage, placeOnPage, getPageUprightMatrix } from '#server/pdf/engine/page-geometry.ts';

const box = (...numbers: number[]) => new PdfArray(numbers.map((value) => PdfNumber.of(value)));

describe('the geometry of a page', () => {
  it('is the MediaBox cut to the CropBox, whichever way their corners run', () => {
    const dict = PdfDict.of({ MediaBox: box(600, 800, 0, 0), CropBox: box(-50, 20, 500, 700) });
    expect(measurePage({ dict })).toEqual({
      visibleWidth: 500,
      visibleHeight: 680,
      rotate: 0,
      userUnit: 1,
      box: { x: 0, y: 20, width: 500, height: 680 },
    });
  });

  it('applies rotation to the visible size and reports UserUnit apart', () => {
    const dict = PdfDict.of({
      MediaBox: box(0, 0, 100, 300),
      Rotate: PdfNumber.of(-90),
      UserUnit: PdfNumber.of(2),
    });
    const geometry = measurePage({ dict });
    expect(geometry).toMatchObject({ visibleWidth: 300, visibleHeight: 100, rotate: 270, userUnit: 2 });
    expect(getPageUprightMatrix({ dict })).toEqual([0, -1, 1, 0, 0, 300]);
  });

  it('ignores a CropBox that misses the page and a MediaBox without area', () => {
    expect(
      measurePage({ dict: PdfDict.of({ MediaBox: box(0, 0, 100, 100), CropBox: box(200, 200, 300, 300) }) })
        .box,
    ).toEqual({ x: 0, y: 0, width: 100, height: 100 });
    expect(measurePage({ dict: PdfDict.of({ MediaBox: box(0, 0, 0, 0) }) }).box).toEqual({
      x: 0,
      y: 0,
      width: 612,
      height: 792,
    });
  });

  it('inherits from /Pages through references, also when these form a circle', () => {
    const pagesRef = PdfRef.of(900_001);
    const boxRef = PdfRef.of(900_002);
    const pages = PdfDict.of({ MediaBox: boxRef, Rotate: PdfNumber.of(90), Parent: pagesRef });
    const objects = new Map<number, PdfObject>([
      [pagesRef.objectNumber, pages],
      [boxRef.objectNumber, box(0, 0, 200, 100)],
    ]);
    const dict = PdfDict.of({ Parent: pagesRef });
    const geometry = measurePage({ dict }, (ref) => objects.get(ref.objectNumber) ?? null);
    expect(geometry).toMatchObject({ visibleWidth: 100, visibleHeight: 200, rotate: 90 });
  });

  it('measures the pages of a real document', () => {
    const page = PDF.create().addPage({ width: 200, height: 400 });
    const { matrix, rectangle } = placeOnPage(page, { x: 0.5, y: 0.75, width: 0.25, height: 0.25 });
    expect(matrix).toEqual([1, 0, 0, 1, 0, 0]);
    expect(rectangle).toEqual({ x: 100, y: 0, width: 50, height: 100 });
  });
});
