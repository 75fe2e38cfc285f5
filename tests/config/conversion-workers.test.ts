import { expect, it } from 'vitest';
import { countConversionWorkers } from '#server/runtime/config/conversion-workers.ts';

it.each([
  [1, 64e9, 1],
  [2, 2e9, 1],
  [2, 8.1e9, 2],
  [8, 8.1e9, 2],
  [64, 256e9, 4],
])('converts with %i CPUs and %i bytes of memory %i files at a time', (cpus, memoryBytes, expected) => {
  expect(countConversionWorkers(cpus, memoryBytes)).toBe(expected);
});
