import { describe, expect, it } from 'vitest';
import { createField } from '#ui/editor/draft/changes.ts';
import { copyFieldsToPage, copyFieldsToPages, duplicateFields } from '#ui/editor/placing/copies.ts';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import { overlap } from '#ui/editor/placing/geometry.ts';
import { formatPageRanges, readPages } from '#ui/editor/placing/page-ranges.ts';

let keys = 0;
const newKey = () => `copy ${(keys += 1)}`;
const initials = (key: string, change: Partial<DraftField> = {}): DraftField => ({
  ...createField({
    key,
    type: 'initials',
    page: 2,
    place: { x: 0.8, y: 0.9, width: 0.1, height: 0.05 },
    participantKey: 'ada',
  }),
  ...change,
});

describe('copying onto pages', () => {
  it('puts the field in the same place on every other page', () => {
    const field = initials('a', { source: 'detected' });
    const copies = copyFieldsToPages([field], [1, 2, 3], [field], newKey);
    expect(copies.map(({ page }) => page)).toEqual([1, 3]);
    expect(copies[0]).toMatchObject({ x: 0.8, y: 0.9, participantKey: 'ada', source: 'manual' });
    expect(new Set([field, ...copies].map(({ key }) => key)).size).toBe(3);
  });

  it('skips pages that already have the same field', () => {
    const field = initials('a');
    const once = copyFieldsToPages([field], [1, 2, 3], [field], newKey);
    expect(copyFieldsToPages([field], [1, 2, 3], [field, ...once], newKey)).toEqual([]);
  });

  it('makes the radio buttons of each page a separate group', () => {
    const yes = initials('y', { type: 'radio', group: 'married', x: 0.1 });
    const no = initials('n', { type: 'radio', group: 'married', x: 0.2 });
    const copies = copyFieldsToPages([yes, no], [1, 3], [yes, no], newKey);
    expect(copies.map(({ page, group }) => `${page} ${group}`)).toEqual([
      '1 married 2',
      '1 married 2',
      '3 married 3',
      '3 married 3',
    ]);
  });
});

describe('pasting and duplicating', () => {
  it('pastes in the same place, or next to the original', () => {
    const field = initials('a', { x: 0.5, y: 0.5 });
    expect(copyFieldsToPage(3, [field], [field], newKey)[0]).toMatchObject({ page: 3, x: 0.5, y: 0.5 });
    const [beside] = copyFieldsToPage(2, [field], [field], newKey);
    expect(beside).toMatchObject({ page: 2, x: 0.52, y: 0.52 });
    const [third] = copyFieldsToPage(2, [field], [field, ...(beside ? [beside] : [])], newKey);
    expect(third).toMatchObject({ x: 0.54, y: 0.54 });
  });

  it('duplicates a selection below itself, without overlaps', () => {
    const set = [initials('a', { x: 0.1, y: 0.1 }), initials('b', { x: 0.3, y: 0.2 })];
    const copies = duplicateFields(set, set, newKey);
    expect((copies[1]?.x ?? 0) - (copies[0]?.x ?? 0)).toBeCloseTo(0.2);
    expect((copies[1]?.y ?? 0) - (copies[0]?.y ?? 0)).toBeCloseTo(0.1);
    expect(copies.some((copy) => set.some((field) => overlap(copy, field)))).toBe(false);
  });

  it('adds a copied radio button to its group, and makes a copied group a new one', () => {
    const yes = initials('y', { type: 'radio', group: 'married', x: 0.1 });
    const no = initials('n', { type: 'radio', group: 'married', x: 0.2 });
    expect(duplicateFields([yes], [yes, no], newKey)[0]?.group).toBe('married');
    expect(duplicateFields([yes, no], [yes, no], newKey).map(({ group }) => group)).toEqual([
      'married 2',
      'married 2',
    ]);
  });
});

describe('reading pages', () => {
  it.each([
    ['2-5,8', [2, 3, 4, 5, 8]],
    ['8, 2–3 2', [2, 3, 8]],
    ['9-', [9, 10]],
    ['1-10', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('reads “%s”', (text, pages) => {
    expect(readPages(text, 10)).toEqual({ pages });
  });

  it.each(['', ' , ', '0', '11', '5-2', '2-11', 'two', '1-2-3', '-4', '99999999'])('refuses “%s”', (text) => {
    expect(readPages(text, 10)).toHaveProperty('problem');
  });

  it('formats them as briefly as possible', () => {
    expect(formatPageRanges([2, 3, 4, 8, 10, 11])).toBe('2-4, 8, 10-11');
  });
});
