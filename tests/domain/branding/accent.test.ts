import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeHexContrast, fillOn, buildPalette, SCHEMES } from '#domain/branding/accent.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
const between = (one: string, other: string) => computeHexContrast(one, other) ?? 0;

describe('paletteOf', () => {
  it.each(['light', 'dark'] as const)('can be read on %s pages, whatever the color', (scheme) => {
    const { raised, surface, sunken } = SCHEMES[scheme];
    fc.assert(
      fc.property(anyColor, (color) => {
        const palette = buildPalette(color, scheme);
        if (palette === null) return false;
        const { accent, accentHover, onAccent, accentSoft, accentText } = palette;
        const texts = [raised, surface, sunken, accentSoft].map((behind) => between(accentText, behind));
        const fills = [raised, surface, sunken].map((behind) => between(accent, behind));
        const buttons = [between(onAccent, accent), between(onAccent, accentHover)];
        return Math.min(...texts, ...buttons) >= 4.5 && Math.min(...fills) >= 3;
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves a color that can be read as it is, and keeps the hue of one that cannot', () => {
    expect(buildPalette('#1D4ED8', 'light')).toMatchObject({ accent: '#1d4ed8', onAccent: '#ffffff' });
    expect(buildPalette('#1d4ed8', 'light')?.accentText).toBe('#1d4ed8');
    const yellow = buildPalette('#ffd400', 'light');
    expect(yellow?.accent).toMatch(/^#[a-f0-9]{4}00$/);
    expect(yellow?.accent).not.toBe('#ffd400');
    expect(buildPalette('#ffd400', 'dark')?.accent).toBe('#ffd400');
    expect(buildPalette('#ffffff', 'light')?.accent).toMatch(/^#(..)\1\1$/);
  });

  it.each(['', 'red', '#fff', '#1234567', '#12345g', '#ffffff;background:url(//x)', '#ffffff\n'])(
    'knows no palette for %j',
    (color) => {
      expect([buildPalette(color, 'light'), fillOn(color, '#ffffff')]).toEqual([null, null]);
    },
  );

  it('reckons with the backgrounds that pages really have', () => {
    const css = readFileSync(new URL('../../../src/tokens.css', import.meta.url), 'utf8');
    const tokens = (part: string) =>
      Object.fromEntries(
        [...part.matchAll(/--([a-z]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
      );
    const [screen = ''] = css.split('@media print');
    const [light = '', dark = ''] = screen.split('@media screen and (prefers-color-scheme: dark)');
    expect(tokens(light)).toMatchObject(SCHEMES.light);
    expect(tokens(dark)).toMatchObject(SCHEMES.dark);
  });
});

describe('fillOn', () => {
  it('is seen on its background, and its text is read', () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom('#ffffff', '#1b1e24'), (color, background) => {
        const fill = fillOn(color, background);
        if (fill === null) return false;
        return between(fill.color, background) >= 3 && between(fill.color, fill.textColor) >= 4.5;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('contrastOf', () => {
  it('measures as WCAG does', () => {
    expect(computeHexContrast('#000000', '#ffffff')).toBe(21);
    expect(computeHexContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
