import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '#reading/dates/calendar.ts';
import { findDateExpressions } from '#reading/dates/date-expressions.ts';

describe('a date in a text', () => {
  it.each([
    ['as of June 21, 1999 (the', '1999-06-21'],
    ['this 1s t day of June, 2004.', '2004-06-01'],
    ['the twenty-first day of March, two thousand and nineteen', '2019-03-21'],
    ['the first (1st) day of May, 2003', '2003-05-01'],
    ['May 3,2006', '2006-05-03'],
    ['22 Dec. 2017', '2017-12-22'],
    ['4/28/2017', '2017-04-28'],
    ['28/4/2017', '2017-04-28'],
    ['9/21/98', '1998-09-21'],
    ['2004-06-01', '2004-06-01'],
    ['den 31.12.2020', '2020-12-31'],
    ['am 1. Juni 2004', '2004-06-01'],
    ['le 1er juin 2004', '2004-06-01'],
    ['el 1 de junio de 2004', '2004-06-01'],
    ['2010年5月3日', '2010-05-03'],
    ['the last day in February, 2024', '2024-02-29'],
  ])('%s', (text, day) => {
    expect(findDateExpressions(text).map((date) => date.day)).toEqual([day]);
  });

  it.each(['this ____ day of ___________, 2000', '[___], 2020', 'March ___, 1999', 'as of June [●], 2019'])(
    'left open is a date without a day: %s',
    (text) => {
      expect(findDateExpressions(text).map(({ day }) => day)).toEqual([null]);
    },
  );

  it.each(['February 30, 2020', 'June 2004', 'Section 10.2 of 2004', '99/99/2020', 'paid $1,000'])(
    'is none: %s',
    (text) => {
      expect(findDateExpressions(text).filter(({ day }) => day !== null)).toEqual([]);
    },
  );
});

describe('counting from a day', () => {
  it.each([
    ['2019-01-31', 1, '2019-02-28'],
    ['2020-02-29', 12, '2021-02-28'],
    ['1999-12-15', 60, '2004-12-15'],
  ])('%s and %i months', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
  });

  it('crosses years by days', () => {
    expect(addDays('2019-12-31', 60)).toBe('2020-02-29');
  });
});
