import { describe, expect, it } from 'vitest';
import { computeHexContrast } from '#domain/branding/accent.ts';
import { DEFAULT_ACCENT } from '#domain/branding/accent.ts';
import { toMailAccent } from '#server/mail/accent.ts';

describe('accentOf', () => {
  it.each(['#000000', '#ffffff', '#ffd400', '#1D4ED8', '#777777'])(
    'can be read on both cards: %s',
    (color) => {
      for (const [scheme, card] of [
        ['light', '#ffffff'],
        ['dark', '#1b1b1f'],
      ] as const) {
        const fill = toMailAccent(color)[scheme];
        expect(computeHexContrast(fill.color, card)).toBeGreaterThanOrEqual(3);
        expect(computeHexContrast(fill.color, fill.textColor)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each([null, '', 'red', '#fff', '#ffffff;background:url(//x)', '"><script>', '#ffffff\n'])(
    'falls back to its own color for %j',
    (color) => {
      expect(toMailAccent(color).light).toEqual({ color: DEFAULT_ACCENT, textColor: '#ffffff' });
    },
  );
});
