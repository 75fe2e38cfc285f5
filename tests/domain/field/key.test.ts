import { describe, expect, it } from 'vitest';
import { FIELD_KEY, deriveFieldKeys, listOwnKeys } from '#domain/field/key.ts';
import { isVisibleTo } from '#domain/field/visibility.ts';
import { LIMITS } from '#domain/limits.ts';

const text = (label: string | null, key?: string) => ({ type: 'text' as const, label, key });

describe('keys', () => {
  it('come from the label, or from the type, and are numbered when they repeat', () => {
    const fields = [text('Place of signing'), text(null), text('Text'), text('Place: of signing'), text('!')];
    expect(deriveFieldKeys(fields)).toEqual([
      'place_of_signing',
      'text',
      'text_2',
      'place_of_signing_2',
      'field',
    ]);
  });

  it('stay as given, and derived ones make way', () => {
    expect(
      deriveFieldKeys([text('Total'), text('Sum', 'total'), text('Total', 'total_2'), text('Total')]),
    ).toEqual(['total_3', 'total', 'total_2', 'total_4']);
  });

  it('fit their limit in every script, with thousands of repeats', () => {
    const label = '𐍈'.repeat(LIMITS.labelMaxChars / 2);
    const keys = deriveFieldKeys(Array.from({ length: LIMITS.fieldsMax }, () => text(label)));
    expect(new Set(keys).size).toBe(LIMITS.fieldsMax);
    expect(keys.every((key) => FIELD_KEY.test(key))).toBe(true);
  });

  it.each(['', 'a b', 'a-b', 'a.b', "a'b", 'a\n', '{a}', 'a'.repeat(81)])('refuse %j', (key) => {
    expect(FIELD_KEY.test(key)).toBe(false);
  });
});

describe('own keys', () => {
  const cases = [
    [text('Name', 'name'), text('Name', 'name_2')],
    [text('Name', 'buyer'), text('Name', 'name')],
    [text('Name', 'name_2'), text('Name', 'name'), text('Name', 'name_3')],
    [text('Name', 'x'), text('Name', 'y'), text('Name', 'name_3')],
  ];

  it.each(cases.map((fields) => [fields]))('leave out what is derived again: %j', (...[fields]) => {
    const keyed = fields.map((field) => ({ ...field, key: field.key ?? '' }));
    const own = listOwnKeys(keyed);
    expect(deriveFieldKeys(keyed.map((field, index) => ({ ...field, key: own[index] })))).toEqual(
      keyed.map(({ key }) => key),
    );
  });

  it('are empty for fields that were never given one', () => {
    expect(
      listOwnKeys([text('Name', 'name'), text('Name', 'name_2')].map((f) => ({ ...f, key: f.key ?? '' }))),
    ).toEqual(['', '']);
  });
});

it('shows private values only to their participant', () => {
  const field = { private: true, participantId: 'part_1' };
  expect([isVisibleTo(field, 'part_1'), isVisibleTo(field, 'part_2')]).toEqual([true, false]);
  expect(isVisibleTo({ ...field, private: false }, 'part_2')).toBe(true);
});
