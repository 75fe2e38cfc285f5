import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, DEFAULT_ACCENT } from '#server/mail/accent.ts';

/** WCAG 2.2 contrast ratio, written out as the recommendation has it. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(color: string): number {
  const channels = (/^#(..)(..)(..)$/.exec(color) ?? []).slice(1).map((hex) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  });
  return [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => sum + weight * (channels[index] ?? 0), 0);
}

describe('accentOf', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#ffd400', '#000000'],
    ['#1D4ED8', '#ffffff'],
    ['#777777', '#000000'],
  ])('writes on %s in %s', (color, textColor) => {
    expect(accentOf(color)).toEqual({ color: color.toLowerCase(), textColor });
  });

  it('is readable on any colour: at least 4.5 to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const { color, textColor } = accentOf(`#${value.toString(16).padStart(6, '0')}`);
        expect(contrast(color, textColor)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    null,
    '',
    'red',
    '#fff',
    '#1234567',
    '#12345g',
    '#ffffff;background:url(//x)',
    '"><script>',
    '#ffffff\n',
  ])('falls back to its own colour for %j', (color) => {
    expect(accentOf(color)).toEqual({ color: DEFAULT_ACCENT, textColor: '#ffffff' });
  });
});
