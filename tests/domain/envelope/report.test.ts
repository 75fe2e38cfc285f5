import { expect, it } from 'vitest';
import { reportColumns, reportStart, reportUnit } from '#domain/envelope/report.ts';

const NOW = new Date('2026-11-23T15:00:00Z');

it.each([
  [7, 'day', 7, '2026-11-17', '2026-11-23'],
  [30, 'day', 30, '2026-10-25', '2026-11-23'],
  // Weeks begin on Monday, the first one before the period.
  [90, 'week', 14, '2026-08-24', '2026-11-23'],
  [365, 'month', 13, '2025-11-01', '2026-11-01'],
] as const)('%i days are shown by %s', (days, unit, count, first, last) => {
  expect(reportUnit(days)).toBe(unit);
  const columns = reportColumns(reportStart(days, NOW), NOW, unit);
  expect([columns.length, columns[0], columns.at(-1)]).toEqual([count, first, last]);
});
