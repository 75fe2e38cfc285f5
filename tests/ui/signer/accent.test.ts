import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, contrastOf } from '#ui/signer/accent.ts';

describe('accentOf', () => {
  it('puts text of a contrast of at least 4.5 on any colour, also under the pointer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const accent = accentOf(`#${number.toString(16).padStart(6, '0')}`);
        if (accent === null) return false;
        const [plain, hovered] = [
          contrastOf(accent.fill, accent.text) ?? 0,
          contrastOf(accent.hover, accent.text) ?? 0,
        ];
        return plain >= 4.5 && hovered >= plain - 0.05;
      }),
    );
  });

  it('reads short notation and refuses what is no colour', () => {
    expect(accentOf('#f00')?.fill).toBe('#ff0000');
    expect([accentOf(null), accentOf('red'), accentOf('#12345'), accentOf('url(x)')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('measures contrast as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
