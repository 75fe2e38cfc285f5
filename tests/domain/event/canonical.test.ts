import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANONICAL_JSON_MAX_DEPTH, toCanonicalJson, NotCanonicalError } from '#domain/event/canonical.ts';

function numberOfBits(hex: string): number {
  return Buffer.from(hex, 'hex').readDoubleBE();
}

describe('the examples of RFC 8785', () => {
  it('writes the object of section 3.2.2 as section 3.2.4 has it, byte for byte', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(toCanonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by UTF-16 code units (section 3.2.3)', () => {
    const value: unknown = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`);
    expect(toCanonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s of appendix B as %s', (bits, text) => {
    expect(toCanonicalJson(numberOfBits(bits))).toBe(text);
  });
});

describe('against the package canonicalize', () => {
  it('agrees on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (value) => {
        expect(toCanonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees on any finite double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(toCanonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same text whatever the order in which members were written, and a text that reads back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.integer()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        expect(toCanonicalJson(reversed)).toBe(toCanonicalJson(object));
        expect(JSON.parse(toCanonicalJson(object))).toEqual(JSON.parse(JSON.stringify(object)));
      }),
    );
  });
});

describe('what has no canonical form', () => {
  it.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['negative infinity', Number.NEGATIVE_INFINITY],
    ['undefined', undefined],
    ['undefined in an object', { a: undefined }],
    ['undefined in an array', [undefined]],
    ['a hole in an array', new Array<number>(2)],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
    ['a lone surrogate in a key', { '\ud800': 1 }],
    ['a bigint', 1n],
    ['a symbol', Symbol('a')],
    ['a function', () => 1],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
  ])('refuses %s', (_name, value) => {
    expect(() => toCanonicalJson(value)).toThrow(NotCanonicalError);
    expect(() => toCanonicalJson({ inside: [value] })).toThrow(NotCanonicalError);
  });

  it('refuses what is nested beyond the limit, cycles included, and takes what is at the limit', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(toCanonicalJson(nested(CANONICAL_JSON_MAX_DEPTH))).toBe(
      JSON.stringify(nested(CANONICAL_JSON_MAX_DEPTH)),
    );
    expect(() => toCanonicalJson(nested(CANONICAL_JSON_MAX_DEPTH + 2))).toThrow(NotCanonicalError);
    expect(() => toCanonicalJson(nested(100_000))).toThrow(NotCanonicalError);
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => toCanonicalJson(cycle)).toThrow(NotCanonicalError);
  });

  it('takes objects without a prototype and a member named __proto__', () => {
    expect(toCanonicalJson(Object.assign(Object.create(null) as object, { b: 1, a: 2 }))).toBe(
      '{"a":2,"b":1}',
    );
    expect(toCanonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
  });
});
