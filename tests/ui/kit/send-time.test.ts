import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  toLocalInput,
  parseLocalInput,
  getNextMorning,
  findSendTimeProblem,
  formatZone,
} from '#ui/kit/send-time.ts';

describe('a time to send at, in the time zone of the browser', () => {
  const zone = process.env['TZ'];
  beforeEach(() => (process.env['TZ'] = 'Europe/Berlin'));
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('is read and written correctly in summer and winter', () => {
    expect(parseLocalInput('2027-07-01T09:30')).toBe('2027-07-01T07:30:00.000Z');
    expect(toLocalInput('2027-01-05T08:05:00.000Z')).toBe('2027-01-05T09:05');
    expect(getNextMorning(new Date('2026-12-31T20:00:00.000Z'))).toBe('2027-01-01T09:00');
    expect(formatZone(new Date('2027-07-01T07:30:00.000Z'))).toBe('Europe/Berlin (GMT+2)');
  });

  it('is refused if it has passed, is after the expiry, or is skipped by a clock change', () => {
    const now = '2027-03-01T09:00:00.000Z';
    expect(findSendTimeProblem('', now, null)).toBe('Choose a date and time.');
    expect(findSendTimeProblem('2027-03-01T10:00', now, null)).toBe('Choose a time in the future.');
    expect(findSendTimeProblem('2027-03-28T02:30', now, null)).toBe(
      'This time doesn’t exist on that day because the clocks change.',
    );
    expect(findSendTimeProblem('2027-03-02T10:00', now, '2027-03-02T09:00:00.000Z')).toBe(
      'Choose a time before the envelope expires.',
    );
    expect(findSendTimeProblem('2027-03-02T10:00', now, '2027-03-02T09:01:00.000Z')).toBeNull();
  });
});
