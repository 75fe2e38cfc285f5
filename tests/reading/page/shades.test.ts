import { describe, expect, it } from 'vitest';
import { collectEdges } from '#reading/page/edges.ts';
import { Shades } from '#reading/page/shades.ts';
import { pageFacts } from '../../support/page-facts.ts';

const filled = (x: number, y: number, width: number, height: number, fill: number) => ({
  ...{ x, y, width, height, fill },
  kind: 'rectangle' as const,
  stroke: null,
});

describe('filled areas', () => {
  it('have no edges if they look like their surroundings', () => {
    const page = { ...pageFacts({}), shapes: [filled(100, 100, 200, 14, 1), filled(100, 114, 200, 14, 1)] };
    expect(collectEdges(page)).toEqual({ horizontal: [], vertical: [] });
  });

  it('have edges between white and gray', () => {
    const page = {
      ...pageFacts({}),
      shapes: [filled(50, 50, 300, 200, 0.85), filled(100, 100, 120, 20, 1)],
    };
    const { horizontal, vertical } = collectEdges(page);
    expect(horizontal.map(({ at }) => at)).toEqual([50, 100, 120, 250]);
    expect(vertical.map(({ at }) => at)).toEqual([50, 100, 220, 350]);
  });

  it('show what was painted last, and are unknown on a picture', () => {
    const page = {
      ...pageFacts({}),
      shapes: [filled(50, 50, 300, 200, 0.4), filled(100, 100, 120, 20, 0.9)],
      images: [{ x: 400, y: 400, width: 100, height: 100 }],
    };
    const shades = new Shades(page);
    expect(shades.at(60, 60)).toBe(0.4);
    expect(shades.at(110, 110)).toBe(0.9);
    expect(shades.at(10, 10)).toBe(1);
    expect(shades.at(450, 450)).toBeNull();
    expect(shades.differAcross(450, 410, 490)).toBe(true);
  });

  it('let a white rule be seen on gray only', () => {
    const rule = { x: 60, y: 100, width: 100, height: 1, orientation: 'horizontal', dashed: false } as const;
    const white = { ...rule, luminance: 1 };
    expect(collectEdges({ ...pageFacts({}), rules: [white] }).horizontal).toEqual([]);
    const onGray = { ...pageFacts({}), rules: [white], shapes: [filled(50, 50, 300, 200, 0.6)] };
    expect(collectEdges(onGray).horizontal.map(({ at }) => at)).toContain(100.5);
  });
});
