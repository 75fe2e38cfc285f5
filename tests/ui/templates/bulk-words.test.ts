import { describe, expect, it } from 'vitest';
import { bulkTargets, type BulkTemplate } from '#domain/bulk-send/targets.ts';
import { monthWords, targetWords, valueWords } from '#ui/templates/bulk/target-words.ts';

const euros = { pattern: 'locale', decimals: 2, currency: 'EUR' } as const;

describe('the words of a bulk send', () => {
  it('show dates and amounts of money as people read them', () => {
    expect(valueWords('2027-01-14', { form: 'date', format: null })).toBe('Jan 14, 2027');
    expect(valueWords('12400', { form: 'number', format: euros })).toBe('€12,400.00');
    expect(valueWords('1.234,50', { form: 'number', format: euros })).toBe('€1,234.50');
    expect(valueWords('about 12', { form: 'number', format: euros })).toBe('about 12');
    expect(valueWords('12400', { form: 'number', format: null })).toBe('12400');
  });

  it('say how many days a month has', () => {
    expect(monthWords('31.02.2027', 'dmy')).toBe('February 2027 has only 28 days.');
    expect(monthWords('28.02.2027', 'dmy')).toBeNull();
  });

  it('tell a field from a detail of the same name', () => {
    const roles = [
      {
        id: 'role_1',
        apiRoleName: 'client',
        name: 'Client',
        isSender: false,
        optional: false,
        recipient: null,
      },
    ];
    const field = { type: 'text', options: null, format: null, roleId: 'role_1' };
    const fields = [
      { ...field, prefillKey: 'client_name', label: 'Name' },
      { ...field, prefillKey: 'city', label: 'City' },
    ];
    const words = bulkTargets({ roles, fields, variables: [] } as BulkTemplate).map(targetWords);
    expect(words.filter((each) => /Name|City/.test(each))).toEqual([
      'Client · Name',
      'Client · Name (field)',
      'Client · City',
    ]);
    expect(new Set(words).size).toBe(words.length);
  });
});
