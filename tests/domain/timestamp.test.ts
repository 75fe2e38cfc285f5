import { describe, expect, it } from 'vitest';
import { formatDay, isTimeZone } from '#domain/timestamp.ts';

describe('formatDay', () => {
  it.each([
    // 20:00 on February 28 in Los Angeles.
    ['2027-03-01T04:00:00.000Z', 'America/Los_Angeles', '2027-02-28'],
    ['2027-03-01T04:00:00.000Z', 'Pacific/Kiritimati', '2027-03-01'],
    ['2027-03-01T11:00:00.000Z', 'Pacific/Kiritimati', '2027-03-02'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Berlin', '2027-01-01'],
    ['2027-03-01T23:59:59.999Z', null, '2027-03-01'],
    ['2027-03-01T23:59:59.999Z', 'Moon/Tranquility', '2027-03-01'],
  ])('of %s in %s is %s', (instant, timeZone, day) => {
    expect(formatDay(instant, timeZone)).toBe(day);
  });
});

it('knows the names of time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Moon/Tranquility', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
