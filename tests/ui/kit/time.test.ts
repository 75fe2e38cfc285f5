import { describe, expect, it } from 'vitest';
import { getInitials } from '#ui/kit/initials.ts';
import { parseAcceptedLanguages, getReaderLocale } from '#ui/kit/reader-locale.ts';
import { formatComingTime, formatExactTime, formatNearTime, formatShortTime } from '#ui/kit/time.ts';

describe('times', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  it('are labeled UTC if the reader’s zone is unknown', () => {
    expect(formatExactTime('2026-11-21T09:30:00.000Z', 'UTC')).toBe('Nov 21, 2026, 9:30 AM UTC');
  });

  it('are those of the reader’s clock if the server knows it', () => {
    const reader = { timeZone: 'Asia/Tokyo', languages: ['en-GB', 'de'] };
    expect(formatExactTime('2026-12-31T20:00:00.000Z', reader)).toBe('1 Jan 2027, 05:00');
    expect(formatNearTime('2026-12-31T20:00:00.000Z', now, reader)).toBe('1 Jan 2027, 05:00');
    expect(formatNearTime('2026-11-21T20:00:00.000Z', now, reader)).toBe('22 Nov, 5:00');
    expect(formatShortTime('2026-01-01T20:00:00.000Z', now, reader)).toBe('2 Jan 2026');
  });

  it('of today and yesterday say so, by the days of the reader’s calendar', () => {
    const reader = { timeZone: 'Asia/Tokyo', languages: ['en-US'] };
    expect(formatNearTime('2026-11-21T09:30:00.000Z', now, reader)).toBe('today, 6:30 PM');
    expect(formatNearTime('2026-11-20T16:00:00.000Z', now, reader)).toBe('today, 1:00 AM');
    expect(formatNearTime('2026-11-20T14:00:00.000Z', now, reader)).toBe('yesterday, 11:00 PM');
    expect(formatNearTime('2026-11-19T14:00:00.000Z', now, reader)).toBe('Nov 19, 11:00 PM');
  });

  it('of what comes today have no date', () => {
    const reader = { timeZone: 'Asia/Tokyo', languages: ['en-US'] };
    expect(formatComingTime('2026-11-21T13:30:00.000Z', now, reader)).toBe('10:30 PM');
    expect(formatComingTime('2026-11-21T16:30:00.000Z', now, reader)).toBe('Nov 22, 1:30 AM');
  });

  it('are relative for recent times', () => {
    expect(formatShortTime('2026-11-21T11:59:30.000Z', now)).toBe('just now');
    expect(formatShortTime('2026-11-21T11:15:00.000Z', now)).toBe('45 minutes ago');
    expect(formatShortTime('2026-11-21T15:00:00.000Z', now)).toBe('in 3 hours');
    expect(formatShortTime('2026-11-21T12:00:20.000Z', now)).toBe('in 1 minute');
    expect(formatShortTime('2026-11-20T10:00:00.000Z', now)).toBe('yesterday');
    expect(formatShortTime('2026-01-02T10:00:00.000Z', now)).toContain('2026');
  });
});

describe('the reader’s locale', () => {
  it.each([
    [['de-AT', 'en-GB', 'en-US'], 'en-GB'],
    [['EN'], 'EN'],
    [['de-AT'], 'en'],
    [[], 'en'],
  ])('of a page in English for %j is %s', (preferred, locale) => {
    expect(getReaderLocale(preferred)).toBe(locale);
  });
});

describe('accepted languages', () => {
  it.each([
    ['en-GB,en;q=0.9, de-AT;q=0.8,*;q=0.1', ['en-GB', 'en', 'de-AT']],
    ['', []],
    [null, []],
  ])('of %j are %j', (header, languages) => {
    expect(parseAcceptedLanguages(header)).toEqual(languages);
  });
});

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  grace  brewster murray hopper ', 'GH'],
    ['Plato', 'P'],
    ['𠮷野 家', '𠮷家'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });
});
