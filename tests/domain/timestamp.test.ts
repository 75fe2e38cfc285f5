import { describe, expect, it } from 'vitest';
import { formatDay, getDayStart, isTimeZone } from '#domain/timestamp.ts';

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

describe('getDayStart', () => {
  it.each([
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    // Clocks skipped the hour after midnight.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // At midnight, clocks went back to 23:00.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    // The whole day was skipped.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2027-03-01', 'Pacific/Kiritimati', '2027-02-28T10:00:00.000Z'],
    ['2027-03-01', null, '2027-03-01T00:00:00.000Z'],
    ['2027-03-01', 'Moon/Tranquility', '2027-03-01T00:00:00.000Z'],
  ])('of %s in %s is %s', (day, timeZone, instant) => {
    expect(getDayStart(day, timeZone).toISOString()).toBe(instant);
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
