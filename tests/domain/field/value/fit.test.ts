import { describe, expect, it } from 'vitest';
import { countFitting, fitValue } from '#domain/field/value/fit.ts';

const PAGE = { width: 595, height: 842 };
const field = (own: object = {}) =>
  ({ type: 'text', comb: null, fontSize: null, width: 0.3, height: 0.02, ...own }) as const;
const NAME = 'Maximiliane Alexandra von Hohenzollern-Sigmaringen';

describe('a value in its field', () => {
  it('stays on one line of the usual size where there is room', () => {
    expect(fitValue(field(), 'Ada Lovelace', PAGE)).toMatchObject({
      ...{ lines: ['Ada Lovelace'], stretch: 1 },
      ...{ isUsual: true, isSmall: false, isTooLong: false },
    });
  });

  it('gets a second line where the box is high enough, before it becomes small', () => {
    const fit = fitValue(field({ height: 0.03 }), NAME, PAGE);
    expect(fit).toMatchObject({
      lines: ['Maximiliane Alexandra von', 'Hohenzollern-Sigmaringen'],
      ...{ isUsual: false, isSmall: false },
    });
    expect(fit?.size).toBeGreaterThan(8);
  });

  it('is small, which its signer is told, where the box has room for one line', () => {
    const fit = fitValue(field(), NAME, PAGE);
    expect(fit).toMatchObject({ lines: [NAME], isSmall: true, isTooLong: false });
    expect(fit?.size).toBeGreaterThanOrEqual(6);
  });

  it('gets narrower letters rather than letters of less than 6 points', () => {
    const fit = fitValue(field({ height: 0.012 }), `${NAME} zu Berg`, PAGE);
    expect(fit).toMatchObject({ size: 6, isSmall: true, isTooLong: false });
    expect(fit?.stretch).toBeGreaterThanOrEqual(0.8);
    expect(fit?.stretch).toBeLessThan(1);
  });

  it('is too long where nothing helps, and as many characters fit as it says', () => {
    const value = `${NAME} `.repeat(4);
    const count = countFitting(field(), value, PAGE);
    expect(count).toBeGreaterThan(NAME.length);
    expect(count).toBeLessThan(value.length);
    expect(countFitting(field(), value.slice(0, count ?? 0), PAGE)).toBeNull();
    expect(fitValue(field(), value, PAGE)?.isTooLong).toBe(true);
  });

  it('is never too long because its box is low', () => {
    expect(fitValue(field({ height: 0.006 }), 'Ada', PAGE)).toMatchObject({ isTooLong: false });
  });

  it('grows with a page that is larger than Letter', () => {
    const large = fitValue(field(), NAME, { width: 1190, height: 1684 });
    expect(large?.size).toBeGreaterThan(11);
  });

  it.each([
    ['a value in cells', field({ comb: 8 })],
    ['a choice', field({ type: 'dropdown' })],
    ['a signature', field({ type: 'signature' })],
  ])('leaves out %s', (_what, own) => {
    expect(fitValue(own, NAME, PAGE)).toBeNull();
  });
});
