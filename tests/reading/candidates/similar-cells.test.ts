import { describe, expect, it } from 'vitest';
import { getCueBit, type Candidate } from '#reading/candidates/candidate.ts';
import { adjustToSimilarCells } from '#reading/candidates/similar-cells.ts';

const cell = (x: number, y: number): Candidate => {
  const box = { x, y, width: 80, height: 14 };
  return { ...box, cues: getCueBit('cell'), frame: box, sides: 15, parts: 1 };
};

describe('the cells of a column', () => {
  it('draw one that is doubtful to what the others are', () => {
    const column = [100, 114, 128, 142].map((y) => cell(50, y));
    const [, , doubtful = 0] = adjustToSimilarCells(column, [0.95, 0.95, 0.4, 0.95]);
    expect(doubtful).toBeGreaterThan(0.45);
    const [, , unlikely = 1] = adjustToSimilarCells(column, [0.05, 0.05, 0.6, 0.05]);
    expect(unlikely).toBeLessThan(0.5);
  });

  it('have no effect with only two, or on other cells', () => {
    const agreed = adjustToSimilarCells([cell(50, 100), cell(50, 114), cell(300, 400)], [0.9, 0.4, 0.4]);
    expect(agreed.map((p) => Math.round(p * 1000) / 1000)).toEqual([0.9, 0.4, 0.4]);
  });
});
