import { describe, expect, it } from 'vitest';
import { clearBackground } from '#ui/signer/adopt/clear-background.ts';
import { deriveInitials } from '#ui/signer/adopt/initials-of.ts';
import { getDataUrlSize } from '#ui/signer/adopt/signature-picture.ts';
import { getStrokeBounds, smoothStroke } from '#ui/signer/adopt/stroke.ts';
import { listStyles, createTypedMark } from '#ui/signer/adopt/typed-mark.ts';

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  jean-luc   picard ', 'JLP'],
    ['Боб Дилан', 'БД'],
    ['山田 太郎', '山太'],
    ["'t Hooft (Gerard)", 'THG'],
    ['A B C D E F', 'ABCD'],
    ['42', ''],
  ])('%s → %s', (name, initials) => {
    expect(deriveInitials(name)).toBe(initials);
  });
});

describe('inkOf', () => {
  it('joins the pieces without gaps, from the first point to the last', () => {
    const stroke = [0, 10, 20, 30].map((x) => ({ x, y: x * x, at: x }));
    const pieces = smoothStroke(stroke);
    expect(pieces[0]?.from).toMatchObject({ x: 0, y: 0 });
    expect(pieces.at(-1)?.to).toMatchObject({ x: 30, y: 900 });
    pieces.slice(1).forEach((piece, index) => expect(piece.from).toEqual(pieces[index]?.to));
  });

  it('draws thinner where the pen is quicker, and a dot for a tap', () => {
    const at = (speed: number) =>
      smoothStroke([0, 1, 2, 3].map((step) => ({ x: step * 20, y: 0, at: (step * 20) / speed }))).at(-1)
        ?.width ?? 0;
    expect(at(3)).toBeLessThan(at(0.2));
    expect(smoothStroke([{ x: 5, y: 5, at: 0 }])).toHaveLength(1);
    expect(smoothStroke([])).toEqual([]);
  });
});

describe('boundsOf', () => {
  it('include the stroke width, and are null without ink', () => {
    const bounds = getStrokeBounds([[{ x: 10, y: 20, at: 0 }], [{ x: 30, y: 5, at: 1 }]]);
    if (bounds === null) throw new Error('there are no bounds');
    expect(bounds.x).toBeLessThan(10);
    expect(bounds.x + bounds.width).toBeGreaterThan(30);
    expect(bounds.y).toBeLessThan(5);
    expect(bounds.y + bounds.height).toBeGreaterThan(20);
    expect(getStrokeBounds([])).toBeNull();
  });
});

describe('sizeOfDataUrl', () => {
  it('counts the bytes behind base64', () => {
    for (const bytes of [0, 1, 2, 3, 100]) {
      expect(getDataUrlSize(`data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`)).toBe(bytes);
    }
  });
});

describe('clearBackground', () => {
  /** A sheet lit from the left, from 235 down to 120, with a dark blue line across it and grain. */
  function photographed(width = 160, height = 80) {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const paper = 235 - (115 * x) / width + ((x * 7 + y * 13) % 9) - 4;
        const isInk = y >= 38 && y < 42 && x >= 20 && x < 140;
        const color = isInk ? [paper * 0.1, paper * 0.15, paper * 0.45] : [paper, paper * 0.98, paper * 0.94];
        data.set([...color, 255], (y * width + x) * 4);
      }
    return { data, width, height };
  }
  const pointOf = ({ data, width }: ReturnType<typeof photographed>, x: number, y: number) => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
  ];

  it('leaves ink on nothing, however unevenly the paper is lit', () => {
    const photo = photographed();
    expect(clearBackground(photo)).toEqual({ x: 16, y: 34, width: 128, height: 12 });
    for (const [x, y] of [
      [2, 2],
      [157, 77],
      [80, 20],
      [150, 40],
    ] as const)
      expect(pointOf(photo, x, y)[3], `${x} ${y}`).toBe(0);
    for (const x of [25, 80, 135]) {
      const [red = 0, , blue = 0, alpha] = pointOf(photo, x, 40);
      expect([alpha, blue > red], `${x}`).toEqual([255, true]);
    }
  });

  it('keeps the bright colors and the filled areas of a stamp', () => {
    const stamped = () => {
      const photo = photographed();
      for (let y = 10; y < 20; y++)
        for (let x = 40; x < 60; x++) photo.data.set([230, 215, 20, 255], (y * photo.width + x) * 4);
      return photo;
    };
    const asStamp = stamped();
    clearBackground(asStamp, true);
    expect(pointOf(asStamp, 50, 15)).toEqual([230, 215, 20, 255]);
    expect(pointOf(asStamp, 80, 24)[3]).toBe(0);
  });

  it('leaves a picture alone that is no ink on paper, or has no background', () => {
    const blank = { data: new Uint8ClampedArray(64 * 64 * 4).fill(250), width: 64, height: 64 };
    expect(clearBackground(blank)).toBeNull();
    const drawn = photographed();
    for (let at = 3; at < drawn.data.length / 2; at += 4) drawn.data[at] = 0;
    const before = Uint8ClampedArray.from(drawn.data);
    expect(clearBackground(drawn)).toBeNull();
    expect(drawn.data).toEqual(before);
  });
});

describe('typedMark', () => {
  it('names a style only if its font has every letter', () => {
    expect(createTypedMark('Ben Okafor', 'clear')).toEqual({
      kind: 'typed',
      text: 'Ben Okafor',
      style: 'clear',
    });
    expect(createTypedMark('Ben Okafor', 'flowing')).toEqual({ kind: 'typed', text: 'Ben Okafor' });
    expect(createTypedMark('Łukasz', 'bold')).toEqual({ kind: 'typed', text: 'Łukasz' });
    expect(listStyles('Łukasz')).toEqual(['flowing', 'clear']);
    for (const name of ['ليلى حدّاد', 'پرویز', 'נועה בָּרָק', 'Ada ليلى'])
      expect(listStyles(name), name).toEqual(['flowing', 'clear', 'bold']);
    for (const name of ['山田 太郎', 'さくら', 'Ben 山田']) expect(listStyles(name), name).toContain('bold');
    expect(listStyles('山田 太郎')).toEqual(['flowing', 'bold']);
    expect(listStyles('Боб')).toEqual(['flowing']);
    expect(listStyles('')).toEqual(['flowing']);
  });
});
