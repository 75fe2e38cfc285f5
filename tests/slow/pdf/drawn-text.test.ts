import { expect, test } from 'vitest';
import { drawRandomText } from '../../pdf/support/draw-random-text.ts';

/** Set DRAWN_TEXT_BATCHES=20 to draw 100,000 strings, which takes six minutes. */
const BATCHES = Number(process.env['DRAWN_TEXT_BATCHES'] ?? 4);
const BATCH = 5_000;

test.each(Array.from({ length: BATCHES }, (_, seed) => seed))(
  `${BATCH} random strings leave ink inside their boxes (seed %i)`,
  async (seed) => {
    expect(await drawRandomText(BATCH, seed)).toEqual([]);
  },
  300_000,
);
