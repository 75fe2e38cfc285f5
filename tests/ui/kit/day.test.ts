import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay } from '#ui/kit/day.ts';

describe('days of date inputs', () => {
  it('end in the same day that they are shown as', () => {
    const end = endOfDay('2026-02-28');
    expect(end).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d:59\.000Z$/);
    expect(dayOf(end ?? '')).toBe('2026-02-28');
  });

  it('are none for an empty or unfinished input', () => {
    expect(endOfDay('')).toBeNull();
    expect(endOfDay('2026-02')).toBeNull();
  });
});
