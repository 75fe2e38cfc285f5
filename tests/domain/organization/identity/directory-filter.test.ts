import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DirectoryFilter,
  foldFilter,
  parseFilter,
  USER_ATTRIBUTES,
  type UserAttribute,
} from '#domain/organization/identity/directory-filter.ts';

const parse = (text: string) => parseFilter(text, USER_ATTRIBUTES);

/** Writes a filter with all of its parentheses. */
function show(filter: DirectoryFilter<UserAttribute> | string): string {
  if (typeof filter === 'string') return filter;
  return foldFilter<UserAttribute, string>(filter, {
    compare: ({ attribute, operator, value }) =>
      operator === 'pr' ? `${attribute} pr` : `${attribute} ${operator} ${JSON.stringify(value)}`,
    and: (left, right) => `(${left} and ${right})`,
    or: (left, right) => `(${left} or ${right})`,
    not: (operand) => `not (${operand})`,
  });
}

describe('a filter', () => {
  it.each([
    ['userName eq "a b"', 'username eq "a b"'],
    [' USERNAME Eq "x" ', 'username eq "x"'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName pr', 'name.familyname pr'],
    ['emails eq "x"', 'emails.value eq "x"'],
    ['id eq "a" or id eq "b" and active eq true', '(id eq "a" or (id eq "b" and active eq true))'],
    ['(id eq "a" or id eq "b") and active eq "False"', '((id eq "a" or id eq "b") and active eq false)'],
    ['not (id eq "a") and id pr', '(not (id eq "a") and id pr)'],
    ['emails[type eq "work" and value ew "x"]', '(emails.type eq "work" and emails.value ew "x")'],
    ['emails[type eq "work"].value eq "x"', '(emails.type eq "work" and emails.value eq "x")'],
    ['displayName eq "say \\"hi\\" (]"', 'displayname eq "say \\"hi\\" (]"'],
    ['externalId eq null', 'externalid eq null'],
  ])('%s', (text, expected) => {
    expect(show(parse(text))).toBe(expected);
  });

  it.each([
    ...['', 'userName', 'userName eq', 'userName eq x', 'userName eq "x" and', 'userName eq "x" id pr'],
    ...['(id pr', 'id pr)', 'not id pr', 'emails[type eq "x"', 'emails[value[value eq "x"]]', 'title pr'],
    ...[
      'id gt "a"',
      'active eq "maybe"',
      'active sw true',
      'id eq true',
      'id eq "\\u0000"',
      'id eq "\\ud800"',
    ],
    ...['constructor eq "x"', `${'('.repeat(30)}id pr${')'.repeat(30)}`, 'id pr and '.repeat(2000) + 'id pr'],
  ])('is refused with a reason: %s', (text) => {
    expect(typeof parse(text)).toBe('string');
  });

  it('never fails in another way', () => {
    const words = fc.constantFrom(
      'id',
      'pr',
      'eq',
      '"x"',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      '.value',
      'emails',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (text) => {
          const parsed = parse(text);
          // What was understood is understood alike when it's written with all of its parentheses.
          if (typeof parsed !== 'string') expect(show(parse(show(parsed)))).toBe(show(parsed));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
