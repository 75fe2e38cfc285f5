import { expect, it } from 'vitest';
import { changeName, type DirectoryName, type NameChange } from '#domain/organization/identity/directory.ts';

const JANE = { name: 'Jane Doe', givenName: 'Jane', familyName: 'Doe' };
const WHOLE = { name: 'Mary Jane Doe', givenName: null, familyName: null };

it.each<[string, DirectoryName, NameChange, [string, string | null, string | null]]>([
  ['nothing', JANE, {}, ['Jane Doe', 'Jane', 'Doe']],
  ['one part', JANE, { familyName: 'Smith' }, ['Jane Smith', 'Jane', 'Smith']],
  ['the other part', JANE, { givenName: 'Janet' }, ['Janet Doe', 'Janet', 'Doe']],
  ['both parts', JANE, { givenName: 'A', familyName: 'B' }, ['A B', 'A', 'B']],
  ['a part that goes', JANE, { familyName: null }, ['Jane', 'Jane', null]],
  ['parts that go', JANE, { givenName: null, familyName: null }, ['Jane Doe', null, null]],
  ['the whole', JANE, { shown: 'Dr. Doe' }, ['Dr. Doe', 'Jane', 'Doe']],
  ['a part with the whole', JANE, { shown: 'Dr. S', familyName: 'Smith' }, ['Dr. S', 'Jane', 'Smith']],
  ['nothing to see', JANE, { shown: ' \u200b', givenName: '\u200e' }, ['Doe', null, 'Doe']],
  [
    'a part where only the whole is known',
    WHOLE,
    { familyName: 'Roe' },
    ['Mary Jane Roe', 'Mary Jane', 'Roe'],
  ],
  ['a part of one word', { ...WHOLE, name: 'Cher' }, { familyName: 'S' }, ['Cher S', 'Cher', 'S']],
])('a name is changed by %s', (_what, before, change, [name, givenName, familyName]) => {
  expect(changeName(before, change)).toEqual({ name, givenName, familyName });
});
