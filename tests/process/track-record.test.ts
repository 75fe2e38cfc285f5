import { expect, it } from 'vitest';
import { TrackRecord } from '#server/process/track-record.ts';

const MINUTE_MS = 60_000;

it('counts what was cut off in a row, up to three', () => {
  const record = new TrackRecord();
  const counts = [1, 2, 3, 4].map((nowMs) => {
    record.note('a', 'cut off', nowMs);
    return record.countStrikes('a', nowMs);
  });
  expect(counts).toEqual([1, 2, 3, 3]);
  expect(record.countStrikes('b', 5)).toBe(0);
});

it('forgives with the first success, or after ten minutes', () => {
  const record = new TrackRecord();
  record.note('a', 'cut off', 0);
  record.note('b', 'cut off', 0);
  record.note('a', 'succeeded', 1);
  expect([record.countStrikes('a', 1), record.countStrikes('b', 1)]).toEqual([0, 1]);
  expect(record.countStrikes('b', 10 * MINUTE_MS)).toBe(0);
});
