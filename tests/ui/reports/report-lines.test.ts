import { expect, it } from 'vitest';
import { toReportLines } from '#ui/reports/report-lines.ts';
import type { Report } from '#wire/report.ts';

const counts = { sent: 2, completed: 0, declined: 0, medianSeconds: null, slowSeconds: null };
const REPORT: Report = {
  ...{ timeZone: 'UTC', from: '2026-10-01', to: '2026-10-31', unit: 'week' },
  ...{ now: { ...counts, waiting: 2, notCompleted: 0 }, before: counts, columns: [], bands: [] },
  waitingLongest: [
    {
      id: 'env_1',
      name: 'Lease',
      people: ['Ada Lovelace', 'Ben Bitdiddle'],
      sentAt: '2026-10-02T08:00:00.000Z',
    },
  ],
  ...{ templates: [], members: [] },
};

it('lists what has waited longest, for whom and since when, in lines of equal length', () => {
  const lines = toReportLines(REPORT);
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  const [line = []] = lines.filter(([section]) => section === 'Waiting longest');
  expect([line[1], ...line.slice(-2)]).toEqual([
    'Lease',
    'Ada Lovelace; Ben Bitdiddle',
    '2026-10-02T08:00:00.000Z',
  ]);
  expect(lines[0]?.slice(-2)).toEqual(['Waiting for', 'Sent at']);
});
