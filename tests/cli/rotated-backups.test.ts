import { expect, it } from 'vitest';
import { listExpiredBackups } from '../../src/cli/operating/backup.ts';

const at = (day: number) => `2026-11-0${day}T02-30-00Z`;

it.each([
  [[], []],
  [[at(1), at(2)], []],
  [
    [at(4), at(1), at(3), at(2)],
    [at(1), at(2)],
  ],
  // What was killed is removed after the next backup, and never while it may still be written.
  [[at(1), `${at(2)}.partial`, at(3), `${at(4)}.partial`], [`${at(2)}.partial`]],
  [['before-update', at(1), at(2), at(3), 'notes.txt'], [at(1)]],
])('of %j, these are removed when two are kept: %j', (names, expired) => {
  expect(listExpiredBackups(names, 2)).toEqual(expired);
});
