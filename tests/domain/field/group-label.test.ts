import { describe, expect, it } from 'vitest';
import { findGroupLabel } from '#domain/field/group-label.ts';

describe('the question of a group', () => {
  it.each(['Payment', 'How will you pay?', 'Zahlungsart', '支払い方法', 'Plan B'])(
    'is its name: %s',
    (name) => {
      expect(findGroupLabel(name, ['Card', 'Invoice'], 'en')).toBe(name);
    },
  );

  it.each(['pay', 'payment_method', 'page-1-choice-2', 'topmostSubform[0].Page1[0].Choice[0]', 'Group1'])(
    'is its answers if its name was written for programs: %s',
    (name) => {
      expect(findGroupLabel(name, ['Card', 'Invoice'], 'en')).toBe('Card or Invoice');
      expect(findGroupLabel(name, ['Karte', 'Rechnung'], 'de')).toBe('Karte oder Rechnung');
    },
  );

  it('names at most three answers, and none that are the same', () => {
    expect(findGroupLabel('pay', ['A', 'B', 'C', 'D'], 'en')).toBe('A, B, C, or …');
    expect(findGroupLabel('pay', ['Checkbox', 'Checkbox'], 'en')).toBeNull();
  });
});
