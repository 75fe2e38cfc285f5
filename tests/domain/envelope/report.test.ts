import { describe, expect, it } from 'vitest';
import { getPreviousPeriod, readPeriod, reportColumns, type PeriodChoice } from '#domain/envelope/report.ts';

const NOW = new Date('2026-11-23T15:00:00Z');

function read(choice: PeriodChoice, timeZone: string | null = null) {
  const period = readPeriod(choice, NOW, timeZone);
  if (typeof period === 'string') throw new Error(period);
  return period;
}

describe('the period of a report', () => {
  it.each([
    [{ days: 7 }, 'day', 7, '2026-11-17', '2026-11-23'],
    [{ days: 30 }, 'day', 30, '2026-10-25', '2026-11-23'],
    // Weeks start on Monday. The first one starts before the period.
    [{ days: 90 }, 'week', 14, '2026-08-24', '2026-11-23'],
    [{ days: 365 }, 'month', 13, '2025-11-01', '2026-11-01'],
    [{ from: '2026-09-01', to: '2026-09-01' }, 'day', 1, '2026-09-01', '2026-09-01'],
    [{ from: '2026-09-01', to: '2026-10-02' }, 'week', 5, '2026-08-31', '2026-09-28'],
    [{ from: '2024-11-24', to: '2026-11-24' }, 'month', 25, '2024-11-01', '2026-11-01'],
  ] as const)('%j is shown by %s', (choice, unit, count, first, last) => {
    const period = read(choice);
    const columns = reportColumns(period);
    expect([period.unit, columns.length, columns[0]?.day, columns.at(-1)?.day]).toEqual([
      unit,
      count,
      first,
      last,
    ]);
  });

  it.each([
    ['2026-02-30', '2026-03-01', 'not_a_day'],
    ['', '2026-03-01', 'not_a_day'],
    ['+012026-01-01', '2026-03-01', 'not_a_day'],
    ['2026-03-02', '2026-03-01', 'wrong_order'],
    ['1999-12-31', '2000-01-01', 'too_early'],
    ['2026-11-01', '2026-11-25', 'in_future'],
    ['2024-11-23', '2026-11-24', 'too_long'],
  ] as const)('from %s to %s is refused: %s', (from, to, problem) => {
    expect(readPeriod({ from, to }, NOW, null)).toBe(problem);
  });

  it('is compared with as many days before', () => {
    expect(getPreviousPeriod(read({ from: '2026-09-01', to: '2026-09-10' }))).toMatchObject({
      ...{ from: new Date('2026-08-22'), to: new Date('2026-09-01'), unit: 'day' },
    });
  });

  it('has the days of the reader, also where clocks change', () => {
    expect(read({ from: '2026-10-24', to: '2026-10-26' }, 'Europe/Berlin')).toMatchObject({
      ...{ from: new Date('2026-10-23T22:00Z'), to: new Date('2026-10-26T23:00Z') },
    });
    const columns = reportColumns(read({ from: '2026-10-24', to: '2026-10-26' }, 'Europe/Berlin'));
    expect(columns.map(({ day, from }) => [day, from.toISOString()])).toEqual([
      ['2026-10-24', '2026-10-23T22:00:00.000Z'],
      ['2026-10-25', '2026-10-24T22:00:00.000Z'],
      ['2026-10-26', '2026-10-25T23:00:00.000Z'],
    ]);
    // At 15:00 UTC, it is already the next day in Kiritimati.
    expect(read({ days: 7 }, 'Pacific/Kiritimati').lastDay).toBe('2026-11-24');
    expect(getPreviousPeriod(read({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin'))).toMatchObject({
      ...{ firstDay: '2026-10-24', lastDay: '2026-10-24' },
    });
  });
});
