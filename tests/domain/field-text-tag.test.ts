import { describe, expect, it } from 'vitest';
import { readTag, TAG_MAX_CHARS } from '#domain/field/text-tag.ts';

const PLAIN = {
  ...{ type: 'text', role: null, label: null, key: null, required: true, readonly: false },
  ...{ defaultValue: null, options: null, format: null, width: null, height: null },
};

describe('a tag in a document', () => {
  it.each([
    ['Place of birth', { label: 'Place of birth', type: 'text' }],
    ['Name', { type: 'name' }],
    ['signature', { type: 'signature' }],
    ['signature, r1', { type: 'signature', role: 'r1' }],
    ['Sign; role = Buyer', { type: 'signature', label: 'Sign', role: 'Buyer' }],
    [
      'Name;type=signature;role=Buyer;required=false;',
      { type: 'signature', label: 'Name', role: 'Buyer', required: false },
    ],
    ['type=checkbox;label=I agree', { type: 'checkbox', label: 'I agree', required: false }],
    [
      'Plan;type=dropdown;options=Basic,Pro|Max;default=Pro',
      { type: 'dropdown', label: 'Plan', options: ['Basic', 'Pro', 'Max'], defaultValue: 'Pro' },
    ],
    [
      'Due;type=date;format=dd.mm.yyyy;width=90;height=18.5;key=due',
      { type: 'date', label: 'Due', format: 'DD.MM.YYYY', width: 90, height: 18.5, key: 'due' },
    ],
    ['Place;default=Paris;readonly', { label: 'Place', defaultValue: 'Paris', readonly: true }],
  ])('%s', (inner, said) => {
    expect(readTag(inner)).toEqual({ ...PLAIN, ...said });
  });

  it.each([
    ['', 'empty'],
    ['x'.repeat(TAG_MAX_CHARS + 1), 'too long'],
    ['Name;type=autograph', '"autograph" is not a field type'],
    ['autograph, r1', 'not a field type'],
    ['Name;color=red', '"color" is not an attribute'],
    ['Name;constructor=x', 'not an attribute'],
    ['Name;__proto__=x', 'not an attribute'],
    ['Name;role=a;role=b', 'given twice'],
    ['Name;required=maybe', 'true or false'],
    ['Name;width=1e9', '4 to 2000'],
    ['Name;key=a b', 'not a key'],
    ['Plan;type=dropdown', 'needs options'],
    ['Plan;options=a,b', 'no options'],
    ['Plan;type=dropdown;options=a,a', 'repeated'],
    ['Due;type=date;default=tomorrow', 'the default must be a date'],
    ['Due;type=date;format=1234.56', "doesn't have this format"],
    ['Name;readonly=true', 'readonly needs a default'],
    ['Name;type=signature;default=x', 'no default'],
    ['a, b, c', 'too many parts'],
  ])('%s stays, with its reason', (inner, reason) => {
    expect(readTag(inner)).toEqual({ reason: expect.stringContaining(reason) });
  });
});
