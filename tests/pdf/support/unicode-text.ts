import fc from 'fast-check';

/**
 * First and last code points of scripts with every kind of shaping, marks, controls, emoji, private use and
 * unassigned.
 */
const RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x20, 0x7e],
  [0x80, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x530, 0x58f],
  [0x590, 0x5ff],
  [0x600, 0x6ff],
  [0x700, 0x8ff],
  [0x900, 0xdff],
  [0xe00, 0xfff],
  [0x1000, 0x10ff],
  [0x1100, 0x11ff],
  [0x1200, 0x139f],
  [0x13a0, 0x1aff],
  [0x1b00, 0x1dff],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2070, 0x2bff],
  [0x2c00, 0x2fff],
  [0x3000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xa000, 0xabff],
  [0xac00, 0xd7ff],
  [0xe000, 0xf8ff],
  [0xf900, 0xffff],
  [0x10000, 0x11fff],
  [0x12000, 0x1b0ff],
  [0x1d000, 0x1ebff],
  [0x1ec00, 0x1eeff],
  [0x1f000, 0x1faff],
  [0x20000, 0x2fa1f],
  [0xe0000, 0x10ffff],
];
const TATWEEL_JOINERS_AND_MARKS = [
  '\u0640',
  '\u200c',
  '\u200d',
  '\ufe0f',
  '\u20e3',
  '\u064b',
  '\u0301',
  '\u202e',
  ' ',
];

/** Strings in one to three scripts, up to 40 characters. */
export const unicodeText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...RANGES), { minLength: 1, maxLength: 3 })
  .chain((ranges) =>
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.oneof(...ranges.map(([min, max]) => codePoint(min, max))) },
        { weight: 1, arbitrary: fc.constantFrom(...TATWEEL_JOINERS_AND_MARKS) },
      ),
      { minLength: 1, maxLength: 40 },
    ),
  )
  .map((characters) => characters.join(''));

function codePoint(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((code) => String.fromCodePoint(code));
}
