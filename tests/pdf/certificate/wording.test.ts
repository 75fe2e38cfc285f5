import { expect, it } from 'vitest';
import { createWording } from '#server/sealing/wording.ts';

const EVENING = new Date('2026-11-29T04:14:29Z');

it.each([
  ['en', 'America/Los_Angeles', 'Nov 28, 2026, 20:14:29 GMT−8'],
  ['en', 'Asia/Kolkata', 'Nov 29, 2026, 09:44:29 GMT+5:30'],
  ['de', 'Europe/Berlin', '29.11.2026, 05:14:29 GMT+1'],
  ['en', null, 'Nov 29, 2026, 04:14:29 UTC'],
  ['en', 'Mars/Olympus', 'Nov 29, 2026, 04:14:29 UTC'],
] as const)('a time in %s for %s', (language, timeZone, text) => {
  expect(createWording(language).time(EVENING, timeZone)).toBe(text);
  expect(createWording(language).time(null, timeZone)).toBe('–');
});
