import { describe, expect, it } from 'vitest';
import { initialsOf } from '#ui/signer/adopt/initials-of.ts';
import { sizeOfDataUrl } from '#ui/signer/adopt/signature-picture.ts';
import { boundsOf, inkOf } from '#ui/signer/adopt/stroke.ts';

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
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('inkOf', () => {
  it('joins the pieces without gaps, from the first point to the last', () => {
    const stroke = [0, 10, 20, 30].map((x) => ({ x, y: x * x, at: x }));
    const pieces = inkOf(stroke);
    expect(pieces[0]?.from).toMatchObject({ x: 0, y: 0 });
    expect(pieces.at(-1)?.to).toMatchObject({ x: 30, y: 900 });
    pieces.slice(1).forEach((piece, index) => expect(piece.from).toEqual(pieces[index]?.to));
  });

  it('draws thinner where the pen is quicker, and a dot for a tap', () => {
    const at = (speed: number) =>
      inkOf([0, 1, 2, 3].map((step) => ({ x: step * 20, y: 0, at: (step * 20) / speed }))).at(-1)?.width ?? 0;
    expect(at(3)).toBeLessThan(at(0.2));
    expect(inkOf([{ x: 5, y: 5, at: 0 }])).toHaveLength(1);
    expect(inkOf([])).toEqual([]);
  });
});

describe('boundsOf', () => {
  it('include the stroke width, and are null without ink', () => {
    const bounds = boundsOf([[{ x: 10, y: 20, at: 0 }], [{ x: 30, y: 5, at: 1 }]]);
    if (bounds === null) throw new Error('there are no bounds');
    expect(bounds.x).toBeLessThan(10);
    expect(bounds.x + bounds.width).toBeGreaterThan(30);
    expect(bounds.y).toBeLessThan(5);
    expect(bounds.y + bounds.height).toBeGreaterThan(20);
    expect(boundsOf([])).toBeNull();
  });
});

describe('sizeOfDataUrl', () => {
  it('counts the bytes behind base64', () => {
    for (const bytes of [0, 1, 2, 3, 100]) {
      expect(sizeOfDataUrl(`data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`)).toBe(bytes);
    }
  });
});
