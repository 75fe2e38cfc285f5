import { describe, expect, it } from 'vitest';
import { participantColor, participantInk } from '#ui/editor/fields/participant-colors.ts';

type Three = readonly [number, number, number];

/** Color vision without one kind of cone, in linear sRGB (Machado, Oliveira and Fernandes, 2009, severity 1). */
const VISIONS: readonly (readonly [string, readonly [Three, Three, Three]])[] = [
  [
    'all three cones',
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'protanopia',
    [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  ],
  [
    'deuteranopia',
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  ],
  [
    'tritanopia',
    [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  ],
];
const COUNT = 7;
/** In hundredths of OKLab's lightness: two hundredths are just noticed side by side. */
const LEAST_DISTANCE = 7;

function linear(color: string): Three {
  const channel = (at: number) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function dot(one: Three, other: Three): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

/** OKLab of linear sRGB (Ottosson, 2020). */
function oklab(color: Three): Three {
  const cones: Three = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], color)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], color)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], color)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

function luminance(color: string): number {
  return dot([0.2126, 0.7152, 0.0722], linear(color));
}

describe('the colors of participants', () => {
  it.each(VISIONS)('are distinguishable with %s', (_vision, matrix) => {
    const seen = Array.from({ length: COUNT }, (_, position) => {
      const color = linear(participantColor(position));
      const clipped = (row: Three) => Math.max(0, Math.min(1, dot(row, color)));
      return oklab([clipped(matrix[0]), clipped(matrix[1]), clipped(matrix[2])]);
    });
    for (const [index, one] of seen.entries()) {
      for (const other of seen.slice(index + 1)) {
        const distance = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) * 100;
        expect(distance).toBeGreaterThan(LEAST_DISTANCE);
      }
    }
  });

  it('carry a number that can be read on them (WCAG 2.2, 1.4.3)', () => {
    for (let position = 0; position < COUNT; position += 1) {
      const pair = [luminance(participantColor(position)), luminance(participantInk(position))];
      const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    }
  });
});
