import { describe, expect, it } from 'vitest';
import { listBulkTargets, type BulkTemplate } from '#domain/bulk-send/targets.ts';
import { explainMonth, describeTarget, formatValue } from '#ui/templates/bulk/target-words.ts';

const euros = { pattern: 'locale', decimals: 2, currency: 'EUR' } as const;

describe('the words of a bulk send', () => {
  it('show dates and amounts of money as people read them', () => {
    expect(formatValue('2027-01-14', { form: 'date', format: null })).toBe('Jan 14, 2027');
    expect(formatValue('12400', { form: 'number', format: euros })).toBe('€12,400.00');
    expect(formatValue('1.234,50', { form: 'number', format: euros })).toBe('€1,234.50');
    expect(formatValue('about 12', { form: 'number', format: euros })).toBe('about 12');
    expect(formatValue('12400', { form: 'number', format: null })).toBe('12400');
  });

  it('say how many days a month has', () => {
    expect(explainMonth('31.02.2027', 'dmy')).toBe('February 2027 has only 28 days.');
    expect(explainMonth('28.02.2027', 'dmy')).toBeNull();
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
    const words = listBulkTargets({ roles, fields, variables: [] } as BulkTemplate).map(describeTarget);
    expect(words.filter((each) => /Name|City/.test(each))).toEqual([
      'Client · Name',
      'Client · Name (field)',
      'Client · City',
    ]);
    expect(new Set(words).size).toBe(words.length);
  });
});
