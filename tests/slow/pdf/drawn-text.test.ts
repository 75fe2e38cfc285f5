import { expect, test } from 'vitest';
import { drawRandomText } from '../../pdf/support/draw-random-text.ts';

const BATCHES = 20;
const BATCH = 5_000;

test.each(Array.from({ length: BATCHES }, (_, seed) => seed))(
  `${BATCH} random strings leave ink inside their boxes (seed %i)`,
  async (seed) => {
    expect(await drawRandomText(BATCH, seed)).toEqual([]);
  },
  300_000,
);
