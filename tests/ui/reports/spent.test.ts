import { expect, it } from 'vitest';
import { formatTimeSpent } from '#ui/kit/spent.ts';
import { listBandLabels } from '#ui/reports/band-labels.ts';

it.each([
  [0, '0 seconds'],
  [20, '20 seconds'],
  [60, '1 minute'],
  [5 * 3600 + 100, '5 hours'],
  [36 * 3600, '1.5 days'],
])('%i seconds are %s', (seconds, words) => expect(formatTimeSpent(seconds)).toBe(words));

it('names the bands of the chart', () => {
  const [first, second, ...rest] = listBandLabels();
  expect([first, second, rest.at(-1), rest.length]).toEqual(['Under 1 hour', '1–4 hours', 'Over 7 days', 5]);
});
