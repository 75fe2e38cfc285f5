import { describe, expect, it } from 'vitest';
import { toLocalDay, getEndOfDay } from '#ui/kit/day.ts';

describe('days of date inputs', () => {
  it('round-trip', () => {
    const end = getEndOfDay('2026-02-28');
    expect(end).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d:59\.000Z$/);
    expect(toLocalDay(end ?? '')).toBe('2026-02-28');
  });

  it('are null for an empty or incomplete input', () => {
    expect(getEndOfDay('')).toBeNull();
    expect(getEndOfDay('2026-02')).toBeNull();
  });
});
