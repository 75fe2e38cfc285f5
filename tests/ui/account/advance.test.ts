import { describe, expect, it } from 'vitest';
import { countActions, readAdvance } from '#ui/account/test-mode/advance.ts';
import { toLocalInput } from '#ui/kit/send-time.ts';

const NOW = '2027-03-01T12:00:00.000Z';
const after = (ms: number) => toLocalInput(new Date(Date.parse(NOW) + ms).toISOString());
const HOUR_MS = 3_600_000;

describe('advancing time on the dashboard', () => {
  it('takes days and hours, with any number of hours', () => {
    expect(readAdvance({ how: 'by', days: '2', hours: '5' }, NOW)).toEqual({ days: 2, hours: 5 });
    expect(readAdvance({ how: 'by', days: '', hours: '49' }, NOW)).toEqual({ days: 2, hours: 1 });
    for (const [days, hours] of [
      ['0', '0'],
      ['-1', '3'],
      ['0.5', '0.3'],
      ['x', '1'],
    ] as const)
      expect(readAdvance({ how: 'by', days, hours }, NOW)).toEqual({ problem: 'Enter at least one hour.' });
    expect(readAdvance({ how: 'by', days: '367', hours: '0' }, NOW)).toEqual({
      problem: 'Advance by 366 days at most.',
    });
  });

  it('reaches a moment, rounded up to whole hours', () => {
    expect(readAdvance({ how: 'to', to: after(25 * HOUR_MS) }, NOW)).toEqual({ days: 1, hours: 1 });
    expect(readAdvance({ how: 'to', to: after(HOUR_MS / 2) }, NOW)).toEqual({ days: 0, hours: 1 });
    expect(readAdvance({ how: 'to', to: after(-HOUR_MS) }, NOW)).toEqual({
      problem: 'Choose a time in the future.',
    });
    expect(readAdvance({ how: 'to', to: '' }, NOW)).toEqual({ problem: 'Choose a date and time.' });
  });

  it('counts what happened, without the advance itself', () => {
    const first = ['envelope.time_advanced', 'participant.reminder_sent', 'envelope.expired'] as const;
    const second = ['envelope.time_advanced', 'participant.reminder_sent'] as const;
    expect(countActions([{ actions: first }, { actions: second }])).toEqual([
      { action: 'participant.reminder_sent', count: 2, label: 'Reminder sent' },
      { action: 'envelope.expired', count: 1, label: 'Expired' },
    ]);
    expect(countActions([{ actions: ['envelope.time_advanced'] }])).toEqual([]);
  });
});
